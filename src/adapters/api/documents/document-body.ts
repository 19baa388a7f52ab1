import { z } from 'zod';
import { DOCUMENT_TYPE_NAMES } from '../../../domain/documents/document-type';
import {
  ACCOUNTING_STATUSES,
  DOCUMENT_ACTIONS,
  STATUSES as DOCUMENT_STATUSES,
  PEPPOL_STATUSES,
} from '../../../domain/documents/lifecycle';
import { PAYMENT_STATUSES } from '../../../domain/documents/payment-status';
import { addressBody, date, instantBody, language, uuid } from '../../http/schemas/schemas';
import { ownDataBody } from '../../http/schemas/own-data-schemas';
import { attachmentBody } from './attachment-routes';

const nullableText = z.string().nullable();

const party = z
  .object({
    name: z.string(),
    vat: nullableText,
    identifier: nullableText,
    electronic_address: nullableText,
    address: addressBody.nullable(),
    email: nullableText,
    phone: nullableText,
    website: nullableText,
    contact_name: nullableText,
    legal_information: nullableText,
  })
  .meta({ id: 'Party' });

const rowShape = {
  id: uuid,
  type: z.enum(DOCUMENT_TYPE_NAMES),
  number: z.string(),
  journal_id: uuid.nullable(),
  status: z.enum(DOCUMENT_STATUSES),
  accounting_status: z.enum(ACCOUNTING_STATUSES),
  peppol_status: z.enum(PEPPOL_STATUSES).nullable(),
  peppol_error: z.object({ code: z.string(), message: z.string() }).nullable(),
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
  preceding_document: z
    .object({ id: uuid.nullable(), number: z.string(), issue_date: date.nullable() })
    .nullable(),
  seller: party,
  buyer: party,
  delivery: z
    .object({
      name: z.string(),
      identifier: nullableText,
      identifier_scheme: nullableText,
      address: addressBody,
    })
    .nullable(),
  payment: z.object({ iban: z.string(), bic: nullableText }).nullable(),
  allowance_charges: z.array(
    z.object({
      kind: z.enum(['allowance', 'charge']),
      amount: nullableText,
      percent: nullableText,
      reason: z.string(),
    }),
  ),
  vat_breakdown: z.array(
    z.object({
      category: z.string(),
      rate: z.string(),
      taxable_amount: z.string(),
      vat_amount: z.string(),
      exemption_reason: nullableText,
      exemption_code: nullableText,
    }),
  ),
  totals: z.object({
    lines: z.string(),
    allowances: z.string(),
    charges: z.string(),
    tax_exclusive: z.string(),
    tax: z.string(),
    tax_inclusive: z.string(),
    rounding: z.string(),
    paid: z.string(),
    payable: z.string(),
    tax_in_company_currency: nullableText,
  }),
  paid_amount: nullableText,
  open_amount: nullableText.meta({
    description:
      'The amount that is still to be paid, in the currency of the document: `totals.payable` less payments, the amounts of linked reconciliations and payment intents, and what is set off with credit notes. Below 0 when links go beyond it. A negative total of a received document counts by its size. `null` for quotes and proformas.',
  }),
  duplicate_of: uuid.nullable(),
  sent_at: instantBody.nullable(),
  transmitted_at: instantBody.nullable(),
  received_at: instantBody.nullable(),
  ...ownDataBody,
  created_at: instantBody,
  updated_at: instantBody,
} as const;

/** A document in a list. */
export const documentRow = z.object(rowShape).meta({ id: 'DocumentRow' });

const lineAllowanceCharge = z
  .object({
    kind: z.enum(['allowance', 'charge']),
    amount: z.string(),
    percent: nullableText,
    base_amount: nullableText,
    reason: nullableText,
  })
  .meta({ id: 'LineAllowanceCharge' });

export const documentBody = z
  .object({
    ...rowShape,
    lines: z.array(
      z.object({
        name: z.string(),
        description: nullableText,
        quantity: z.string(),
        unit: z.string(),
        unit_price: z.string(),
        discount_percent: nullableText,
        discount_amount: nullableText,
        // On lines of received documents only.
        base_quantity: nullableText.optional(),
        allowance_charges: z.array(lineAllowanceCharge).optional(),
        vat_rate: z.string(),
        vat_category: z.string(),
        vat_exemption_reason: nullableText,
        vat_exemption_code: nullableText,
        item_reference: nullableText,
        order_line_reference: nullableText,
        net_amount: z.string(),
      }),
    ),
    allowed_actions: z.array(z.enum(DOCUMENT_ACTIONS)),
    attachments: z.array(attachmentBody),
  })
  .meta({ id: 'Document' });

/**
 * A computed document. Every member may be null: some values exist only after creation, others cannot be computed from
 * the input.
 */
export const previewBody = z
  .object({
    ...nullable(documentBody.shape),
    checks: z.array(
      z.object({
        code: z.string(),
        message: z.string(),
        pointer: nullableText,
        rule: nullableText,
        blocks: z.enum(['creation', 'sending', 'nothing']),
      }),
    ),
  })
  .meta({ id: 'DocumentPreview' });

export const integrityBody = z
  .object({
    journal_id: uuid,
    periods: z.array(
      z.object({
        period: nullableText,
        count: z.int(),
        first: nullableText,
        last: nullableText,
        gaps: z.array(z.int()),
        duplicates: z.array(z.int()),
        date_inversions: z.array(z.int()),
      }),
    ),
  })
  .meta({ id: 'JournalIntegrity' });

function nullable<Shape extends Record<string, z.ZodType>>(shape: Shape) {
  const members = Object.entries(shape).map(([name, schema]) => [name, schema.nullable()]);
  return Object.fromEntries(members) as { [Name in keyof Shape]: z.ZodNullable<Shape[Name]> };
}
