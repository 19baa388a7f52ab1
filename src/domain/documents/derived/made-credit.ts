import type { Document } from '../document';
import type { CreditOrigin } from './credit-state';

/** An invoice, or a credit note, with its amounts. */
export type Credited = Pick<
  Document,
  | 'currency'
  | 'company_currency'
  | 'exchange_rate'
  | 'lines'
  | 'allowance_charges'
  | 'vat_breakdown'
  | 'totals'
>;

/** A credit note that was made from the invoice. */
export type MadeCredit = Credited & { readonly credit_origin: CreditOrigin };
