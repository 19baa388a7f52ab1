import { minorUnits } from '../../../domain/values/currency';
import type { AllowanceCharge } from '../../../domain/amounts/allowance-charges';
import { vatGroupKey } from '../../../domain/amounts/vat-breakdown';
import type { Document } from '../../../domain/documents/document';
import { amount, decimal, decimalsOf, sum } from '../../../domain/values/money';
import { shownNumber } from '../texts/formats';
import { adjustmentLabel, signed } from './line-details';
import { vatLabel } from '../texts/vat-label';

/** A document-level allowance or charge as a row of the totals. */
export interface AdjustmentRow {
  readonly label: string;
  readonly amount: string;
  /** Its amounts by VAT rate, where there are several rates. */
  readonly shares: string | null;
}

/**
 * One row for each allowance and charge. E-invoices repeat an allowance or charge for each VAT rate (EN 16931 BG-20,
 * BG-21); consecutive entries of a received document with the same reason are combined into one row.
 */
export function adjustmentRows({ allowance_charges, language, currency }: Document): AdjustmentRow[] {
  return joined(allowance_charges, minorUnits(currency)).map((entry) => {
    const { kind, applied_amount, shares } = entry;
    const number = (value: string) => shownNumber(signed({ kind, amount: value }), language);
    return {
      label: adjustmentLabel(entry, language),
      amount: number(applied_amount),
      shares:
        shares.length < 2
          ? null
          : shares.map((share) => `${vatLabel(share, language)}: ${number(share.amount)}`).join(' · '),
    };
  });
}

function joined(entries: readonly AllowanceCharge[], minor_units: number): AllowanceCharge[] {
  const rows: AllowanceCharge[] = [];
  for (const entry of entries) {
    const last = rows.at(-1);
    if (last && belongTogether(last, entry)) rows[rows.length - 1] = combined(last, entry, minor_units);
    else rows.push(entry);
  }
  return rows;
}

/**
 * Whether two entries are parts of the same allowance or charge. The percentage may be missing from a part whose amount
 * it does not produce exactly.
 */
function belongTogether(a: AllowanceCharge, b: AllowanceCharge): boolean {
  const groups = new Set(a.shares.map(groupOf));
  return (
    a.kind === b.kind &&
    a.reason === b.reason &&
    (a.percent === b.percent || a.percent === null || b.percent === null) &&
    !b.shares.some((share) => groups.has(groupOf(share)))
  );
}

function combined(a: AllowanceCharge, b: AllowanceCharge, minor_units: number): AllowanceCharge {
  const total = sum([decimal(a.applied_amount), decimal(b.applied_amount)]);
  const decimals = Math.max(minor_units, decimalsOf(a.applied_amount), decimalsOf(b.applied_amount));
  return {
    ...a,
    percent: a.percent ?? b.percent,
    applied_amount: amount(total, decimals),
    shares: [...a.shares, ...b.shares],
  };
}

function groupOf({ vat_category, vat_rate }: AllowanceCharge['shares'][number]): string {
  return vatGroupKey(vat_category, vat_rate);
}
