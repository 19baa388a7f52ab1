import { z } from 'zod';
import { isDate } from '../../domain/calendar';
import { COUNTRIES } from '../../domain/code-lists/countries';
import { CURRENCIES } from '../../domain/currency';

/** Characters that XML 1.0 cannot hold, and so no document that travels as XML. */
// eslint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/;

/** Text of 1 to `max` code points, not blank only, of characters that XML can hold. */
export function text(max = 255) {
  return z
    .string()
    .refine((value) => value.trim() !== '', 'must not be blank')
    .refine((value) => value.length <= max || [...value].length <= max, `must have at most ${max} characters`)
    .refine((value) => value.isWellFormed() && !NOT_XML.test(value), 'has a character that is not allowed');
}

export const email = text(254).regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'must be an email address');

export const uuid = z.uuid('must be a UUID in canonical form').regex(/^[0-9a-f-]+$/, 'must be a UUID in canonical form');

export const date = z.string().refine(isDate, 'must be a date, YYYY-MM-DD');

/** An instant in a query: RFC 3339 with any offset. */
export const instant = z.iso
  .datetime({ offset: true, error: 'must be an RFC 3339 instant' })
  .transform((value) => new Date(value));

export const language = z.enum(['en', 'nl', 'fr', 'de']);
export const currency = z.string().refine((code) => CURRENCIES.includes(code), 'must be an active ISO 4217 code');
export const countryCode = z.string().refine((code) => COUNTRIES.has(code), 'must be an ISO 3166-1 alpha-2 code');

/** A boolean in a query. */
export const queryFlag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** A member that may be left out; `null` means the same. */
export function optional<T extends z.ZodType>(schema: T) {
  return schema.nullish();
}

/**
 * An address, before its own rules are looked at: `country_code` may be missing here, which is
 * `invalid_address` and not a matter of the schema.
 */
export const address = z.strictObject({
  country_code: optional(countryCode),
  street: optional(text()),
  street_number: optional(text()),
  box: optional(text()),
  postal_code: optional(text()),
  city: optional(text()),
  region: optional(text()),
});

export const addressBody = z.object({
  country_code: z.string(),
  street: z.string().nullable(),
  street_number: z.string().nullable(),
  box: z.string().nullable(),
  postal_code: z.string().nullable(),
  city: z.string().nullable(),
  region: z.string().nullable(),
});

const DECIMAL = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/**
 * A decimal as text or as a JSON number of at most 15 significant digits; parsed to its text.
 *
 * @param decimals - the most that the member allows; more are refused, never rounded
 */
export function decimal({ decimals, min, below }: { decimals: number; min?: number; below: number }) {
  return z
    .union([z.string(), z.number()], 'must be a decimal, as text or as a number')
    .transform((value) => (typeof value === 'number' ? plain(value) : value))
    .refine((value) => DECIMAL.test(value) && value.length <= 60, 'must be a decimal, such as 12.5')
    .refine((value) => (value.split('.')[1] ?? '').length <= decimals, `must have at most ${decimals} decimals`)
    .refine((value) => min === undefined || Number(value) >= min, min === 0 ? 'must not be negative' : `must be at least ${min}`)
    .refine((value) => Math.abs(Number(value)) < below, `must be below ${below.toLocaleString('en')}`);
}

/** A double of few digits as text without an exponent. */
function plain(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  const [mantissa = '', exponent = '0'] = text.split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const sign = value < 0 ? '-' : '';
  const shift = Number(exponent);
  if (shift < 0) return `${sign}0.${'0'.repeat(-shift - whole.length)}${whole}${fraction}`;
  return `${sign}${whole}${fraction.padEnd(shift, '0')}`;
}

/** Schema members for what a PATCH must see, so that the domain can refuse it by name, whatever its value. */
export function readOnly<Name extends string>(names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, z.unknown().optional()])) as Record<Name, z.ZodOptional<z.ZodUnknown>>;
}

/** An instant in an answer: serialised as RFC 3339 in UTC with milliseconds. */
export const instantBody = z.date();
