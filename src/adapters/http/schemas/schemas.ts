import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';
import { z } from 'zod';
import { isDate } from '../../../domain/values/calendar';
import { COUNTRIES } from '../../../domain/code-lists/countries';
import { isLongerThan } from '../../../domain/values/code-points';
import { CURRENCIES } from '../../../domain/values/currency';
import { electronicAddressFault } from '../../../domain/values/electronic-address';
import { EMAIL } from '../../../domain/values/email';
import { LANGUAGES } from '../../../domain/master-data/company';
import { isUuid } from '../../../domain/values/uuid';
import type { Validated } from '../../../domain/values/validated';
import { isXmlText } from '../../../domain/values/xml-text';
import { INEXACT, messageOf } from '../requests/parse';
import { storedVatNumber, vatNumberFault } from './vat-check';

/** Metadata of a schema whose rule is code: overrides its generated JSON Schema. */
const shownAs = (override: Readonly<Record<string, unknown>>) => ({ override });

/**
 * Text of 1 to `max` code points that is not blank and has only characters allowed in XML. The length is checked first.
 * The first fault ends validation: chained rules do not run on invalid text.
 */
export function text(max = 255) {
  return z
    .string()
    .check((payload) => refuse(payload, textFault(payload.value, max)))
    .meta(shownAs({ minLength: 1, maxLength: max }));
}

/** The text of a search. Shorter ones would match nearly everything. */
export const searchText = text(100)
  .refine((part) => [...part.normalize('NFC')].length >= 3, 'must have at least 3 characters')
  .meta(shownAs({ minLength: 3, maxLength: 100 }));

/** Reports a fault and ends validation of the value: chained rules do not run. */
function refuse({ value, issues }: z.core.ParsePayload, fault: string | undefined): void {
  if (fault !== undefined) issues.push({ code: 'custom', message: fault, input: value, continue: false });
}

function textFault(value: string, max: number): string | undefined {
  if (isLongerThan(value, max)) return `must have at most ${max} characters`;
  if (value.trim() === '') return 'must not be blank';
  if (!isXmlText(value)) return 'has a character that is not allowed';
  return undefined;
}

/** Text with a rule of its own. Text of more than `max` UTF-16 units is rejected before the rule runs. */
export function textOf(max: number, isValid: (value: string) => boolean, fault: string) {
  return z.string().refine((value) => value.length <= max && isValid(value), { error: fault, abort: true });
}

