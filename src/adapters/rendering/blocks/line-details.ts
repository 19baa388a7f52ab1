import { minorUnits } from '../../../domain/values/currency';
import type { Document } from '../../../domain/documents/document';
import type { Line } from '../../../domain/amounts/lines';
import type { LineAllowanceCharge, ReceivedLine } from '../../../domain/documents/received-document';
import { amount, decimal, decimalsOf, isZero, rounded, sum } from '../../../domain/values/money';
import { shownNumber, shownPercent, shownPrice } from '../texts/formats';
import { LABELS } from '../texts/labels';

/** A line of the company's own, or a received one with what only its sender can state. */
export type ShownLine = Line & Partial<Pick<ReceivedLine, 'base_quantity' | 'allowance_charges'>>;

/** A step from the line's quantity and price to its amount. */
export interface LineDetail {
  readonly label: string;
  readonly amount: string;
}

/** UNTDID 5189 and 7161: a reason that was stated as a code alone. */
const REASON_CODE = /^[A-Z0-9]{1,3}$/;

/**
 * How a received line comes to its amount: quantity times price, then each allowance and charge, and what the sender's
 * own figures leave unexplained.
 *
 * @returns nothing where quantity times price is the amount, or a discount in its own column leads to it
 */
export function lineDetails(line: ShownLine, { language, currency, status }: Document): LineDetail[] {
  if (status !== 'received') return [];
  const { allowance_charges = [], net_amount } = line;
  const minor_units = Math.max(minorUnits(currency), decimalsOf(net_amount));
  const base = baseQuantity(line);
  const price = decimal(line.quantity).times(decimal(line.unit_price));
  const gross = rounded(base === null ? price : price.div(decimal(base)), minor_units);
  const explained = gross.plus(sum(allowance_charges.map((entry) => decimal(signed(entry)))));
  const difference = decimal(net_amount).minus(explained);
  if (allowance_charges.length === 0 && base === null && isZero(difference)) return [];

  const number = (value: string) => shownNumber(value, language);
  const divided = base === null ? '' : ` / ${number(base)}`;
  const factors = `${number(line.quantity)} × ${shownPrice(line.unit_price, minorUnits(currency), language)}${divided}`;
  return [
    { label: factors, amount: number(amount(gross, minor_units)) },
    ...allowance_charges.map((entry) => ({
      label: adjustmentLabel(entry, language),
      amount: number(signed(entry)),
    })),
    ...(isZero(difference)
      ? []
      : [{ label: LABELS[language].difference, amount: number(amount(difference, minor_units)) }]),
  ];
}

/** @returns null where the price is for one unit */
export function baseQuantity({ base_quantity }: ShownLine): string | null {
  if (base_quantity === undefined || base_quantity === null) return null;
  const base = decimal(base_quantity);
  return isZero(base) || base.eq('1') ? null : base_quantity;
}

/** Why, and of how much it is a share: `Loyalty (10% × 299.40)`. */
export function adjustmentLabel(
  {
    kind,
    reason,
    percent,
    base_amount = null,
  }: Omit<LineAllowanceCharge, 'amount' | 'base_amount'> & {
    readonly base_amount?: string | null;
  },
  language: Document['language'],
): string {
  const labels = LABELS[language];
  const name = kind === 'allowance' ? labels.discount : labels.charge;
  const is_text = reason !== null && reason !== '' && !REASON_CODE.test(reason);
  const share = [
    percent && shownPercent(percent, language),
    base_amount && shownNumber(base_amount, language),
  ];
  const parts = percent === null ? [] : share.filter((part) => part !== null && part !== '');
  const text = is_text ? reason : [name, reason].filter((part) => part !== null && part !== '').join(' ');
  return parts.length === 0 ? text : `${text} (${parts.join(' × ')})`;
}

/** Without a doubled sign: a sender may state an allowance below 0. */
export function signed({ kind, amount: stated }: Pick<LineAllowanceCharge, 'kind' | 'amount'>): string {
  if (kind === 'charge') return stated;
  return stated.startsWith('-') ? stated.slice(1) : isZero(decimal(stated)) ? stated : `-${stated}`;
}
