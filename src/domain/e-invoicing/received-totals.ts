import { claimsPeppol } from './identifiers';
import { EInvoiceFault, type StatedAllowanceCharge, type ParsedEInvoice } from './parsed-e-invoice';
import { ZERO, decimal, isZero, percentOf, rounded, sum, type Decimal } from '../values/money';
import type { ReceivedVatCategory } from '../amounts/vat-category';
import { vatGroupKey } from '../amounts/vat-breakdown';

/** Largest difference of a line's net amount (PEPPOL-EN16931-R120). EN 16931 has no rule on quantity times price. */
const LINE_TOLERANCE = decimal('0.02');
/**
 * The VAT and taxable amount of a group with a rate differ by less than this (BR-CO-17, BR-S-08, BR-S-09 and the like).
 */
const GROUP_TOLERANCE = decimal('1');
/** EN 16931 rounds to cents, whatever the currency (BR-DEC-01 and following). */
const DECIMALS = 2;

/**
 * The prefix of each category's rules: `BR-S-08` for S, `BR-AF-08` for L. B has no rules of its own; those of S apply.
 */
const RULES: Readonly<
  Record<ReceivedVatCategory, { readonly prefix: string; readonly has_tolerance: boolean }>
> = {
  S: { prefix: 'BR-S', has_tolerance: true },
  Z: { prefix: 'BR-Z', has_tolerance: false },
  E: { prefix: 'BR-E', has_tolerance: false },
  AE: { prefix: 'BR-AE', has_tolerance: false },
  K: { prefix: 'BR-IC', has_tolerance: false },
  G: { prefix: 'BR-G', has_tolerance: false },
  O: { prefix: 'BR-O', has_tolerance: false },
  L: { prefix: 'BR-AF', has_tolerance: true },
  M: { prefix: 'BR-AG', has_tolerance: true },
  B: { prefix: 'BR-S', has_tolerance: true },
};

/**
 * Recomputes the amounts of a received document and compares them with the stated ones: sums exactly, lines and VAT
 * groups within the tolerance of the official rules.
 *
 * @throws EInvoiceFault with the first violated rule and the difference
 */
export function assertAddsUp(parsed: ParsedEInvoice): void {
  assertLines(parsed);
  assertTotals(parsed);
  assertVatGroups(parsed);
}

function assertLines({ lines, customization_id }: ParsedEInvoice): void {
  if (!claimsPeppol(customization_id)) return;
  for (const [index, line] of lines.entries()) {
    const place = `lines.${index}.net_amount`;
    const quantity = decimal(line.quantity).times(decimal(line.unit_price));
    const base = line.base_quantity === null ? null : decimal(line.base_quantity);
    if (base !== null && isZero(base)) {
      throw new EInvoiceFault(`lines.${index}.base_quantity`, 'must not be 0 (PEPPOL-EN16931-R121)');
    }
    const gross = rounded(base === null ? quantity : quantity.div(base), DECIMALS);
    const net = gross.plus(sum(line.allowance_charges.map(signed)));
    compare(line.net_amount, net, { place, rule: 'PEPPOL-EN16931-R120', within: LINE_TOLERANCE });
  }
}

function assertTotals({ totals, lines, allowance_charges, vat_breakdown }: ParsedEInvoice): void {
  const stated = (text: string | null) => (text === null ? ZERO : decimal(text));
  const total = (kind: StatedAllowanceCharge['kind']) =>
    sum(allowance_charges.filter((entry) => entry.kind === kind).map(({ amount }) => decimal(amount)));
  const exactly = (member: keyof ParsedEInvoice['totals'], computed: Decimal, rule: string) =>
    compare(totals[member], computed, { place: `totals.${member}`, rule });

  exactly('lines', sum(lines.map(({ net_amount }) => decimal(net_amount))), 'BR-CO-10');
  exactly('allowances', total('allowance'), 'BR-CO-11');
  exactly('charges', total('charge'), 'BR-CO-12');
  const tax_exclusive = decimal(totals.lines).minus(stated(totals.allowances)).plus(stated(totals.charges));
  exactly('tax_exclusive', tax_exclusive, 'BR-CO-13');
  exactly('tax', sum(vat_breakdown.map(({ vat_amount }) => decimal(vat_amount))), 'BR-CO-14');
  exactly('tax_inclusive', decimal(totals.tax_exclusive).plus(stated(totals.tax)), 'BR-CO-15');
  const payable = decimal(totals.tax_inclusive).minus(stated(totals.paid)).plus(stated(totals.rounding));
  exactly('payable', payable, 'BR-CO-16');
}