/** A whole number in a query. */
export function whole(min: number, max: number, fallback: number) {
  const isInside = (value: string) =>
    /^(0|[1-9]\d*)$/.test(value) && Number(value) >= min && Number(value) <= max;
  return textOf(16, isInside, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .default(fallback)
    .meta(shownAs({ type: 'integer', minimum: min, maximum: max, default: fallback, pattern: undefined }));
}

/** Text of at most `max` UTF-16 units that matches an anchored pattern. */
export function textMatching(pattern: RegExp, max: number, fault: string) {
  return textOf(max, (value) => pattern.test(value), fault).meta(shownAs({ pattern: pattern.source }));
}

type Bound = readonly [entries: number, fault: string];

/**
 * An array with a minimum and maximum length. The entries of a longer array are not validated. The length checks run
 * for arrays only: zod's own length checks run for any value with a field `length`, and throw when it is not a number.
 */
export function list<T extends z.ZodType>(entry: T, { min, max }: { min?: Bound; max: Bound }) {
  const of_lists = { when: ({ value }: { value: unknown }) => Array.isArray(value) };
  const bounded = z.array(entry).max(max[0], { error: max[1], ...of_lists });
  return min ? bounded.min(min[0], { error: min[1], ...of_lists }) : bounded;
}

export const email = text(254).regex(EMAIL, 'must be an email address');

/** A UUID of any version. The service issues version 7; a UUID of another version is valid and unknown. */
export const uuid = textOf(36, isUuid, 'must be a UUID in canonical form').meta(
  shownAs({ format: 'uuid', pattern: '^[0-9a-f-]+$' }),
);

export const date = textOf(10, isDate, 'must be a date, YYYY-MM-DD').meta(shownAs({ format: 'date' }));

const INSTANT = z.regexes.datetime({ offset: true });

/** An instant in a query: RFC 3339 with any offset. */
export const instant = textOf(64, (value) => INSTANT.test(value.toUpperCase()), 'must be an RFC 3339 instant')
  .meta(shownAs({ format: 'date-time' }))
  .transform((value) => new Date(value.toUpperCase()));

export const language = z.enum(LANGUAGES);
export const currency = textOf(
  3,
  (code) => CURRENCIES.includes(code),
  'must be an active ISO 4217 code',
).meta({ ...shownAs({ pattern: '^[A-Z]{3}$' }), description: 'ISO 4217 code of an active currency.' });
export const countryCode = textOf(
  2,
  (code) => COUNTRIES.has(code),
  'must be an ISO 3166-1 alpha-2 code',
).meta({ ...shownAs({ pattern: '^[A-Z]{2}$' }), description: 'ISO 3166-1 alpha-2 code.' });

/** Parsed to upper case without spaces and dashes; the check digits are verified. */
export const iban = textOf(64, () => true, 'must be an IBAN')
  .transform((value) => electronicFormatIBAN(value) ?? '')
  .refine(isValidIBAN, 'must be an IBAN')
  .meta({ description: 'IBAN; spaces, dashes and lower case are accepted.' });

/** Parsed to upper case without spaces. */
export const bic = textOf(64, () => true, 'must be a BIC')
  .transform((value) => value.replace(/ /g, '').toUpperCase())
  .refine(isValidBIC, 'must be a BIC')
  .meta({ description: 'BIC; spaces and lower case are accepted.' });

/** A VAT number with any separators; parsed to upper case without them. */
export const vatNumber = text()
  .transform((value, context) => {
    const stored = storedVatNumber(value);
    if (stored !== undefined) return stored;
    context.addIssue(vatNumberFault(value));
    return z.NEVER;
  })
  .meta({
    description: 'VAT number with its country code, such as BE0123456749; its check digits are verified.',
  });

/** `scheme:value`, unchanged. */
export const electronicAddress = text()
  .superRefine((value, context) => {
    const fault = electronicAddressFault(value);
    if (fault !== null) context.addIssue(fault);
  })
  .meta({ description: 'Address on the e-invoicing network: `scheme:value`, such as 0208:0123456749.' });

/** A boolean in a query: `true` or `false`. */
export const queryFlag = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .meta(shownAs({ type: 'boolean', enum: undefined }));

/** A field that may be missing or `null`, with the same meaning. */
export function optional<T extends z.ZodType>(schema: T) {
  return schema.nullish();
}

const DECIMAL = /^-?(0|[1-9]\d*)(\.\d+)?$/;

interface DecimalBounds {
  /** The maximum number of decimals; a value with more is rejected, not rounded. */
  readonly decimals: number;
  readonly min?: number;
  readonly above?: number;
  readonly max?: number;
  /** A power of ten: the bound of the absolute value. */
  readonly below?: number;
}

/** A decimal as text, or as a JSON number of at most 15 significant digits; parsed to text. */
export function decimal({ decimals, min, above, max, below }: DecimalBounds) {
  const bounds = [
    `Decimal with at most ${decimals} decimals`,
    ...(min === undefined ? [] : [`at least ${min}`]),
    ...(above === undefined ? [] : [`above ${above}`]),
    ...(max === undefined ? [] : [`at most ${max}`]),
    ...(below === undefined ? [] : [`below ${below.toLocaleString('en')}`]),
  ];
  const description = `${bounds.join(', ')}.`;
  const whole_digits = below && String(below).length - 1;
  const schema = z
    .unknown()
    .check((payload) => {
      // One check instead of a chain of rules: a document of 1,000 lines has thousands of decimals.
      const { value } = payload;
      const text = typeof value === 'number' ? plain(value) : (writtenNumber(value) ?? value);
      payload.value = text;
      refuse(payload, fault(text));
    })
    .meta({
      ...shownAs({ anyOf: [{ type: 'string', pattern: DECIMAL.source }, { type: 'number' }] }),
      description,
    });
  return schema as unknown as z.ZodType<string, string | number>;

  function fault(text: unknown): string | undefined {
    if (typeof text !== 'string') return 'must be a decimal, as text or as a number';
    if (text.length > 60 || !DECIMAL.test(text)) return 'must be a decimal, such as 12.5';
    if ((text.split('.')[1] ?? '').length > decimals) return `must have at most ${decimals} decimals`;
    const size = Number(text);
    if (min !== undefined && size < min)
      return min === 0 ? 'must not be negative' : `must be at least ${min}`;
    if (above !== undefined && size <= above) return `must be above ${above}`;
    if (max !== undefined && size > max) return `must be at most ${max}`;
    // As text: the double nearest to 999999999999.999999 is 10^12.
    if (whole_digits !== undefined && text.replace('-', '').split('.')[0]!.length > whole_digits)
      return `must be below ${below!.toLocaleString('en')}`;
    return undefined;
  }
}

/** The text of a number whose last decimals a double does not have, such as `1.000`; see `parseJson`. */
function writtenNumber(value: unknown): string | undefined {
  return typeof value === 'symbol' && value !== INEXACT ? value.description : undefined;
}

/** A double as decimal text without an exponent. */
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

/** Fields that a PATCH cannot change. The schema accepts any value, and the domain rejects the field by name. */
export function readOnly<Name extends string>(names: readonly Name[]) {
  const hidden = z.unknown().optional().meta({ is_read_only: true });
  return Object.fromEntries(names.map((name) => [name, hidden])) as Record<Name, z.ZodOptional<z.ZodUnknown>>;
}

/**
 * A field of a PATCH whose validation error is reported by the domain, after the check whether the field may be
 * changed at all.
 */
export function validated<T extends z.ZodType>(name: string, schema: T) {
  return z
    .unknown()
    .transform((value): Validated<z.output<T>> => {
      const result = schema.safeParse(value);
      if (result.success) return { sent: value, value: result.data };
      const issue = result.error.issues[0]!;
      return { sent: value, fault: messageOf({ ...issue, path: [name, ...issue.path] }, name) };
    })
    .meta({ checked_by: schema });
}

/** An instant in a response: RFC 3339 in UTC with milliseconds. */
export const instantBody = z.date();
