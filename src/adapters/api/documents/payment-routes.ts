import { z } from 'zod';
import { PAYMENT_METHODS } from '../../../domain/documents/payments/recorded-payment';
import type { Payments } from '../../../use-cases/documents/payments';
import { COMMON_SORTS, listBody, listPage, listQuery } from '../../http/requests/list';
import { type Route, route } from '../../http/route';
import { date, decimal, instantBody, optional, text, uuid } from '../../http/schemas/schemas';
import { RECORD_PAYMENT } from './payment-examples';

const PATH = '/documents/:id/payments';

const id = uuid.describe('The id of the document.');
const documentPath = z.object({ id });
const paymentPath = z.object({ id, payment_id: uuid.describe('The id of the payment.') });
const paymentList = listQuery({}, {});

const METHOD =
  'How it was paid: `transfer` (from account to account), `direct_debit`, `card`, `cash`, or `other`.';

const paymentInput = z
  .strictObject({
    amount: decimal({ decimals: 4, above: 0, below: 1e15 }).meta({
      description:
        'The amount in the currency of the document, above 0 and at most its `open_amount`, with at most as many decimals as the currency or `totals.payable` has.',
    }),
    date: optional(date).meta({
      description:
        'The day of the payment; any day, in closed books too. By default today in the time zone of the company.',
    }),
    method: optional(z.enum(PAYMENT_METHODS)).meta({
      description: `${METHOD} By default \`transfer\`.`,
    }),
    reference: optional(text()).meta({
      description:
        'What identifies the payment elsewhere, such as the transaction id of the bank. `null` when there is nothing.',
    }),
  })
  .meta({ id: 'PaymentInput' });

const paymentBody = z
  .object({
    id: uuid.meta({ description: 'The id of the payment.' }),
    amount: z.string().meta({ description: 'The amount in the currency of the document; above 0.' }),
    date: date.meta({ description: 'The day of the payment.' }),
    method: z.enum(PAYMENT_METHODS).meta({ description: METHOD }),
    reference: z
      .string()
      .nullable()
      .meta({ description: 'What identifies the payment elsewhere; `null` when nothing was given.' }),
    created_at: instantBody.meta({ description: 'When the payment was recorded.' }),
    updated_at: instantBody.meta({ description: 'The same as `created_at`: payments do not change.' }),
  })
  .meta({ id: 'Payment' });

export function paymentRoutes(payments: Payments): Route[] {
  return [
    route({
      method: 'get',
      path: PATH,
      operation: { id: 'listPayments', tag: 'Payments', summary: 'List the payments of a document' },
      access: 'document:read',
      params: documentPath,
      query: paymentList,
      response: listBody(paymentBody),
      handle: ({ unit, caller, params, query }) =>
        listPage(`/documents/${params.id}/payments`, query, COMMON_SORTS, (page) =>
          payments.list(unit, caller.company_id, params.id, query, page),
        ),
    }),
    route({
      method: 'post',
      path: PATH,
      operation: {
        id: 'recordPayment',
        tag: 'Payments',
        summary: 'Record a payment of a document',
        description:
          'Documents in every state take payments, received ones too; quotes and proformas take none. The `open_amount` and the `payment_status` of the document follow. Of concurrent payments that together exceed what is open, those that fit are recorded.',
        errors: ['invalid_paid_amount'],
        examples: RECORD_PAYMENT,
      },
      access: 'document:update',
      params: documentPath,
      body: paymentInput,
      status: 201,
      response: paymentBody,
      location: ({ id }: { id: string }, params) => `/documents/${params.id}/payments/${id}`,
      handle: ({ unit, caller, params, body }) => payments.create(unit, caller.company_id, params.id, body),
    }),
    route({
      method: 'get',
      path: `${PATH}/:payment_id`,
      operation: { id: 'getPayment', tag: 'Payments', summary: 'Get a payment' },
      access: 'document:read',
      params: paymentPath,
      response: paymentBody,
      handle: ({ unit, caller, params }) =>
        payments.get(unit, caller.company_id, params.id, params.payment_id),
    }),
    route({
      method: 'delete',
      path: `${PATH}/:payment_id`,
      operation: {
        id: 'deletePayment',
        tag: 'Payments',
        summary: 'Remove a payment',
        description: 'Its amount is open again; what is set off with credit notes stays as it is.',
      },
      access: 'document:update',
      params: paymentPath,
      status: 204,
      response: 'none',
      handle: ({ unit, caller, params, if_match }) =>
        payments.delete(unit, caller.company_id, params.id, params.payment_id, if_match),
    }),
  ];
}
