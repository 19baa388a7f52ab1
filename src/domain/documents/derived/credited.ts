import { vatGroupKey } from '../../amounts/vat-breakdown';
import { type Decimal, ZERO } from '../../values/money';
import type { Document } from '../document';

/** A credit note that names an own invoice by its id, with what the state of the invoice depends on. */
export interface CreditNote extends Pick<Document, 'id' | 'number' | 'totals'> {
  /** Whether it was made from the invoice. */
  readonly is_made: boolean;
}

/**
 * What the credit notes that were made from an invoice credit of it, added up. The amounts of the next credit note
 * follow from these sums, so that no line of an earlier one has to be read.
 */
export interface CreditedSums {
  /** By the index of the line of the invoice; lines of which nothing is credited are missing. */
  readonly lines: ReadonlyMap<number, LineSums>;
  /** The shares of allowances and charges, by `shareKey`: the charges less the allowances. */
  readonly shares: ReadonlyMap<string, Decimal>;
  /** By `vatGroupKey`. */
  readonly vat_groups: ReadonlyMap<string, VatGroupSums>;
  /** 0 without tax in the company's currency. */
  readonly tax_in_company_currency: Decimal;
}

export const NOTHING_CREDITED: CreditedSums = {
  lines: new Map(),
  shares: new Map(),
  vat_groups: new Map(),
  tax_in_company_currency: ZERO,
};

/** The sums of the lines that credit one line of an invoice. */
export interface LineSums {
  readonly quantity: Decimal;
  /** 0 without discounts. */
  readonly discount_amount: Decimal;
  readonly net_amount: Decimal;
}

export interface VatGroupSums {
  readonly taxable_amount: Decimal;
  readonly vat_amount: Decimal;
}

/** Identifies the share of an allowance or charge in a VAT group. @param index - of the entry of the invoice */
export function shareKey(index: number, category: string, rate: string): string {
  return `${index} ${vatGroupKey(category, rate)}`;
}
