import { STANDARD_COLOR } from '../../../domain/master-data/branding';
import { COMMON_TERMS } from '../../http/schemas/described';

/** What the fields of master data mean, in requests and in responses. BT and BG are terms of EN 16931. */
export const RELATION_TERMS = {
  ...COMMON_TERMS,
  type: '`company`: an organisation. `contact`: a person.',
  name: 'The name of the company (BT-27, BT-44).',
  first_name: 'The first name of the person. `null` when it is not known.',
  last_name: 'The last name of the person (with the first name BT-44).',
  vat: 'The VAT number with its country code, such as `BE0123456749` (BT-31, BT-48). Its check digits are verified; it is stored in upper case without separators. Unique among companies; only a creation with `ignore_duplicate=true` may repeat it. `null` when there is none.',
  identifier:
    'The number in a register of organisations, such as `0123456749` (BT-30, BT-47). Unique among companies; only a creation with `ignore_duplicate=true` may repeat it. `null` when it is not known.',
  electronic_address:
    'The address on the e-invoicing network, `scheme:value`, such as `0208:0123456749` (BT-34, BT-49); the scheme is a code of the EAS list. Needed for sending. Unique among companies; only a creation with `ignore_duplicate=true` may repeat it. `null` when there is none.',
  website: 'The website. `null` when there is none.',
  email: 'The email address (BT-43, BT-58). `null` when there is none.',
  phone: 'The telephone number (BT-42, BT-57). `null` when there is none.',
  language: 'The language of documents for the relation. `null` stands for the language of the company.',
  address: 'The postal address (BG-5, BG-8). Needed for documents. `null` when it is not known.',
  iban: 'The IBAN of the account of the relation (BT-84). Spaces, dashes and lower case are accepted. `null` when it is not known.',
  bic: 'The BIC of the bank of that account (BT-86). Spaces and lower case are accepted. `null` when it is not known.',
  payment_term_days:
    'The number of days from `issue_date` to `due_date` of documents for the relation, 0 to 365. `null` stands for 30 days.',
  buyer_reference:
    'The reference that documents for the relation state when they are given none (BT-10). `null` when there is none.',
  note: 'A text for internal use; it is neither printed nor sent. `null` when there is none.',
} as const;

export const DELIVERY_LOCATION_TERMS = {
  ...COMMON_TERMS,
  name: 'The name of the location (BT-70). `null` when there is none.',
  identifier:
    'The number of the location in a register (BT-71). Only with `identifier_scheme`; `null` when there is none.',
  identifier_scheme:
    'The register, a code of the ICD list with four digits, such as `0088` (GLN). Only with `identifier`; `null` when there is none.',
  address: 'The address to which the goods go (BG-15).',
} as const;

export const BRANDING_TERMS = {
  ...COMMON_TERMS,
  name: 'A name for the branding; it is not printed.',
  default:
    'Whether documents without a `branding_id` use this branding. A company with brandings has exactly one default: the first branding becomes it, and `true` on another one takes it over.',
  primary_color: `The colour of titles and lines in the PDF, \`#rrggbb\`. \`null\` stands for dark blue, \`${STANDARD_COLOR}\`.`,
  address_position:
    'For which envelopes the PDF is laid out: with `right` the address of the receiver stands in a window on the right (C5/6, with a window of 85 × 33 mm, 55 mm below the upper edge of the page), with `left` at the left margin. It is `left` by default.',
  header:
    'A text below the logo on the first page of the PDF, which shows its first 8 lines. `null` when there is none.',
  footer:
    'A text at the bottom of every page of the PDF, which shows its first 8 lines. `null` when there is none.',
  has_logo: 'Whether the branding has a logo; `GET …/logo` returns it.',
} as const;
