import type { Settlement } from '../../domain/documents/payments/payment-status';
import type { RecordedPayment } from '../../domain/documents/payments/recorded-payment';
import type { Page, PageRequest } from '../page';

/** The sums of the payments of a document, and of the amounts of its links; null without any. */
export type PaidSums = Pick<Settlement, 'payments' | 'links'>;

export interface PaymentRepository {
  find(company_id: string, document_id: string, id: string): Promise<RecordedPayment | undefined>;
  list(
    company_id: string,
    document_id: string,
    filters: { readonly updated_since?: Date | undefined },
    page: PageRequest,
  ): Promise<Page<RecordedPayment>>;
  /** The document exists, and is locked. @returns the sums after it */
  insert(company_id: string, document_id: string, payment: RecordedPayment): Promise<PaidSums>;
  /** @returns the sums after it */
  delete(company_id: string, document_id: string, id: string): Promise<PaidSums>;
  findSums(company_id: string, document_id: string): Promise<PaidSums>;
}
