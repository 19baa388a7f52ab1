import type { AllowanceCharge } from '../amounts/allowance-charges';
import type { Line } from '../amounts/lines';
import type { VatBreakdownEntry } from '../amounts/vat-breakdown';
import type { ReceivedVatCategory } from '../amounts/vat-category';
import type { Document } from './document';

/** An allowance or charge on one line (BG-27, BG-28), as the sender stated it. */
export interface LineAllowanceCharge {
  readonly kind: 'allowance' | 'charge';
  readonly amount: string;
  readonly percent: string | null;
  readonly base_amount: string | null;
  readonly reason: string | null;
}

/** A line of a received document. Its discounts are entries of `allowance_charges`; the discount fields are null. */
export interface ReceivedLine extends Omit<Line, 'vat_category'> {
  readonly vat_category: ReceivedVatCategory;
  /** The number of units that `unit_price` is for (BT-149); null: one. */
  readonly base_quantity: string | null;
  readonly allowance_charges: readonly LineAllowanceCharge[];
}

/** A document-level allowance or charge. `amount` is always set, `percent` if it was stated; it has one share. */
export interface ReceivedAllowanceCharge extends Omit<AllowanceCharge, 'reason' | 'shares'> {
  readonly reason: string | null;
  readonly shares: readonly (Omit<AllowanceCharge['shares'][number], 'vat_category'> & {
    readonly vat_category: ReceivedVatCategory;
  })[];
}

/** A document that another party sent, with the values that it states. */
export type ReceivedDocument = Omit<Document, 'lines' | 'allowance_charges' | 'vat_breakdown'> & {
  readonly lines: readonly ReceivedLine[];
  readonly allowance_charges: readonly ReceivedAllowanceCharge[];
  readonly vat_breakdown: readonly (Omit<VatBreakdownEntry, 'category'> & {
    readonly category: ReceivedVatCategory;
  })[];
};
