import { ZERO, amount, decimal, percentOf, type Decimal } from '../values/money';
import type { Line } from './lines';
import { VAT_CATEGORIES, type VatCategory } from './vat-category';

/** The lines of one VAT category and rate (EN 16931 BG-23). */
export interface VatGroup {
  readonly category: VatCategory;
  /** Two decimals. */
  readonly rate: string;
  /** Sum of the net amounts of its lines, before allowances and charges of the document. */
  readonly lines_total: Decimal;
  readonly exemption_reason: string | null;
  readonly exemption_code: string | null;
}

/** Identifies the VAT group of a category and a rate. Rates that are written differently are different groups. */
export function vatGroupKey(category: string, rate: string): string {
  return `${category} ${rate}`;
}

export interface VatBreakdownEntry {
  readonly category: VatCategory;
  readonly rate: string;
  readonly taxable_amount: string;
  readonly vat_amount: string;
  readonly exemption_reason: string | null;
  readonly exemption_code: string | null;
}

interface GroupUnderway {
  readonly category: VatCategory;
  readonly rate: string;
  readonly reasons: Set<string>;
  readonly codes: Set<string>;
  lines_total: Decimal;
}

/** The VAT groups of the lines, by descending rate, then in the order of `VAT_CATEGORIES`. */
export function vatGroups(lines: readonly { readonly line: Line; readonly net: Decimal }[]): VatGroup[] {
  const groups = new Map<string, GroupUnderway>();
  for (const { line, net } of lines) {
    const key = vatGroupKey(line.vat_category, line.vat_rate);
    let group = groups.get(key);
    if (!group) {
      group = {
        category: line.vat_category,
        rate: line.vat_rate,
        reasons: new Set(),
        codes: new Set(),
        lines_total: ZERO,
      };
      groups.set(key, group);
    }
    group.lines_total = group.lines_total.plus(net);
    const reason = line.vat_exemption_reason ?? line.vat_exemption_code;
    if (reason !== null) group.reasons.add(reason);
    if (line.vat_exemption_code !== null) group.codes.add(line.vat_exemption_code);
  }
  return [...groups.values()].map(withExemption).sort(byRateThenCategory);
}

/**
 * A group has one exemption reason and one code (BT-120, BT-121). Where the codes of its lines differ, the reason joins
 * the reasons of all lines and the code is null.
 */
function withExemption({ category, rate, reasons, codes, lines_total }: GroupUnderway): VatGroup {
  const [code = null, ...more_codes] = codes;
  // The reasons include the code of a line without a reason. If it is the group's only code, it is no reason text.
  const texts = more_codes.length > 0 ? [...reasons] : [...reasons].filter((reason) => reason !== code);
  return {
    category,
    rate,
    lines_total,
    exemption_reason: texts.length > 0 ? texts.join('; ') : null,
    exemption_code: more_codes.length > 0 ? null : code,
  };
}

/** The order also decides ties when an allowance or charge is spread. */
function byRateThenCategory(a: VatGroup, b: VatGroup): number {
  return (
    decimal(b.rate).cmp(decimal(a.rate)) ||
    VAT_CATEGORIES.indexOf(a.category) - VAT_CATEGORIES.indexOf(b.category)
  );
}

/**
 * VAT is computed once per category and rate, on the sum of the lines, not per line (EN 16931 BR-CO-17; in Belgium the
 * royal decree of 8 July 2025).
 *
 * @param adjustments - charges less allowances of the document in each group, by the group's index
 */
export function vatBreakdown(
  groups: readonly VatGroup[],
  adjustments: readonly Decimal[],
  minor_units: number,
): { readonly entry: VatBreakdownEntry; readonly vat: Decimal }[] {
  return groups.map(({ category, rate, lines_total, exemption_reason, exemption_code }, index) => {
    const taxable = lines_total.plus(adjustments[index] ?? ZERO);
    const vat = percentOf(taxable, decimal(rate), minor_units);
    return {
      vat,
      entry: {
        category,
        rate,
        taxable_amount: amount(taxable, minor_units),
        vat_amount: amount(vat, minor_units),
        exemption_reason,
        exemption_code,
      },
    };
  });
}
