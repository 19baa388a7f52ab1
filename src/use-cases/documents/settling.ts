import { settlementOf } from '../../domain/documents/payment-status';
import { settled } from '../../domain/documents/transitions';
import type { FoundDocument } from '../../ports/documents/document-repository';
import type { Repositories } from '../../ports/unit-of-work';

/**
 * Stores the settlement and payment status of a document, and moves its version, after its payments or the amounts of its
 * links have changed.
 *
 * @param document - as it was when it was locked
 */
export async function settle(
  { documents, payments }: Pick<Repositories, 'documents' | 'payments'>,
  company_id: string,
  document: FoundDocument,
  now: Date,
): Promise<void> {
  const sums = await payments.findSums(company_id, document.id);
  const settlement = settlementOf({ ...sums, set_off: document.settlement?.set_off ?? null });
  await documents.save(company_id, document, settled(document, settlement, now));
}
