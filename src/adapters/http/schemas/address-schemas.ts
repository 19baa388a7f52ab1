import { z } from 'zod';
import { described } from './described';
import { countryCode, optional, text } from './schemas';

const nullableText = z.string().nullable();

const ADDRESS_TERMS = {
  country_code:
    'The country, as an ISO 3166-1 alpha-2 code such as `BE` (BT-40, BT-55, BT-80). Required in every address.',
  street: 'The street, without the number (with it BT-35, BT-50, BT-75). `null` when it is not known.',
  street_number: 'The number of the house in the street. `null` when it is not known; only with `street`.',
  box: 'The box, suite or floor (BT-36, BT-51, BT-76). A value that begins with a word, such as `Suite 4`, is printed as it is; another one gets the word of its place, such as `bus 4` in Ghent and `bte 4` in Namur. `null` when there is none.',
  postal_code: 'The postal code (BT-38, BT-53, BT-78). `null` when it is not known.',
  city: 'The city or town (BT-37, BT-52, BT-77). `null` when it is not known.',
  region: 'The state, province or other subdivision (BT-39, BT-54, BT-79). `null` when it is not known.',
} as const;

/** The shape of an address. A missing `country_code` is valid here: the domain refuses it as `invalid_address`. */
export const address = z
  .strictObject(
    described(
      {
        country_code: optional(countryCode),
        street: optional(text()),
        street_number: optional(text()),
        box: optional(text()),
        postal_code: optional(text()),
        city: optional(text()),
        region: optional(text()),
      },
      ADDRESS_TERMS,
    ),
  )
  .meta({ id: 'AddressInput' });

export const addressBody = z
  .object(
    described(
      {
        country_code: z.string(),
        street: nullableText,
        street_number: nullableText,
        box: nullableText,
        postal_code: nullableText,
        city: nullableText,
        region: nullableText,
      },
      ADDRESS_TERMS,
    ),
  )
  .meta({ id: 'Address' });

/** An address of a document. */
export const statedAddressBody = addressBody
  .extend({
    country_code: nullableText.describe(
      'The country, as an ISO 3166-1 alpha-2 code such as `BE` (BT-40, BT-55, BT-80). On a received document, the code that it states, which may be one that is not in ISO 3166-1, such as `1A` (Kosovo); `null` only when it states no code, or one that is neither two letters nor `1A`.',
    ),
  })
  .meta({ id: 'StatedAddress' });
