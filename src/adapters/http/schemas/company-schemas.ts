import { z } from 'zod';
import { COMPANY_READ_ONLY, isNamedTimeZone } from '../../../domain/master-data/company';
import { address } from './address-schemas';
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

/** Fields that `null` clears. */
const particulars = {
  vat: optional(vatNumber),
  identifier: optional(text()),
  electronic_address: optional(electronicAddress),
  address: optional(address),
  email: optional(email),
  phone: optional(text()),
  website: optional(text()),
  contact_name: optional(text().meta({ description: 'The person or department to ask for (BT-41).' })),
  legal_information: optional(
    text().meta({
      description: 'What the law requires beside the name, such as legal form, register and court (BT-33).',
    }),
  ),
  books_closed_until: optional(date),
};

/** The fields of a new company in management. */
export const companyInput = z.strictObject({
  name: text(),
  ...particulars,
  currency: optional(currency),
  language: optional(language),
  timezone: optional(timezone),
  self_billing_enabled: optional(z.boolean()),
  embed_pdf: optional(z.boolean()),
  default_journals: optional(z.boolean()),
});

/** The fields of a company that management can change. */
export const companyPatch = z.strictObject({
  name: text().optional(),
  ...particulars,
  currency: currency.optional(),
  language: language.optional(),
  timezone: timezone.optional(),
  self_billing_enabled: z.boolean().optional(),
  embed_pdf: z.boolean().optional(),
  ...readOnly(COMPANY_READ_ONLY),
});
