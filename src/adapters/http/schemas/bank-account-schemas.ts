import { z } from 'zod';
import { ownDataBody } from './own-data-schemas';
import { bic, iban, instantBody, optional, text } from './schemas';

/** The fields of a new bank account, in the API and in management. */
export const bankAccountInput = z.strictObject({
  reference: iban,
  bic: optional(bic),
  name: optional(text()),
});

export const bankAccountBody = z.object({
  id: z.string(),
  reference: z.string(),
  bic: z.string().nullable(),
  name: z.string().nullable(),
  default: z.boolean(),
  manual: z.boolean(),
  ...ownDataBody,
  created_at: instantBody,
  updated_at: instantBody,
});
