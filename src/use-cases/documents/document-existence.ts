import { existing } from '../../domain/errors';
import type { DocumentRepository } from '../../ports/documents/document-repository';

/** @throws DomainError not_found */
export async function assertDocument(
  documents: Pick<DocumentRepository, 'exists'>,
  company_id: string,
  id: string,
): Promise<void> {
  existing((await documents.exists(company_id, id)) || undefined, 'document');
}
