import type { CreditedSums, CreditNote } from '../../domain/documents/derived/credited';

export interface CreditNoteRepository {
  /** The credit notes that name an invoice by its id, the oldest first. */
  list(company_id: string, invoice_id: string): Promise<CreditNote[]>;
  /** What the credit notes of `list` that were made from the invoice credit of it. */
  sumMade(company_id: string, invoice_id: string): Promise<CreditedSums>;
}
