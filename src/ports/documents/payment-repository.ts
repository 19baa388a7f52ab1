import type { Settlement } from '../../domain/documents/payment-status';
import type { RecordedPayment } from '../../domain/documents/recorded-payment';
import type { Page, PageRequest } from '../page';

export interface PaymentRepository {
  find(company_id: string, document_id: string, id: string): Promise<RecordedPayment | undefined>;
  list(
    company_id: string,
    document_id: string,
    filters: { readonly updated_since?: Date | undefined },
    page: PageRequest,
  ): Promise<Page<RecordedPayment>>;
  /** The document exists, and is locked. */
  insert(company_id: string, document_id: string, payment: RecordedPayment): Promise<void>;
  delete(company_id: string, document_id: string, id: string): Promise<void>;
  /** The sums of the payments of a document, and of the amounts of its links; null without any. */
  findSums(company_id: string, document_id: string): Promise<Pick<Settlement, 'payments' | 'links'>>;
}
