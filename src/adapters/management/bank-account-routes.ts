import { z } from 'zod';
import type { BankAccounts } from '../../use-cases/master-data/bank-accounts';
import { route, type Route } from '../http/route';
import { bankAccountBody, bankAccountInput } from '../http/schemas/bank-account-schemas';
import { PROVIDE_BANK_ACCOUNT } from './management-examples';
import { uuid } from '../http/schemas/schemas';

export function managedBankAccountRoutes(accounts: BankAccounts): Route[] {
  return [
    route({
      method: 'post',
      path: '/management/companies/:id/bank-accounts',
      operation: {
        id: 'provideBankAccount',
        tag: 'Companies',
        summary: 'Add a bank account that the clients of the company cannot change',
        description: 'Its `manual` is `false`. `Location` is its path in the public API.',
        errors: ['duplicate_bank_account'],
        examples: PROVIDE_BANK_ACCOUNT,
      },
      access: 'management',
      params: z.object({ id: uuid.describe('The id of the company.') }),
      body: bankAccountInput,
      status: 201,
      response: bankAccountBody,
      location: ({ id }: { id: string }) => `/bank-accounts/${id}`, // the address in the API
      handle: ({ unit, params, body }) => accounts.provide(unit, params.id, body),
    }),
  ];
}
