import { z } from 'zod';
import { UNIT_CODES } from '../../../domain/code-lists/unit-codes';
import { VATEX_CODES } from '../../../domain/code-lists/vatex-codes';
import { DOCUMENT_TYPE_NAMES } from '../../../domain/documents/document-type';
import { DOCUMENT_READ_ONLY } from '../../../domain/documents/editable-fields';
import { PRECEDING_FORMS } from '../../../domain/documents/references';
import { hasOneForm, ONE_FORM } from '../../../domain/amounts/allowance-charges';
import { ONE_DISCOUNT } from '../../../domain/amounts/lines';
import { VAT_CATEGORIES } from '../../../domain/amounts/vat-category';
import { described } from '../../http/schemas/described';
import {
  currency,
  date,
  decimal,
  language,
  list,
  optional,
  queryFlag,
  readOnly,
  text,
  textOf,
  uuid,
} from '../../http/schemas/schemas';
import { ownDataMembers } from '../../http/schemas/own-data-schemas';
import {
  ALLOWANCE_CHARGE_TERMS,
  DOCUMENT_TERMS,
  LINE_TERMS,
  PRECEDING_DOCUMENT_TERMS,
} from './document-terms';

const SIZE = 1e12;
const percentage = decimal({ decimals: 2, min: 0, max: 100 });

const line = z
  .strictObject(
    described(
      {
        name: text(),
        description: optional(text(5000)),
        quantity: decimal({ decimals: 6, below: SIZE }).refine(
          (value) => Number(value) !== 0,
          'must not be 0',
        ),
        unit: optional(
          textOf(3, (code) => UNIT_CODES.has(code), 'must be a code of UN/ECE Recommendation 20 or 21'),
        ),
        unit_price: decimal({ decimals: 6, min: 0, below: SIZE }),
        discount_percent: optional(percentage),
        discount_amount: optional(decimal({ decimals: 4, min: 0, below: 1e15 })),
        vat_rate: percentage,
        vat_category: optional(z.enum(VAT_CATEGORIES)),
        vat_exemption_reason: optional(text()),
        vat_exemption_code: optional(textOf(40, (code) => VATEX_CODES.has(code), 'must be a VATEX code')),
        item_reference: optional(text()),
        order_line_reference: optional(text()),
      },
      LINE_TERMS,
    ),
  )
  .refine((given) => given.discount_percent == null || given.discount_amount == null, {
    path: ['discount_amount'],
    error: ONE_DISCOUNT,
  })
  .meta({ id: 'LineInput' });

const allowanceCharge = z
  .strictObject(
    described(
      {
        kind: z.enum(['allowance', 'charge']),
        amount: optional(decimal({ decimals: 4, above: 0, below: 1e15 })),
        percent: optional(decimal({ decimals: 2, above: 0, max: 100 })),
        reason: text(1000),
      },
      ALLOWANCE_CHARGE_TERMS,
    ),
  )
  .refine(hasOneForm, ONE_FORM)
  .meta({ id: 'AllowanceChargeInput' });

const precedingForms = [
  z.strictObject(described({ id: uuid }, PRECEDING_DOCUMENT_TERMS)),
  z
    .strictObject(
      described(
        { id: z.null().optional(), number: text(), issue_date: optional(date) },
        PRECEDING_DOCUMENT_TERMS,
      ),
    )
    .transform(({ number, issue_date }) => ({ number, issue_date })),
] as const;
/** An own document as in responses, for a PATCH with the present value. */
const precedingReturned = z.strictObject(
  described({ id: uuid, number: text(), issue_date: date.nullable() }, PRECEDING_DOCUMENT_TERMS),
);

/** The fields of both a creation and a PATCH. */
const members = described(
  {
    due_date: optional(date),
    delivery_date: optional(date),
    period_start: optional(date),
    period_end: optional(date),
    exchange_rate: optional(decimal({ decimals: 10, above: 0, below: SIZE })),
    allowance_charges: optional(list(allowanceCharge, { max: [100, 'must have at most 100 entries'] })),
    paid_amount: optional(decimal({ decimals: 4, min: 0, below: 1e15 })),
    buyer_reference: optional(text()),
    order_reference: optional(text()),
    note: optional(text(5000)),
    payment_reference: optional(text()),
    delivery_location_id: optional(uuid),
    branding_id: optional(uuid),
  },
  DOCUMENT_TERMS,
);

const lines = list(line, {
  min: [1, 'must have at least 1 line'],
  max: [1000, 'must have at most 1000 lines'],
});

/** The input of a creation and of a preview. */
export const documentInput = z
  .strictObject({
    ...described(
      {
        type: z.enum(DOCUMENT_TYPE_NAMES),
        relation_id: uuid,
        lines,
        journal_id: optional(uuid),
        issue_date: optional(date),
        currency: optional(currency),
        language: optional(language),
        preceding_document: optional(z.union(precedingForms, PRECEDING_FORMS)),
      },
      DOCUMENT_TERMS,
    ),
    ...members,
    ...ownDataMembers,
  })
  .meta({ id: 'DocumentInput' });

/** Fields of a PATCH. Mandatory fields do not accept `null`. */
export const documentPatch = z
  .strictObject({
    ...described(
      {
        relation_id: uuid.optional(),
        lines: lines.optional(),
        issue_date: date.optional(),
        currency: currency.optional(),
        language: language.optional(),
        preceding_document: optional(z.union([...precedingForms, precedingReturned], PRECEDING_FORMS)),
      },
      DOCUMENT_TERMS,
    ),
    ...members,
    ...ownDataMembers,
    ...readOnly(DOCUMENT_READ_ONLY),
  })
  .meta({ id: 'DocumentPatch' });

/** The query of the routes that create a document and may send it. */
export const sendQuery = z.strictObject({
  send_peppol: queryFlag
    .optional()
    .describe('Whether the document is also sent over the network; by default `false`.'),
});
