import type { StatedAddress } from '../../../domain/values/address';
import { isDate } from '../../../domain/values/calendar';
import { isLongerThan } from '../../../domain/values/code-points';
import { isCurrency, minorUnits } from '../../../domain/values/currency';
import { RECEIVED_VAT_CATEGORIES, type ReceivedVatCategory } from '../../../domain/amounts/vat-category';
import { UBL_DECIMALS } from '../../../domain/e-invoicing/ubl-form';
import { claimsPeppol } from '../../../domain/e-invoicing/identifiers';
import { type ParsedEInvoice, EInvoiceFault } from '../../../domain/e-invoicing/parsed-e-invoice';
import { decimal, decimalsOf } from '../../../domain/values/money';
import { attribute, textOf, type XmlElement } from '../xml/xml-element';

/** The codes of UNTDID 1001 that EN 16931 defines as credit notes (BR-CL-01). */
const CREDIT_NOTE_CODES: ReadonlySet<string> = new Set([
  '81',
  '83',
  '261',
  '262',
  '296',
  '308',
  '381',
  '396',
  '420',
  '458',
  '532',
]);

export function isCreditNoteCode(type_code: string): boolean {
  return CREDIT_NOTE_CODES.has(type_code);
}

/** @throws EInvoiceFault */
export function required<T>(value: T | null, place: string, rule: string): T {
  if (value === null) throw new EInvoiceFault(place, `is missing (${rule})`);
  return value;
}

/** A decimal of XML Schema: no exponent; sign, leading zeros, and digits on one side of the point only are allowed. */
const XSD_DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?$/;
const MAX_DIGITS = 40;
/**
 * Maximum lengths of a number and of a date, leading zeros included. A longer text is rejected before it is matched.
 */
const MAX_NUMBER_LENGTH = 100;
const MAX_DATE_LENGTH = 30;

/**
 * Parses a decimal of XML Schema.
 *
 * @returns the number in the form that the interface uses
 * @throws EInvoiceFault
 */
export function decimalAt(text: string | null, place: string): string | null {
  if (text === null) return null;
  if (text.length > MAX_NUMBER_LENGTH) throw new EInvoiceFault(place, 'has too many digits');
  const [, sign, digits = '', fraction = ''] = XSD_DECIMAL.exec(text) ?? [];
  if (sign === undefined || !/\d/.test(text)) throw new EInvoiceFault(place, 'must be a decimal number');
  const whole = digits.replace(/^0+/, '');
  if (whole.length + fraction.length > MAX_DIGITS) throw new EInvoiceFault(place, 'has too many digits');
  return `${sign === '-' ? '-' : ''}${whole || '0'}${fraction === '' ? '' : `.${fraction}`}`;
}

const AMOUNT_LIMIT = decimal('1000000000000000');

/** Parses amounts in one currency. */
export class Amounts {
  readonly #currency: string;
  readonly #decimals: number;

  constructor(currency: string) {
    this.#currency = currency;
    this.#decimals = Math.max(UBL_DECIMALS, minorUnits(currency));
  }

  /** @throws EInvoiceFault when it is not a number, too large, in another currency, or has too many decimals */
  at(element: XmlElement | undefined, place: string): string | null {
    const text = decimalAt(textOf(element), place);
    if (text === null) return null;
    const stated = attribute(element, 'currencyID');
    if (stated !== null && stated !== this.#currency) {
      throw new EInvoiceFault(place, "is not in the document's currency (PEPPOL-EN16931-R051)");
    }
    if (decimalsOf(text) > this.#decimals) {
      throw new EInvoiceFault(place, `must have at most ${this.#decimals} decimals (UBL-DT-01)`);
    }
    if (decimal(text).abs().gte(AMOUNT_LIMIT)) throw new EInvoiceFault(place, 'must be below 10^15');
    return text;
  }
}

/**
 * Validates the currencies of the VAT totals. @throws EInvoiceFault for a third currency, which Peppol does not allow
 */
