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
  const settlement = await payments.findSettlement(company_id, document.id);
  await documents.save(company_id, document, settled(document, settlement, now));
}
