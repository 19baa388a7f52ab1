import { z } from 'zod';
import { DOCUMENT_TYPE_NAMES } from '../../../domain/documents/document-type';
import {
  ACCOUNTING_STATUSES,
  STATUSES as DOCUMENT_STATUSES,
  PEPPOL_STATUSES,
} from '../../../domain/documents/document-status';
import { DOCUMENT_ACTIONS } from '../../../domain/documents/lifecycle';
import { PAYMENT_STATUSES } from '../../../domain/documents/payments/payment-status';
import { described } from '../../http/schemas/described';
import { date, instantBody, language, uuid } from '../../http/schemas/schemas';
import { ownDataBody } from '../../http/schemas/own-data-schemas';
import { attachmentBody } from './attachment-routes';
import {
  allowanceChargeBody,
  creditNoteBody,
  deliveryBody,
  lineBody,
  networkErrorBody,
  partyBody,
  paymentAccountBody,
  precedingDocumentBody,
  relatedDocumentBody,
  totalsBody,
  vatGroupBody,
} from './document-parts';
import { DOCUMENT_TERMS } from './document-terms';
import { responseBody } from './response-body';

const nullableText = z.string().nullable();

const rowMembers = {
  id: uuid,
  type: z.enum(DOCUMENT_TYPE_NAMES),
  number: z.string(),
  journal_id: uuid.nullable(),
  status: z.enum(DOCUMENT_STATUSES),
  accounting_status: z.enum(ACCOUNTING_STATUSES),
  peppol_status: z.enum(PEPPOL_STATUSES).nullable(),
  peppol_error: networkErrorBody.nullable(),
  payment_status: z.enum(PAYMENT_STATUSES),
  relation_id: uuid,
  delivery_location_id: uuid.nullable(),
  branding_id: uuid.nullable(),
  issue_date: date,
  due_date: date.nullable(),
  delivery_date: date.nullable(),
  period_start: date.nullable(),
  period_end: date.nullable(),
  currency: z.string(),
  exchange_rate: nullableText,
  language,
  buyer_reference: nullableText,
  order_reference: nullableText,
  note: nullableText,
  payment_reference: nullableText,
  preceding_document: precedingDocumentBody.nullable(),
  converted_from: relatedDocumentBody.nullable(),
  converted_to: z.array(relatedDocumentBody),
  credited_amount: nullableText,
  credit_notes: z.array(creditNoteBody),
  seller: partyBody,
  buyer: partyBody,
  delivery: deliveryBody.nullable(),
  payment: paymentAccountBody.nullable(),
  allowance_charges: z.array(allowanceChargeBody),
  vat_breakdown: z.array(vatGroupBody),
  totals: totalsBody,
  paid_amount: nullableText,
  open_amount: nullableText,
  responses: z.array(responseBody),
  duplicate_of: uuid.nullable(),
  sent_at: instantBody.nullable(),
  transmitted_at: instantBody.nullable(),
  received_at: instantBody.nullable(),
  created_at: instantBody,
  updated_at: instantBody,
} as const;

const rowShape = { ...described(rowMembers, DOCUMENT_TERMS), ...ownDataBody };

/** A document in a list. */
export const documentRow = z.object(rowShape).meta({ id: 'DocumentRow' });

export const documentBody = z
  .object({
    ...rowShape,
    ...described(
      {
        lines: z.array(lineBody),
        allowed_actions: z.array(z.enum(DOCUMENT_ACTIONS)),
        attachments: z.array(attachmentBody),
      },
      DOCUMENT_TERMS,
    ),
  })
  .meta({ id: 'Document' });

const checkBody = z.object(
  described(
    {
      code: z.string(),
      message: z.string(),
      pointer: nullableText,
      rule: nullableText,
      blocks: z.enum(['creation', 'sending', 'nothing']),
    },
    {
      code: 'The `code` of the error that a creation or a send would return. Remarks that block nothing are `network_warning`, `unprintable_characters` (the PDF shows boxes) and `credit_above_invoice` (the credit notes together are above the total of their invoice).',
      message: 'What to correct, in words.',
      pointer:
        'The member of the request, as a JSON pointer such as `/lines/0/vat_category`. `null` when it concerns no single member.',
      rule: 'The rule of the network that is broken, such as `BR-CO-10`. `null` when it is a rule of the service.',
      blocks: 'What it prevents: the `creation`; only `sending` over the network; or `nothing`, as a remark.',
    },
  ),
);

/**
 * A computed document. Every field may be null: some values exist only after creation, others cannot be computed from
 * the input.
 */
export const previewBody = z
  .object({
    ...nullable(documentBody.shape),
    checks: z
      .array(checkBody)
      .describe('What a creation or a send would refuse, in the order of the checks.'),
  })
  .meta({ id: 'DocumentPreview' });

function nullable<Shape extends Record<string, z.ZodType>>(shape: Shape) {
  const members = Object.entries(shape).map(([name, schema]) => [
    name,
    schema.nullable().describe(schema.description ?? ''),
  ]);
  return Object.fromEntries(members) as { [Name in keyof Shape]: z.ZodNullable<Shape[Name]> };
}
