import { z } from 'zod';
import { DOCUMENT_TYPE_NAMES } from '../../../domain/documents/document-type';
import { described } from '../../http/schemas/described';
import { statedAddressBody } from '../../http/schemas/address-schemas';
import { date, uuid } from '../../http/schemas/schemas';
import {
  ALLOWANCE_CHARGE_TERMS,
  LINE_ALLOWANCE_CHARGE_TERMS,
  LINE_TERMS,
  PRECEDING_DOCUMENT_TERMS,
} from './document-terms';

const nullableText = z.string().nullable();

/** The parts of a document in a response. */
export const partyBody = z
  .object(
    described(
      {
        name: z.string(),
        vat: nullableText,
        identifier: nullableText,
        electronic_address: nullableText,
        address: statedAddressBody.nullable(),
        email: nullableText,
        phone: nullableText,
        website: nullableText,
        contact_name: nullableText,
        legal_information: nullableText,
      },
      {
        name: 'The name of the company or person (BT-27, BT-44).',
        vat: 'The VAT number with its country code (BT-31, BT-48). `null` when there is none.',
        identifier: 'The number in a register of organisations (BT-30, BT-47). `null` when it is not known.',
        electronic_address:
          'The address on the e-invoicing network, `scheme:value` (BT-34, BT-49). It is read when the document is sent, and kept from then on. `null` when there is none.',
        address: 'The postal address (BG-5, BG-8). `null` when it is not known.',
        email: 'The email address of the contact (BT-43, BT-58). `null` when there is none.',
        phone: 'The telephone number of the contact (BT-42, BT-57). `null` when there is none.',
        website: 'The website, which is printed. `null` when there is none.',
        contact_name: 'The person or department to ask for (BT-41, BT-56). `null` when there is none.',
        legal_information:
          'What the law requires beside the name: legal form, register, court (BT-33). `null` when there is nothing, and for buyers.',
      },
    ),
  )
  .meta({ id: 'Party' });

export const networkErrorBody = z.object(
  described(
    { code: z.string(), message: z.string() },
    {
      code: 'The kind of the problem. Pending and tried again: `network_unavailable`, `outcome_unknown`, `pdf_not_made`. Failed: `receiver_not_registered`, `invalid_document`, `configuration` (of the access point), `not_delivered`, `gave_up` (after the last attempt), `closed_by_operator`. Rejected: `rejected_by_receiver`.',
      message: 'The problem in words.',
    },
  ),
);

export const precedingDocumentBody = z.object(
  described(
    { id: uuid.nullable(), number: z.string(), issue_date: date.nullable() },
    PRECEDING_DOCUMENT_TERMS,
  ),
);

export const relatedDocumentBody = z
  .object({
    id: uuid.describe('The id of the document.'),
    number: z.string().describe('The number of the document.'),
    type: z.enum(DOCUMENT_TYPE_NAMES).describe('The type of the document.'),
  })
  .meta({ id: 'RelatedDocument' });

export const creditNoteBody = z
  .object({
    id: uuid.describe('The id of the credit note.'),
    number: z.string().describe('The number of the credit note.'),
  })
  .meta({ id: 'CreditNoteReference' });

export const deliveryBody = z.object(
  described(
    {
      name: nullableText,
      identifier: nullableText,
      identifier_scheme: nullableText,
      address: statedAddressBody.nullable(),
    },
    {
      name: 'The name of the location (BT-70). `null` when there is none.',
      identifier: 'The number of the location in a register (BT-71). `null` when there is none.',
      identifier_scheme:
        'The register, a code of the ICD list such as `0088` (GLN). `null` without `identifier`.',
      address:
        'The address to which the goods go (BG-15). `null` only on a received document that states none.',
    },
  ),
);

export const paymentAccountBody = z.object(
  described(
    { iban: z.string(), bic: nullableText },
    {
      iban: 'The IBAN of the account (BT-84), without spaces.',
      bic: 'The BIC of its bank (BT-86). `null` when it is not stated.',
    },
  ),
);

export const allowanceChargeBody = z.object(
  described(
    {
      kind: z.enum(['allowance', 'charge']),
      amount: nullableText,
      percent: nullableText,
      reason: nullableText,
    },
    {
      ...ALLOWANCE_CHARGE_TERMS,
      reason: `${ALLOWANCE_CHARGE_TERMS.reason} \`null\` only on a received document that states none.`,
    },
  ),
);

export const vatGroupBody = z.object(
  described(
    {
      category: z.string(),
      rate: z.string(),
      taxable_amount: z.string(),
      vat_amount: z.string(),
      exemption_reason: nullableText,
      exemption_code: nullableText,
    },
    {
      category: 'The VAT category (BT-118); see `lines[].vat_category`.',
      rate: 'The VAT rate in percent (BT-119), such as `"21.00"`.',
      taxable_amount:
        'The amount that the VAT is computed on: lines, less allowances, plus charges (BT-116), in the currency of the document.',
      vat_amount: 'The VAT: `taxable_amount` × `rate`, rounded (BT-117), in the currency of the document.',
      exemption_reason: 'Why no VAT is charged, in words (BT-120). `null` when VAT is charged.',
      exemption_code: 'Why no VAT is charged, as a VATEX code (BT-121). `null` when none is stated.',
    },
  ),
);

export const totalsBody = z.object(
  described(
    {
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
    },
    {
      lines: 'The sum of the net amounts of all lines (BT-106).',
      allowances: 'The sum of the allowances of the document (BT-107).',
      charges: 'The sum of the charges of the document (BT-108).',
      tax_exclusive: 'The total without VAT: lines, less allowances, plus charges (BT-109).',
      tax: 'The total VAT (BT-110).',
      tax_inclusive: 'The total with VAT (BT-112). It is the total of the document.',
      rounding: 'An amount that rounds the amount to pay (BT-114). Other than 0 only in received documents.',
      paid: 'The amount paid before the document was issued (BT-113). Later payments do not change it.',
      payable:
        'The amount to pay when the document was issued: total with VAT, less paid, plus rounding (BT-115).',
      tax_in_company_currency:
        'The total VAT in the currency of the company (BT-111). `null` when the document has that currency, or no `exchange_rate`.',
    },
  ),
);

const lineAllowanceCharge = z
  .object(
    described(
      {
        kind: z.enum(['allowance', 'charge']),
        amount: z.string(),
        percent: nullableText,
        base_amount: nullableText,
        reason: nullableText,
      },
      LINE_ALLOWANCE_CHARGE_TERMS,
    ),
  )
  .meta({ id: 'LineAllowanceCharge' });

export const lineBody = z.object(
  described(
    {
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
    },
    LINE_TERMS,
  ),
);
