import type { AllowanceCharge } from '../amounts/allowance-charges';
import type { Line } from '../amounts/lines';
import type { VatBreakdownEntry } from '../amounts/vat-breakdown';
import type { ReceivedVatCategory } from '../amounts/vat-category';
import type { Document } from './document';

/** An allowance or charge on one line (BG-27, BG-28), as its sender stated it. */
export interface LineAllowanceCharge {
  readonly kind: 'allowance' | 'charge';
  readonly amount: string;
  readonly percent: string | null;
  readonly base_amount: string | null;
  readonly reason: string | null;
}

/** A line of a received document. What takes off or adds to it is in `allowance_charges`, never in a discount. */
export interface ReceivedLine extends Omit<Line, 'vat_category'> {
  readonly vat_category: ReceivedVatCategory;
  /** For how many units `unit_price` is (BT-149); null: for one. */
  readonly base_quantity: string | null;
  readonly allowance_charges: readonly LineAllowanceCharge[];
}

/** As stated: `amount` is always set, `percent` where it was given, and the one share is all of it. */
export interface ReceivedAllowanceCharge extends Omit<AllowanceCharge, 'shares'> {
  readonly shares: readonly (Omit<AllowanceCharge['shares'][number], 'vat_category'> & {
    readonly vat_category: ReceivedVatCategory;
  })[];
}

/** A document that came from elsewhere: it keeps what it states, also where a document of our own could not say it. */
export type ReceivedDocument = Omit<Document, 'lines' | 'allowance_charges' | 'vat_breakdown'> & {
  readonly lines: readonly ReceivedLine[];
  readonly allowance_charges: readonly ReceivedAllowanceCharge[];
  readonly vat_breakdown: readonly (Omit<VatBreakdownEntry, 'category'> & {
    readonly category: ReceivedVatCategory;
  })[];
};
