import { z } from 'zod';
import { COMMON_TERMS, described } from './described';
import { ownDataBody } from './own-data-schemas';
import { bic, iban, instantBody, optional, text } from './schemas';

/** What the fields of a bank account mean. BT are terms of EN 16931. */
export const BANK_ACCOUNT_TERMS = {
  ...COMMON_TERMS,
  reference:
    'The IBAN of the account (BT-84), unique in the company. Spaces, dashes and lower case are accepted; it is stored without them in upper case.',
  bic: 'The BIC of the bank (BT-86). `null` when it is not known.',
  name: 'What the account is called in your books; it is neither printed nor sent. `null` when there is none.',
  default:
    'Whether documents whose journal names no account ask to pay to this one. A company with accounts has exactly one default: the first account becomes it, and `true` on another one takes it over.',
  manual: '`true` for an account that was created over this API, `false` for one that the operator manages.',
} as const;

/** The fields of a new bank account, in the API and in management. */
export const bankAccountInput = z.strictObject(
  described({ reference: iban, bic: optional(bic), name: optional(text()) }, BANK_ACCOUNT_TERMS),
);

export const bankAccountBody = z
  .object({
    ...described(
      {
        id: z.string(),
        reference: z.string(),
        bic: z.string().nullable(),
        name: z.string().nullable(),
        default: z.boolean(),
        manual: z.boolean(),
        created_at: instantBody,
        updated_at: instantBody,
      },
      BANK_ACCOUNT_TERMS,
    ),
    ...ownDataBody,
  })
  .meta({ id: 'BankAccount' });
