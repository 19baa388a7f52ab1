import type { AllowanceCharge } from '../../amounts/allowance-charges';
import type { Line } from '../../amounts/lines';
import { type DocumentAmounts, taxInCompanyCurrency, type Totals } from '../../amounts/totals';
import { vatGroupKey, vatGroups } from '../../amounts/vat-breakdown';
import { DomainError } from '../../errors';
import { minorUnits } from '../../values/currency';
import { amount, type Decimal, decimal, isZero, percentOf, sum, sumsByKey, ZERO } from '../../values/money';
import type { CreditOrigin } from './credit-state';
import type { Document } from '../document';
import { adjustments, creditedEntries } from './credit-entries';
import type { CreditedSums } from './credited';
import { type CreditedLine, creditLines } from './credit-lines';

/** An invoice with its amounts. */
type Invoice = Pick<
  Document,
  'currency' | 'company_currency' | 'exchange_rate' | 'lines' | 'allowance_charges' | 'totals'
>;

/**
 * The amounts of a credit note for lines of an invoice. Each amount is the rounded amount of everything that is
 * credited by then, less the amounts of the credit notes before. So credit notes for all of an invoice cancel each VAT
 * group and the total exactly, in whatever parts they were made.
 *
 * @param asked - undefined: all that is left
 * @param before - what the credit notes before, that were made from the invoice, credit of it
 * @param credited_amount - the totals of all credit notes of the invoice, others included
 * @throws DomainError validation_error when more is asked than is left, or nothing is left
 */
export function creditAmounts(
  invoice: Invoice,
  asked: readonly CreditedLine[] | undefined,
  before: CreditedSums,
  credited_amount: string,
): DocumentAmounts & { readonly credit_origin: CreditOrigin } {
  const minor_units = minorUnits(invoice.currency);
  const lines = creditLines(invoice, asked, before.lines, minor_units);
  const groups = vatGroups(lines);
  const nets = sumsByKey([
    ...[...before.lines].map(([index, sums]) => [groupOf(invoice.lines[index]!), sums.net_amount] as const),
    ...lines.map(({ line }) => [groupOf(line), decimal(line.net_amount)] as const),
  ]);
  const totals_by_group = new Map(
    groups.map(({ category, rate, lines_total }) => [vatGroupKey(category, rate), lines_total]),
  );
  const entries = creditedEntries(invoice, nets, before.shares, totals_by_group, minor_units);
  const adjusted = adjustments(entries.map(({ entry }) => entry));
  const breakdown = groups.map(({ category, rate, exemption_reason, exemption_code, lines_total }) => {
    const key = vatGroupKey(category, rate);
    const taxable = lines_total.plus(adjusted.get(key) ?? ZERO);
    const credited = before.vat_groups.get(key) ?? { taxable_amount: ZERO, vat_amount: ZERO };
    const all_taxable = taxable.plus(credited.taxable_amount);
    const vat = percentOf(all_taxable, decimal(rate), minor_units).minus(credited.vat_amount);
    const taxable_amount = amount(taxable, minor_units);
    const vat_amount = amount(vat, minor_units);
    return { category, rate, taxable_amount, vat_amount, exemption_reason, exemption_code };
  });
  const made = {
    lines: lines.map(({ line }) => line),
    allowance_charges: entries.map(({ entry }) => entry),
    vat_breakdown: breakdown,
  };
  const totals = totalsOf(invoice, made, before, minor_units);
  if (
    decimal(credited_amount).plus(decimal(totals.tax_inclusive)).gt(decimal(invoice.totals.tax_inclusive))
  ) {
    const others = isZero(decimal(credited_amount)) ? '' : 'with the other credit notes ';
    fault(`lines: ${others}more than the total of the invoice`);
  }
  return {
    ...made,
    totals,
    paid_amount: null,
    exchange_rate: invoice.exchange_rate,
    credit_origin: {
      lines: lines.map(({ index }) => index),
      allowance_charges: entries.map(({ index }) => index),
    },
  };
}

function groupOf({ vat_category, vat_rate }: Line): string {
  return vatGroupKey(vat_category, vat_rate);
}

function totalsOf(
  invoice: Invoice,
  {
    lines,
    allowance_charges,
    vat_breakdown,
  }: Pick<DocumentAmounts, 'lines' | 'allowance_charges' | 'vat_breakdown'>,
  before: CreditedSums,
  minor_units: number,
): Totals {
  const written = (value: Decimal) => amount(value, minor_units);
  const ofKind = (kind: AllowanceCharge['kind']) =>
    sum(
      allowance_charges.filter((entry) => entry.kind === kind).map((entry) => decimal(entry.applied_amount)),
    );
  const lines_total = sum(lines.map(({ net_amount }) => decimal(net_amount)));
  const allowances = ofKind('allowance');
  const charges = ofKind('charge');
  const tax_exclusive = lines_total.minus(allowances).plus(charges);
  const tax = sum(vat_breakdown.map(({ vat_amount }) => decimal(vat_amount)));
  const tax_inclusive = tax_exclusive.plus(tax);
  return {
    lines: written(lines_total),
    allowances: written(allowances),
    charges: written(charges),
    tax_exclusive: written(tax_exclusive),
    tax: written(tax),
    tax_inclusive: written(tax_inclusive),
    rounding: written(ZERO),
    paid: written(ZERO),
    payable: written(tax_inclusive),
    tax_in_company_currency: convertedTax(invoice, tax, before),
  };
}

/** The tax in the company's currency: of all that is credited by then, less what was credited before. */
function convertedTax(invoice: Invoice, tax: Decimal, before: CreditedSums): string | null {
  const tax_before = sum([...before.vat_groups.values()].map(({ vat_amount }) => vat_amount));
  const converted = taxInCompanyCurrency(tax_before.plus(tax), invoice);
  if (converted === null) return null;
  const difference = decimal(converted).minus(before.tax_in_company_currency);
  return amount(difference, minorUnits(invoice.company_currency));
}

function fault(message: string): never {
  throw new DomainError('validation_error', message);
}
