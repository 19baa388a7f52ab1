import { DomainError } from '../../errors';
import { type Line, type LineAmounts, lineAmounts } from '../../amounts/lines';
import {
  amount,
  type Decimal,
  decimal,
  isNegative,
  isZero,
  rounded,
  shortestDecimal,
  ZERO,
} from '../../values/money';
import type { Document } from '../document';
import type { CreditedSums, LineSums } from './credited';

/** What a credit note credits of a line of an invoice; the index counts from 0. */
export interface CreditedLine {
  readonly index: number;
  /** The credited quantity, with the sign of the line; when it is left out, all that is left is credited. */
  readonly quantity?: string | null | undefined;
}

/** A line of a credit note, and the index of the line of the invoice that it credits. */
export interface CreditLine {
  readonly index: number;
  readonly line: Line;
  readonly net: Decimal;
}

/**
 * The rules between the lines of a request, whatever the invoice is.
 *
 * @throws DomainError validation_error
 */
export function assertCreditedLines(asked: readonly CreditedLine[]): void {
  const seen = new Set<number>();
  for (const [position, { index, quantity }] of asked.entries()) {
    const path = `lines.${position}`;
    if (seen.has(index)) fault(`${path}.index: must name each line once`);
    seen.add(index);
    if (quantity != null && isZero(decimal(quantity))) fault(`${path}.quantity: must not be 0`);
  }
}

/**
 * The lines of a credit note. Gross amount and discount are those of the quantity that is credited by then, rounded,
 * less those of the credit notes before.
 *
 * @param asked - accepted by `assertCreditedLines`; undefined: all that is left
 * @param before - what the credit notes before credit
 * @throws DomainError validation_error when more is asked than is left, or nothing is left
 */
export function creditLines(
  invoice: Pick<Document, 'lines'>,
  asked: readonly CreditedLine[] | undefined,
  before: CreditedSums['lines'],
  minor_units: number,
): CreditLine[] {
  return creditedQuantities(invoice, asked, before).map(({ index, quantity }) => ({
    index,
    ...creditedLine(invoice.lines[index]!, quantity, before.get(index), minor_units),
  }));
}

/** What is credited of the lines of an invoice, with one more credit note. */
export function withCredit(
  credited: CreditedSums['lines'],
  { lines, credit_origin }: Pick<Document, 'lines' | 'credit_origin'>,
): CreditedSums['lines'] {
  const sums = new Map(credited);
  for (const [position, { quantity, discount_amount, net_amount }] of lines.entries()) {
    const index = credit_origin!.lines[position]!;
    const before = sums.get(index) ?? NOTHING;
    sums.set(index, {
      quantity: before.quantity.plus(decimal(quantity)),
      discount_amount: before.discount_amount.plus(decimal(discount_amount ?? '0')),
      net_amount: before.net_amount.plus(decimal(net_amount)),
    });
  }
  return sums;
}

/** Whether nothing is left of any line. */
export function isFullyCredited(
  { lines }: Pick<Document, 'lines'>,
  credited: CreditedSums['lines'],
): boolean {
  return lines.every((line, index) => isZero(leftOf(line, credited.get(index))));
}

/** The quantity of a line that is not credited yet. */
function leftOf({ quantity }: Line, credited = NOTHING): Decimal {
  return decimal(quantity).minus(credited.quantity);
}

const NOTHING: LineSums = { quantity: ZERO, discount_amount: ZERO, net_amount: ZERO };

function creditedQuantities(
  { lines }: Pick<Document, 'lines'>,
  asked: readonly CreditedLine[] | undefined,
  before: CreditedSums['lines'],
): { readonly index: number; readonly quantity: Decimal }[] {
  const left = lines.map((line, index) => leftOf(line, before.get(index)));
  const all = left.flatMap((quantity, index) => (isZero(quantity) ? [] : [{ index, quantity }]));
  if (all.length === 0) fault('lines: nothing is left of the invoice');
  if (asked === undefined) return all;

  return asked.map(({ index, quantity }, position) => {
    const path = `lines.${position}`;
    const rest = left[index];
    if (rest === undefined) fault(`${path}.index: the invoice has no such line`);
    if (isZero(rest)) fault(`${path}.index: nothing is left of the line`);
    if (quantity == null) return { index, quantity: rest };
    const value = decimal(quantity);
    if (isNegative(value) !== isNegative(rest)) fault(`${path}.quantity: must have the sign of the line`);
    if (value.abs().gt(rest.abs())) fault(`${path}.quantity: is more than is left of the line`);
    return { index, quantity: value };
  });
}

function creditedLine(
  line: Line,
  quantity: Decimal,
  before: LineSums | undefined,
  minor_units: number,
): { readonly line: Line; readonly net: Decimal } {
  const size = decimal(line.quantity);
  const whole = lineAmounts(line, minor_units);
  const is_whole = before === undefined && quantity.eq(size);
  const { gross, discount } = is_whole ? whole : partOf(line, whole, quantity, before, minor_units);
  const net = isNegative(size) ? gross.plus(discount) : gross.minus(discount);
  return {
    net,
    line: {
      ...line,
      quantity: shortestDecimal(quantity.toFixed()),
      discount_percent: null,
      discount_amount: isZero(whole.discount) ? null : amount(discount, minor_units),
      net_amount: amount(net, minor_units),
    },
  };
}

/**
 * Gross amount and discount of everything that is credited of the line by then, less those of the credit notes before.
 * After a credit note was deleted, those left may have more than their quantity's share, by a rounding; then nothing is
 * left of it for this one. The discount is at most the gross amount, of this part and of what is left after it: the two
 * are rounded each by itself, so that without these limits a part of a line with a discount of 100 % could be below 0.
 * The last credit note takes what is left, whatever those before have.
 */
function partOf(
  line: Line,
  whole: Pick<LineAmounts, 'gross' | 'discount'>,
  quantity: Decimal,
  before = NOTHING,
  minor_units: number,
): { readonly gross: Decimal; readonly discount: Decimal } {
  const total = before.quantity.plus(quantity);
  const gross = rounded(total.times(decimal(line.unit_price)), minor_units);
  const discount = share(whole.discount, total, decimal(line.quantity), minor_units);
  const gross_before = grossOf(line, before);
  const rest = gross.minus(gross_before);
  const part = isNegative(rest) === isNegative(quantity) ? rest : ZERO;
  const left = whole.discount.minus(before.discount_amount);
  if (total.eq(decimal(line.quantity))) return { gross: part, discount: larger(left, ZERO) };
  const gross_after = whole.gross.minus(gross_before).minus(part);
  const least = larger(left.minus(gross_after.abs()), ZERO);
  const most = smaller(part.abs(), left);
  return { gross: part, discount: smaller(larger(discount.minus(before.discount_amount), least), most) };
}

function larger(a: Decimal, b: Decimal): Decimal {
  return a.gt(b) ? a : b;
}

function smaller(a: Decimal, b: Decimal): Decimal {
  return a.lt(b) ? a : b;
}

/** The gross amount that is credited of a line of an invoice, as it was computed. */
function grossOf({ quantity }: Line, { net_amount, discount_amount }: LineSums): Decimal {
  return isNegative(decimal(quantity)) ? net_amount.minus(discount_amount) : net_amount.plus(discount_amount);
}

/** `value` × `part` ÷ `whole`, rounded; `value` exactly when the part is the whole. */
export function share(value: Decimal, part: Decimal, whole: Decimal, minor_units: number): Decimal {
  return part.eq(whole) || isZero(value) ? value : rounded(value.times(part).div(whole), minor_units);
}

function fault(message: string): never {
  throw new DomainError('validation_error', message);
}
