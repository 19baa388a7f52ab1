import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';
import { z } from 'zod';
import { isDate } from '../../domain/calendar';
import { COUNTRIES } from '../../domain/code-lists/countries';
import { CURRENCIES } from '../../domain/currency';
import { electronicAddressFault } from '../../domain/electronic-address';
import type { Judged } from '../../domain/judged';
import { messageOf } from './parse';
import { storedVatNumber } from './vat-check';

/** Characters that XML 1.0 cannot hold, and so no document that travels as XML. */
// eslint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/;

/** What the interface description says of a schema whose rule is code. */
const described = (as: Readonly<Record<string, unknown>>) => ({ override: as });

/** Text of 1 to `max` code points, not blank only, of characters that XML can hold. */
export function text(max = 255) {
  return z
    .string()
    .refine((value) => value.trim() !== '', 'must not be blank')
    .refine((value) => value.length <= max || [...value].length <= max, `must have at most ${max} characters`)
    .refine((value) => value.isWellFormed() && !NOT_XML.test(value), 'has a character that is not allowed')
    .meta(described({ minLength: 1, maxLength: max }));
}

export const email = text(254).regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'must be an email address');

/** Of any version: ids of ours are of version 7, but one of another is a UUID too, only unknown. */
export const uuid = z
  .guid('must be a UUID in canonical form')
  .regex(/^[0-9a-f-]+$/, 'must be a UUID in canonical form')
  .meta(described({ format: 'uuid', pattern: '^[0-9a-f-]+$', allOf: undefined }));

export const date = z
  .string()
  .refine(isDate, 'must be a date, YYYY-MM-DD')
  .meta(described({ format: 'date' }));

/** An instant in a query: RFC 3339 with any offset. */
export const instant = z.iso
  .datetime({ offset: true, error: 'must be an RFC 3339 instant' })
  .transform((value) => new Date(value));

export const language = z.enum(['en', 'nl', 'fr', 'de']);
export const currency = z
  .string()
  .refine((code) => CURRENCIES.includes(code), 'must be an active ISO 4217 code')
  .meta(described({ pattern: '^[A-Z]{3}$', description: 'ISO 4217 code of an active currency.' }));
export const countryCode = z
  .string()
  .refine((code) => COUNTRIES.has(code), 'must be an ISO 3166-1 alpha-2 code')
  .meta(described({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2 code.' }));

/** Upper case, without spaces and dashes; the check digits are looked at. */
export const iban = z
  .string()
  .max(64, 'must be an IBAN')
  .transform((value) => electronicFormatIBAN(value) ?? '')
  .refine(isValidIBAN, 'must be an IBAN')
  .meta({ description: 'IBAN; spaces, dashes and lower case are taken.' });

/** Upper case, without spaces. */
export const bic = z
  .string()
  .max(64, 'must be a BIC')
  .transform((value) => value.replace(/ /g, '').toUpperCase())
  .refine(isValidBIC, 'must be a BIC')
  .meta({ description: 'BIC; spaces and lower case are taken.' });

/** A VAT number, however it is spaced; parsed to upper case without separators. */
export const vatNumber = text()
  .transform((value, context) => {
    const stored = storedVatNumber(value);
    if (stored !== undefined) return stored;
    context.addIssue('must be a VAT number that begins with its country code, such as BE0123456749');
    return z.NEVER;
  })
  .meta({
    description: 'VAT number with its country code, such as BE0123456749; its check digits must hold.',
  });

/** `scheme:value`, kept as it was given. */
export const electronicAddress = text()
  .superRefine((value, context) => {
    const fault = electronicAddressFault(value);
    if (fault !== null) context.addIssue(fault);
  })
  .meta({ description: 'Address on the e-invoicing network: `scheme:value`, such as 0208:0123456749.' });

/** A boolean in a query. */
export const queryFlag = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .meta(described({ type: 'boolean', enum: undefined }));

/** A member that may be left out; `null` means the same. */
export function optional<T extends z.ZodType>(schema: T) {
  return schema.nullish();
}

/**
 * An address, before its own rules are looked at: `country_code` may be missing here, which is
 * `invalid_address` and not a matter of the schema.
 */
export const address = z
  .strictObject({
    country_code: optional(countryCode),
    street: optional(text()),
    street_number: optional(text()),
    box: optional(text()),
    postal_code: optional(text()),
    city: optional(text()),
    region: optional(text()),
  })
  .meta({ id: 'AddressInput', description: '`country_code` is needed; `street_number` only with `street`.' });

export const addressBody = z
  .object({
    country_code: z.string(),
    street: z.string().nullable(),
    street_number: z.string().nullable(),
    box: z.string().nullable(),
    postal_code: z.string().nullable(),
    city: z.string().nullable(),
    region: z.string().nullable(),
  })
  .meta({ id: 'Address' });

const DECIMAL = /^-?(0|[1-9]\d*)(\.\d+)?$/;

interface DecimalBounds {
  /** The most that the member allows; more are refused, never rounded. */
  readonly decimals: number;
  readonly min?: number;
  readonly above?: number;
  readonly max?: number;
  readonly below?: number;
}

/** A decimal as text or as a JSON number of at most 15 significant digits; parsed to its text. */
export function decimal({ decimals, min, above, max, below }: DecimalBounds) {
  const bounds = [
    `Decimal with at most ${decimals} decimals`,
    ...(min === undefined ? [] : [`at least ${min}`]),
    ...(above === undefined ? [] : [`above ${above}`]),
    ...(max === undefined ? [] : [`at most ${max}`]),
    ...(below === undefined ? [] : [`below ${below.toLocaleString('en')}`]),
  ];
  const description = `${bounds.join(', ')}.`;
  return z
    .union([z.string(), z.number()], 'must be a decimal, as text or as a number')
    .transform((value) => (typeof value === 'number' ? plain(value) : value))
    .superRefine((value, context) => {
      const reason = fault(value);
      if (reason !== undefined) context.addIssue(reason);
    })
    .meta(
      described({ anyOf: [{ type: 'string', pattern: DECIMAL.source }, { type: 'number' }], description }),
    );

  function fault(text: string): string | undefined {
    if (!DECIMAL.test(text) || text.length > 60) return 'must be a decimal, such as 12.5';
    if ((text.split('.')[1] ?? '').length > decimals) return `must have at most ${decimals} decimals`;
    const size = Number(text);
    if (min !== undefined && size < min)
      return min === 0 ? 'must not be negative' : `must be at least ${min}`;
    if (above !== undefined && size <= above) return `must be above ${above}`;
    if (max !== undefined && size > max) return `must be at most ${max}`;
    if (below !== undefined && Math.abs(size) >= below) return `must be below ${below.toLocaleString('en')}`;
    return undefined;
  }
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
  const hidden = z.unknown().optional().meta({ is_read_only: true });
  return Object.fromEntries(names.map((name) => [name, hidden])) as Record<Name, z.ZodOptional<z.ZodUnknown>>;
}

/** A member of a PATCH whose verdict waits until it is known whether it may be changed at all. */
export function judged<T extends z.ZodType>(name: string, schema: T) {
  return z
    .unknown()
    .transform((value): Judged<z.output<T>> => {
      const result = schema.safeParse(value);
      if (result.success) return { value: result.data };
      const issue = result.error.issues[0]!;
      return { fault: messageOf({ ...issue, path: [name, ...issue.path] }, name) };
    })
    .meta({ judged_by: schema });
}

/** An instant in an answer: serialised as RFC 3339 in UTC with milliseconds. */
export const instantBody = z.date();
