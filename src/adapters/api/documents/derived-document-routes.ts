import { z } from 'zod';
import { CONVERTED_TYPES } from '../../../domain/documents/derived/conversion';
import type { Conversions } from '../../../use-cases/documents/conversions';
import { type Route, route } from '../../http/route';
import type { Credits } from '../../../use-cases/documents/credits';
import type { CreatedAndSent } from '../../../use-cases/e-invoicing/created-and-sent';
import { date, decimal, list, optional, text, uuid } from '../../http/schemas/schemas';
import { CONVERT_DOCUMENT, CREDIT_DOCUMENT } from './derived-document-examples';
import { documentBody } from './document-body';
import { sendQuery } from './document-input';

const documentPath = z.object({ id: uuid.describe('The id of the document.') });

const conversionInput = z
  .strictObject({
    type: z.enum(CONVERTED_TYPES).meta({
      description: 'The type of the new document: `invoice`, or for a quote also `proforma`.',
    }),
    journal_id: optional(uuid).meta({
      description:
        'The journal that numbers the new document; by default the default journal of its category.',
    }),
    issue_date: optional(date).meta({
      description: 'The issue date of the new document; by default today in the time zone of the company.',
    }),
  })
  .meta({ id: 'ConversionInput' });

const creditInput = z
  .strictObject({
    lines: optional(
      list(
        z.strictObject({
          index: z.int().min(0).describe('The position of the line in the invoice, from 0. Each line once.'),
          quantity: optional(decimal({ decimals: 6, below: 1e12 })).describe(
            'The quantity to credit, with the sign of the line and at most 6 decimals; by default all that is left of the line.',
          ),
        }),
        { min: [1, 'must have at least 1 line'], max: [1000, 'must have at most 1000 lines'] },
      ),
    ).describe('What is credited; by default all that is left of all lines.'),
    issue_date: optional(date).describe(
      'The issue date of the credit note; by default today in the time zone of the company.',
    ),
    journal_id: optional(uuid).describe(
      'The journal that numbers the credit note; by default the default journal of its category.',
    ),
    note: optional(text(5000)).describe(
      'A text for the reader of the credit note (BT-22). `null` when there is none.',
    ),
  })
  .meta({ id: 'CreditInput' });

/** Routes that make a document from another one. */
export function derivedDocumentRoutes(
  conversions: Conversions,
  credits: Credits,
  created_and_sent: CreatedAndSent,
): Route[] {
  return [
    route({
      method: 'post',
      path: '/documents/:id/credit',
      operation: {
        id: 'creditDocument',
        tag: 'Documents',
        summary: 'Credit an invoice, or a part of it',
        description:
          'Creates the credit note of an own invoice in any state, with the prices, texts and buyer of the invoice. Without a body it credits all that is left. Amounts are computed so that credit notes for all of an invoice cancel it exactly, in every VAT group, in whatever parts they were made. The credit note is set off against the invoice as far as both are open. Its amounts, and those of the invoice, cannot change any more. With `send_peppol=true` it is also sent; the error `send_failed` means that it was created, but not sent.',
        errors: [
          'self_billing_disabled',
          'invalid_journal',
          'no_default_journal',
          'invalid_amount',
          'invalid_issue_date',
          'send_failed',
        ],
        examples: CREDIT_DOCUMENT,
      },
      access: 'document:create',
      also: { when: 'send_peppol', access: 'document:update' },
      params: documentPath,
      query: sendQuery,
      body: creditInput,
      optional_body: true,
      previewed_by: { method: 'get', path: '/documents/:id', sends: 'with send_peppol' },
      status: 201,
      response: documentBody,
      location: ({ id }: { id: string }) => `/documents/${id}`,
      handle: ({ unit, caller, params, query, body }) =>
        (query.send_peppol ? created_and_sent : credits).credit(unit, caller.company_id, params.id, body),
    }),
    route({
      method: 'post',
      path: '/documents/:id/convert',
      operation: {
        id: 'convertDocument',
        tag: 'Documents',
        summary: 'Convert a quote or proforma',
        description:
          'Creates an invoice from a quote or proforma, or a proforma from a quote: with the same relation, delivery location, currency, language, lines, allowances and charges, references and note. Everything else is as in a creation; `external_id`, `metadata` and attachments are not copied. A document can be converted several times. Both documents name each other in `converted_from` and `converted_to`.',
        errors: [
          'invalid_relation',
          'invalid_journal',
          'no_default_journal',
          'invalid_delivery_location',
          'invalid_allowance_charge',
          'invalid_amount',
          'invalid_issue_date',
        ],
        examples: CONVERT_DOCUMENT,
      },
      access: 'document:create',
      params: documentPath,
      body: conversionInput,
      previewed_by: { method: 'get', path: '/documents/:id' },
      status: 201,
      response: documentBody,
      location: ({ id }: { id: string }) => `/documents/${id}`,
      handle: ({ unit, caller, params, body }) =>
        conversions.convert(unit, caller.company_id, params.id, body),
    }),
  ];
}
