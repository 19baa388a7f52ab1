import { z } from 'zod';
import type { BankAccounts } from '../../use-cases/master-data/bank-accounts';
import { route, type Route } from '../http/route';
import { bic, iban, instantBody, optional, text, uuid } from '../http/schemas/schemas';

const accountBody = z.object({
  id: z.string(),
  reference: z.string(),
  bic: z.string().nullable(),
  name: z.string().nullable(),
  default: z.boolean(),
  manual: z.boolean(),
  created_at: instantBody,
  updated_at: instantBody,
});

export function managedBankAccountRoutes(accounts: BankAccounts): Route[] {
  return [
    route({
      method: 'post',
      path: '/management/companies/:id/bank-accounts',
      access: 'management',
      params: z.object({ id: uuid }),
      body: z.strictObject({ reference: iban, bic: optional(bic), name: optional(text()) }),
      status: 201,
      response: accountBody,
      location: ({ id }: { id: string }) => `/bank-accounts/${id}`, // where the company's integrations find it
      handle: ({ unit, params, body }) => accounts.provide(unit, params.id, body),
    }),
  ];
}
