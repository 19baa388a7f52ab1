import { minorUnits } from '../../../domain/values/currency';
import type { Document } from '../../../domain/documents/document';
import type { Line } from '../../../domain/amounts/lines';
import type { LineAllowanceCharge, ReceivedLine } from '../../../domain/documents/received-document';
import { amount, decimal, decimalsOf, isZero, rounded, sum } from '../../../domain/values/money';
import { shownNumber, shownPercent, shownPrice } from '../texts/formats';
import { LABELS } from '../texts/labels';

/** A line of an own document, or of a received one with fields that only a received line has. */
export type PrintedLine = Line & Partial<Pick<ReceivedLine, 'base_quantity' | 'allowance_charges'>>;

/** A step of the calculation from quantity and price to the line's amount. */
export interface LineDetail {
  readonly label: string;
  readonly amount: string;
}

/** A reason that is only a code of UNTDID 5189 or 7161. */
const REASON_CODE = /^[A-Z0-9]{1,3}$/;

/**
 * The calculation of a received line's amount: quantity times price, each allowance and charge, and the remaining
 * difference, if the sender's figures do not add up.
 *
 * @returns an empty list when quantity times price is the amount, or a discount in its own column explains the
 *   difference
 */
export function lineDetails(line: PrintedLine, { language, currency, status }: Document): LineDetail[] {
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

/** @returns null when the price is per unit */
export function baseQuantity({ base_quantity }: PrintedLine): string | null {
  if (base_quantity === undefined || base_quantity === null) return null;
  const base = decimal(base_quantity);
  return isZero(base) || base.eq('1') ? null : base_quantity;
}

/** The reason, with percentage and base amount where stated: `Loyalty (10% × 299.40)`. */
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

/**
 * The amount with the sign of its effect. A sender may state a negative allowance, which must not get a second minus.
 */
export function signed({ kind, amount: stated }: Pick<LineAllowanceCharge, 'kind' | 'amount'>): string {
  if (kind === 'charge') return stated;
  return stated.startsWith('-') ? stated.slice(1) : isZero(decimal(stated)) ? stated : `-${stated}`;
}
