import { DomainError } from '../../domain/errors';
import type { DocumentRepository } from '../../ports/documents/document-repository';

/** @throws DomainError not_found */
export async function assertDocument(
  documents: Pick<DocumentRepository, 'exists'>,
  company_id: string,
  id: string,
): Promise<void> {
  if (!(await documents.exists(company_id, id))) throw new DomainError('not_found', 'No such document.');
}
