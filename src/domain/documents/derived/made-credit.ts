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

/** A credit note that names an own invoice by its id, with what the state of the invoice depends on. */
export interface CreditNote extends Pick<Document, 'id' | 'number' | 'totals' | 'credit_origin'> {
  /** The quantities of its lines, if it was made from the invoice; otherwise empty. */
  readonly quantities: readonly string[];
}
