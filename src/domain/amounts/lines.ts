import { DomainError } from '../errors';
import {
  ZERO,
  amount,
  decimal,
  writtenDecimals,
  isNegative,
  isZero,
  percent,
  percentOf,
  rounded,
  shortestDecimal,
  type Decimal,
} from '../values/money';
import { lineVat, type VatCategory } from './vat-category';

type Optional<T> = T | null | undefined;

/**
 * A line from a request, or a stored line. The request's schema has checked each field by itself: form, sign, range and
 * decimals of numbers (`quantity` and `unit_price` 6, `discount_percent` and `vat_rate` 2), lengths of texts, and that
 * `unit` is a known code. This module checks what depends on the currency or on several fields.
 */
export interface LineInput {
  readonly name: string;
  readonly description?: Optional<string>;
  /** Not 0; negative for returned goods. */
  readonly quantity: string;
  readonly unit?: Optional<string>;
  /** Without VAT, never negative (EN 16931 BR-27). */
  readonly unit_price: string;
  readonly discount_percent?: Optional<string>;
  readonly discount_amount?: Optional<string>;
  readonly vat_rate: string;
  readonly vat_category?: Optional<VatCategory>;
  readonly vat_exemption_reason?: Optional<string>;
  readonly vat_exemption_code?: Optional<string>;
  readonly item_reference?: Optional<string>;
  readonly order_line_reference?: Optional<string>;
}

/** A line as stored and returned. A field without a value is null; at most one of the two discounts is set. */
export interface Line {
  readonly name: string;
  readonly description: string | null;
  readonly quantity: string;
  readonly unit: string;
  readonly unit_price: string;
  readonly discount_percent: string | null;
  readonly discount_amount: string | null;
  readonly vat_rate: string;
  readonly vat_category: VatCategory;
  readonly vat_exemption_reason: string | null;
  readonly vat_exemption_code: string | null;
  readonly item_reference: string | null;
  readonly order_line_reference: string | null;
  readonly net_amount: string;
}

/** The unit "one" of UN/ECE Recommendation 20. */
export const DEFAULT_UNIT = 'C62';

/** Upper limit, exclusive, of the absolute value of every amount: fifteen digits before the decimal point. */
export const AMOUNT_LIMIT = decimal('1000000000000000');

/** The amounts of a line, rounded to the decimals of the currency; `net` is EN 16931 BT-131. */
export interface LineAmounts {
  /** round(quantity × unit_price) */
  readonly gross: Decimal;
  /** Never negative; it brings the net amount closer to 0, whatever the sign of the line. */
  readonly discount: Decimal;
  readonly net: Decimal;
}

type PricedLine = Pick<LineInput, 'quantity' | 'unit_price' | 'discount_percent' | 'discount_amount'>;

/** @returns the amounts of the line, whether or not `assertLineAmounts` accepts them */
export function lineAmounts(line: PricedLine, minor_units: number): LineAmounts {
  const { quantity, unit_price, discount_percent, discount_amount } = line;
  const gross = rounded(decimal(quantity).times(decimal(unit_price)), minor_units);
  const discount = lineDiscount({ discount_percent, discount_amount }, gross.abs(), minor_units);
  return { gross, discount, net: isNegative(gross) ? gross.plus(discount) : gross.minus(discount) };
}

function lineDiscount(
  { discount_percent, discount_amount }: Pick<LineInput, 'discount_percent' | 'discount_amount'>,
  size: Decimal,
  minor_units: number,
): Decimal {
  if (discount_amount != null) return decimal(discount_amount);
  return discount_percent == null ? ZERO : percentOf(size, decimal(discount_percent), minor_units);
}

/** The message for the `discount_amount` of a line with both discounts. */
export const ONE_DISCOUNT = 'cannot be combined with discount_percent';

/** @throws DomainError validation_error, whose message begins with the path of the field */
function assertLineAmounts(
  { discount_percent, discount_amount }: PricedLine,
  { gross, discount }: LineAmounts,
  minor_units: number,
  path: string,
): void {
  const size = gross.abs();
  if (size.gte(AMOUNT_LIMIT)) fault(path, 'quantity times unit_price must be below 10^15');
  if (discount_amount == null) return;
  const place = `${path}.discount_amount`;
  if (discount_percent != null) fault(place, ONE_DISCOUNT);
  assertDecimals(discount_amount, minor_units, place);
  if (discount.gt(size)) fault(place, 'must not be above quantity times unit_price');
}

/** A line and its net amount as a number. */
export interface ComputedLine {
  readonly line: Line;
  readonly net: Decimal;
}

/**
 * The line with its net amount and with defaults for the fields that were left out.
 *
 * @param index - of the line in the request, for messages
 * @throws DomainError validation_error for the line's VAT, then for its discount and its amount
 */
export function computedLine(line: LineInput, index: number, minor_units: number): ComputedLine {
  const path = `lines.${index}`;
  const vat_rate = decimal(line.vat_rate);
  const vat = lineVat(line, vat_rate, path);
  const amounts = lineAmounts(line, minor_units);
  assertLineAmounts(line, amounts, minor_units, path);
  const { net } = amounts;

  return {
    net,
    line: {
      name: line.name,
      description: line.description ?? null,
      quantity: shortestDecimal(line.quantity),
      unit: line.unit ?? DEFAULT_UNIT,
      unit_price: shortestDecimal(line.unit_price),
      discount_percent: line.discount_percent == null ? null : percent(line.discount_percent),
      discount_amount:
        line.discount_amount == null ? null : amount(decimal(line.discount_amount), minor_units),
      vat_rate: isZero(vat_rate) ? '0.00' : amount(vat_rate, 2),
      ...vat,
      item_reference: line.item_reference ?? null,
      order_line_reference: line.order_line_reference ?? null,
      net_amount: amount(net, minor_units),
    },
  };
}

/** @throws DomainError validation_error when the amount, as written, has more decimals than its currency */
export function assertDecimals(text: string, minor_units: number, path: string): void {
  if (writtenDecimals(text) > minor_units)
    fault(path, `must have at most ${minor_units} decimals in this currency`);
}

function fault(path: string, reason: string): never {
  throw new DomainError('validation_error', `${path}: ${reason}`);
}
