import type { AllowanceCharge, AllowanceChargeShare } from '../../amounts/allowance-charges';
import { vatGroupKey } from '../../amounts/vat-breakdown';
import { amount, type Decimal, decimal, isNegative, isZero, sum, sumsByKey, ZERO } from '../../values/money';
import type { Document } from '../document';
import { type CreditedSums, shareKey } from './credited';
import { share } from './credit-lines';

/**
 * The allowances and charges of a credit note: of each of the invoice's, the shares of the VAT groups that the credit
 * note has. A share below 0, as of a credited line below 0, becomes an entry of the other kind.
 *
 * @param nets - the net amounts of all lines that are credited by then, by VAT group
 * @param credited - what the credit notes before credit
 * @param group_totals - the net amounts of the lines of the credit note, by VAT group
 */
export function creditedEntries(
  invoice: Pick<Document, 'allowance_charges'>,
  nets: ReadonlyMap<string, Decimal>,
  credited: CreditedSums['shares'],
  group_totals: ReadonlyMap<string, Decimal>,
  minor_units: number,
): { readonly index: number; readonly entry: AllowanceCharge }[] {
  return invoice.allowance_charges.flatMap((entry, index) => {
    const shares = entry.shares.flatMap((whole) => {
      const { vat_category, vat_rate } = whole;
      const key = vatGroupKey(vat_category, vat_rate);
      const lines_total = group_totals.get(key);
      if (lines_total === undefined) return [];
      const value = share(decimal(whole.amount), nets.get(key)!, decimal(whole.base_amount), minor_units);
      const before = credited.get(shareKey(index, vat_category, vat_rate)) ?? ZERO;
      const part = value.minus(signed(entry.kind, before));
      return isZero(part) ? [] : [{ whole, part, lines_total }];
    });
    return [false, true].flatMap((is_negative) => {
      const some = shares.filter(({ part }) => isNegative(part) === is_negative);
      if (some.length === 0) return [];
      const total = amount(sum(some.map(({ part }) => part.abs())), minor_units);
      const written = some.map(
        ({ whole: { vat_category, vat_rate }, part, lines_total }): AllowanceChargeShare => ({
          vat_category,
          vat_rate,
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

/** The charges less the allowances, by VAT group. */
export function adjustments(entries: readonly AllowanceCharge[]): Map<string, Decimal> {
  return sumsByKey(entries.flatMap(signedShares));
}

/** The shares with the keys of their VAT groups; those of an allowance below 0. */
function signedShares({ kind, shares }: AllowanceCharge): [key: string, value: Decimal][] {
  return shares.map(({ vat_category, vat_rate, amount }) => {
    return [vatGroupKey(vat_category, vat_rate), signed(kind, decimal(amount))];
  });
}

function signed(kind: AllowanceCharge['kind'], value: Decimal): Decimal {
  return kind === 'charge' ? value : value.neg();
}