interface Group {
  readonly category: ReceivedVatCategory;
  readonly rate: Decimal;
  /** Index in the VAT breakdown; undefined when the breakdown lacks the group. */
  readonly index: number | undefined;
  stated_taxable: Decimal;
  stated_vat: Decimal;
  taxable: Decimal;
}

function assertVatGroups({ lines, allowance_charges, vat_breakdown }: ParsedEInvoice): void {
  const groups = new Map<string, Group>();
  const groupOf = (category: ReceivedVatCategory, rate: string | null, index?: number): Group => {
    const has_rate = RULES[category].has_tolerance;
    const value = rate === null || !has_rate ? ZERO : decimal(rate);
    const key = vatGroupKey(category, value.toFixed());
    const known = groups.get(key);
    if (known) return known;
    const group = {
      category,
      rate: value,
      index,
      stated_taxable: ZERO,
      stated_vat: ZERO,
      taxable: ZERO,
    };
    groups.set(key, group);
    return group;
  };

  for (const [index, { category, rate, taxable_amount, vat_amount }] of vat_breakdown.entries()) {
    const group = groupOf(category, rate, index);
    group.stated_taxable = group.stated_taxable.plus(decimal(taxable_amount));
    group.stated_vat = group.stated_vat.plus(decimal(vat_amount));
  }
  for (const { vat_category, vat_rate, net_amount } of lines) {
    const group = groupOf(vat_category, vat_rate);
    group.taxable = group.taxable.plus(decimal(net_amount));
  }
  const compared = new Set(groups.values());
  for (const entry of allowance_charges) {
    const group = groupOf(entry.vat_category, entry.vat_rate);
    group.taxable = group.taxable.plus(signed(entry));
  }
  // A group of allowances and charges only: the breakdown needs its category (BR-S-01), but not its rate.
  const categories = new Set(vat_breakdown.map(({ category }) => category));
  for (const group of groups.values()) {
    if (compared.has(group) || !categories.has(group.category)) assertVatGroup(group);
  }
}

function assertVatGroup({ category, rate, index, taxable, stated_taxable, stated_vat }: Group): void {
  const { prefix, has_tolerance } = RULES[category];
  if (index === undefined) {
    throw new EInvoiceFault(
      'vat_breakdown',
      `lacks a category and rate that is used elsewhere (${prefix}-01)`,
    );
  }
  const place = `vat_breakdown.${index}`;
  const within = has_tolerance ? { below: GROUP_TOLERANCE } : {};
  compare(stated_taxable, taxable, {
    place: `${place}.taxable_amount`,
    rule: `${prefix}-08`,
    ...within,
  });
  const vat = has_tolerance ? percentOf(stated_taxable, rate, DECIMALS) : ZERO;
  compare(stated_vat, vat, { place: `${place}.vat_amount`, rule: `${prefix}-09`, ...within });
}

function signed({ kind, amount }: StatedAllowanceCharge): Decimal {
  return kind === 'charge' ? decimal(amount) : ZERO.minus(decimal(amount));
}

/** Compares exactly, or with a largest difference of `within` (inclusive) or `below` (exclusive). */
function compare(
  stated: string | Decimal | null,
  computed: Decimal,
  {
    place,
    rule,
    within,
    below,
  }: { readonly place: string; readonly rule: string; readonly within?: Decimal; readonly below?: Decimal },
): void {
  const value = stated === null ? ZERO : typeof stated === 'string' ? decimal(stated) : stated;
  const difference = value.minus(computed);
  const size = difference.abs();
  const holds = below === undefined ? size.lte(within ?? ZERO) : size.lt(below);
  if (!holds) throw new EInvoiceFault(place, `does not add up, by ${difference.toFixed()} (${rule})`);
}
