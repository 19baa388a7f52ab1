import type { AllowanceCharge, AllowanceChargeShare } from '../../amounts/allowance-charges';
import { amount, type Decimal, decimal, isNegative, isZero, sum, ZERO } from '../../values/money';
import type { Line } from '../../amounts/lines';
import type { Document } from '../document';
import type { MadeCredit } from './made-credit';
import { share } from './credit-lines';

/** Identifies a VAT group. */
export function groupKey(category: string, rate: string): string {
  return `${category} ${rate}`;
}

/** The net amounts of lines, by VAT group. */
export function netsByGroup(lines: readonly Line[]): Map<string, Decimal> {
  const nets = new Map<string, Decimal>();
  for (const { vat_category, vat_rate, net_amount } of lines) {
    const key = groupKey(vat_category, vat_rate);
    nets.set(key, (nets.get(key) ?? ZERO).plus(decimal(net_amount)));
  }
  return nets;
}

/**
 * The allowances and charges of a credit note: of each of the invoice's, the shares of the VAT groups that the credit
 * note has. A share below 0, as of a credited line below 0, becomes an entry of the other kind.
 */
export function creditedEntries(
  invoice: Pick<Document, 'allowance_charges'>,
  nets: ReadonlyMap<string, Decimal>,
  earlier: readonly MadeCredit[],
  group_totals: ReadonlyMap<string, Decimal>,
  minor_units: number,
): { readonly index: number; readonly entry: AllowanceCharge }[] {
  return invoice.allowance_charges.flatMap((entry, index) => {
    const shares = entry.shares.flatMap((whole) => {
      const key = groupKey(whole.vat_category, whole.vat_rate);
      const lines_total = group_totals.get(key);
      if (lines_total === undefined) return [];
      const value = share(decimal(whole.amount), nets.get(key)!, decimal(whole.base_amount), minor_units);
      const part = value.minus(shareOf(earlier, index, entry.kind, key));
      return isZero(part) ? [] : [{ whole, part, lines_total }];
    });
    return [false, true].flatMap((is_negative) => {
      const some = shares.filter(({ part }) => isNegative(part) === is_negative);
      if (some.length === 0) return [];
      const total = amount(sum(some.map(({ part }) => part.abs())), minor_units);
      const written = some.map(
        ({ whole: { vat_category, vat_rate }, part, lines_total }): AllowanceChargeShare => ({
          ...{ vat_category, vat_rate },
          amount: amount(part.abs(), minor_units),
          base_amount: amount(lines_total, minor_units),
        }),
      );
      const kind = is_negative ? OTHER[entry.kind] : entry.kind;
      const { reason } = entry;
      const made = { kind, amount: total, percent: null, reason, applied_amount: total, shares: written };
      return [{ index, entry: made }];
    });
  });
}

const OTHER = { allowance: 'charge', charge: 'allowance' } as const;

/** What was credited of an entry of the invoice in a VAT group. */
function shareOf(
  credits: readonly MadeCredit[],
  index: number,
  kind: AllowanceCharge['kind'],
  key: string,
): Decimal {
  return sum(
    credits.flatMap(({ allowance_charges, credit_origin }) =>
      allowance_charges
        .filter((_, position) => credit_origin.allowance_charges[position] === index)
        .flatMap((entry) => sharesIn(entry, key).map((value) => (entry.kind === kind ? value : value.neg()))),
    ),
  );
}

function sharesIn({ shares }: AllowanceCharge, key: string): Decimal[] {
  return shares
    .filter(({ vat_category, vat_rate }) => groupKey(vat_category, vat_rate) === key)
    .map((one) => decimal(one.amount));
}

/** The charges less the allowances of a VAT group. */
export function adjustment(entries: readonly AllowanceCharge[], key: string): Decimal {
  return sum(
    entries.flatMap((entry) =>
      sharesIn(entry, key).map((value) => (entry.kind === 'charge' ? value : value.neg())),
    ),
  );
}
