import { settlementOf } from '../../domain/documents/payments/payment-status';
import { settled } from '../../domain/documents/transitions';
import type { DocumentRepository, FoundDocument } from '../../ports/documents/document-repository';
import type { PaidSums } from '../../ports/documents/payment-repository';

/**
 * Stores the settlement and payment status of a document, and moves its version, after its payments or the amounts of
 * its links have changed.
 *
 * @param document - as it was when it was locked
 * @param sums - as they are now
 */
export async function settle(
  documents: Pick<DocumentRepository, 'save'>,
  company_id: string,
  document: FoundDocument,
  sums: PaidSums,
  now: Date,
): Promise<void> {
  const settlement = settlementOf({ ...sums, set_off: document.settlement?.set_off ?? null });
  await documents.save(company_id, document, settled(document, settlement, now));
}
