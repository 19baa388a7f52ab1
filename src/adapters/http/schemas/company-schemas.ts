import { z } from 'zod';
import { COMPANY_READ_ONLY, isNamedTimeZone } from '../../../domain/master-data/company';
import { address } from './address-schemas';
import { COMMON_TERMS, described } from './described';
import {
  currency,
  date,
  electronicAddress,
  email,
  language,
  optional,
  readOnly,
  text,
  vatNumber,
} from './schemas';

const timezone = text().refine(isNamedTimeZone, 'must be the name of a time zone, such as Europe/Brussels');

/** What the fields of a company mean. BT and BG are terms of EN 16931. */
export const COMPANY_TERMS = {
  ...COMMON_TERMS,
  name: 'The name of the company (BT-27); as the buyer of received documents BT-44.',
  vat: 'The VAT number with its country code, such as `BE0123456749` (BT-31); its check digits are verified. Stored in upper case without separators. `null` when there is none.',
  identifier:
    'The number in a register of organisations, such as `0123456749` (BT-30). `null` when there is none.',
  electronic_address:
    'The address on the e-invoicing network, `scheme:value`, such as `0208:0123456749` (BT-34). Unique among companies; needed for sending and receiving. `null` when there is none.',
  address: 'The postal address (BG-5). `null` when it is not known.',
  email: 'The email address that documents state (BT-43). `null` when there is none.',
  phone: 'The telephone number that documents state (BT-42). `null` when there is none.',
  website: 'The website that documents state. `null` when there is none.',
  contact_name:
    'The person or department to ask for, as documents state it (BT-41). `null` when there is none.',
  legal_information:
    'What the law requires on paper beside the name, such as legal form, register and court (BT-33). `null` when there is none.',
  currency:
    'The ISO 4217 code of the currency of the books, in which VAT is owed (BT-6), and of documents that name none; by default `EUR`.',
  language: 'The language of documents whose relation has none; by default `en`.',
  timezone:
    'The time zone in which days begin, such as for the issue date of today: a name of the IANA database; by default `Europe/Brussels`.',
  self_billing_enabled:
    'Whether the company issues invoices in the name of its suppliers (`purchase_invoice`, `purchase_credit_note`); by default `false`.',
  embed_pdf: 'Whether the PDF of a document is embedded in the UBL that is sent; by default `true`.',
  books_closed_until:
    'The last day of the books that are closed: no document is issued, deleted or changed in amount up to it. `null` when none are closed.',
  default_journals:
    'Whether a default journal is created for each category, with the codes `INV`, `CRN`, `PRO`, `QUO`, `SBI` and `SBC`, numbered by year; by default `true`.',
} as const;

/** Fields that `null` clears. */
const particulars = {
  vat: optional(vatNumber),
  identifier: optional(text()),
  electronic_address: optional(electronicAddress),
  address: optional(address),
  email: optional(email),
  phone: optional(text()),
  website: optional(text()),
  contact_name: optional(text()),
  legal_information: optional(text()),
  books_closed_until: optional(date),
};

/** The fields of a new company in management. */
export const companyInput = z
  .strictObject(
    described(
      {
        name: text(),
        ...particulars,
        currency: optional(currency),
        language: optional(language),
        timezone: optional(timezone),
        self_billing_enabled: optional(z.boolean()),
        embed_pdf: optional(z.boolean()),
        default_journals: optional(z.boolean()),
      },
      COMPANY_TERMS,
    ),
  )
  .meta({ id: 'CompanyInput' });

/** The fields of a company that management can change. */
export const companyPatch = z
  .strictObject({
    ...described(
      {
        name: text().optional(),
        ...particulars,
        currency: currency.optional(),
        language: language.optional(),
        timezone: timezone.optional(),
        self_billing_enabled: z.boolean().optional(),
        embed_pdf: z.boolean().optional(),
      },
      COMPANY_TERMS,
    ),
    ...readOnly(COMPANY_READ_ONLY),
  })
  .meta({ id: 'CompanyPatch' });