export function assertTaxCurrencies(
  codes: readonly string[],
  { currency, tax_currency }: Pick<ParsedEInvoice, 'currency' | 'tax_currency'>,
  customization_id: string | null,
): void {
  if (!claimsPeppol(customization_id)) return;
  if (codes.every((code) => code === currency || code === tax_currency)) return;
  throw new EInvoiceFault('totals.tax', "is not in the document's currency (PEPPOL-EN16931-R051)");
}

/** @throws EInvoiceFault for an unknown currency code */
export function currencyAt(code: string | null, place: string): string | null {
  if (code !== null && !isCurrency(code)) {
    throw new EInvoiceFault(place, 'must be an active ISO 4217 code (BR-CL-04)');
  }
  return code;
}

/** A date of XML Schema. A time zone, which EN 16931 does not allow, is dropped and does not shift the date. */
export function dateAt(text: string | null, place: string): string | null {
  return calendarDate(text, place, (date) => date.replace(/(Z|[+-]\d\d:\d\d)$/, ''));
}

/** `YYYYMMDD` (UNTDID 2379, format 102). */
export function compactDateAt(text: string | null, place: string): string | null {
  return calendarDate(text, place, (date) => date.replace(/^(\d{4})-?(\d{2})-?(\d{2})$/, '$1-$2-$3'));
}

function calendarDate(text: string | null, place: string, spelled: (text: string) => string): string | null {
  if (text === null) return null;
  const date = text.length > MAX_DATE_LENGTH ? null : spelled(text);
  if (date === null || !isDate(date)) throw new EInvoiceFault(place, 'must be a date of the calendar');
  return date;
}

const CATEGORIES: ReadonlySet<string> = new Set(RECEIVED_VAT_CATEGORIES);

/** @throws EInvoiceFault for an unknown category code */
export function vatCategoryAt(code: string | null, place: string, rule: string): ReceivedVatCategory {
  const category = required(code, place, rule);
  if (!CATEGORIES.has(category)) {
    throw new EInvoiceFault(place, 'must be a VAT category of UNTDID 5305 (BR-CL-17)');
  }
  return category as ReceivedVatCategory;
}

/** Parses a boolean of XML Schema. @throws EInvoiceFault */
export function kindAt(charge_indicator: string | null, place: string): 'allowance' | 'charge' {
  if (!/^(true|false|1|0)$/.test(charge_indicator ?? '')) {
    throw new EInvoiceFault(place, 'must be true or false');
  }
  return charge_indicator === 'true' || charge_indicator === '1' ? 'charge' : 'allowance';
}

/** Two letters, or the code of Kosovo (BR-CL-14). */
const COUNTRY = /^(?:[a-z]{2}|1a)$/i;

/** An address of unstructured lines. They are joined, because the position of the street number is unknown. */
export function addressOfLines(
  street_lines: readonly (string | null)[],
  {
    country_code,
    street_number = null,
    ...rest
  }: Omit<StatedAddress, 'street' | 'box' | 'street_number'> & {
    readonly street_number?: string | null;
  },
): StatedAddress | null {
  const street = street_lines.filter((line) => line !== null).join(', ') || null;
  const address = {
    country_code: country_code !== null && COUNTRY.test(country_code) ? country_code.toUpperCase() : null,
    street,
    street_number: street === null ? null : street_number,
    box: null,
    ...rest,
  };
  return Object.values(address).some((part) => part !== null) ? address : null;
}

/** `scheme:value`; null without a scheme, because the value alone identifies no party. */
export function schemedAddress(element: XmlElement | undefined): string | null {
  const value = textOf(element);
  const scheme = attribute(element, 'schemeID');
  return value === null || scheme === null ? null : `${scheme}:${value}`;
}

export function schemedIdentifier(element: XmlElement | undefined) {
  const value = textOf(element);
  return value === null ? [] : [{ scheme: attribute(element, 'schemeID'), value }];
}

/** Maximum length of values that a database index contains. */
const MAX_KEY = 255;

/** @throws EInvoiceFault */
export function numberAt(text: string | null, place: string, rule: string): string {
  const number = required(text, place, rule);
  if (isLongerThan(number, MAX_KEY))
    throw new EInvoiceFault(place, `must have at most ${MAX_KEY} characters`);
  return number;
}
