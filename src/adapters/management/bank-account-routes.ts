import { z } from 'zod';
import type { BankAccounts } from '../../use-cases/master-data/bank-accounts';
import { route, type Route } from '../http/route';
import { bankAccountBody, bankAccountInput } from '../http/schemas/bank-account-schemas';
import { uuid } from '../http/schemas/schemas';

export function managedBankAccountRoutes(accounts: BankAccounts): Route[] {
  return [
    route({
      method: 'post',
      path: '/management/companies/:id/bank-accounts',
      access: 'management',
      params: z.object({ id: uuid }),
      body: bankAccountInput,
      status: 201,
      response: bankAccountBody,
      location: ({ id }: { id: string }) => `/bank-accounts/${id}`, // the address in the API
      handle: ({ unit, params, body }) => accounts.provide(unit, params.id, body),
    }),
  ];
}
