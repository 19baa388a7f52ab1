import { newLink } from '../../../src/domain/documents/link';
import { receivedDocument } from '../../../src/domain/e-invoicing/received';
import type { ReceivedDocument } from '../../../src/domain/documents/received-document';
import type { KeptAttachment } from '../../../src/ports/documents/attachment-repository';
import type { Repositories, UnitsOfWork } from '../../../src/ports/unit-of-work';
import type { Business } from '../business';
import { aStatement } from '../parsed-e-invoices';

export const readOn =
  (unitsOf: () => UnitsOfWork) =>
  <T>(work: (repositories: Repositories) => Promise<T>): Promise<T> =>
    unitsOf().open().read(work);

export const writeOn =
  (unitsOf: () => UnitsOfWork) =>
  <T>(work: (repositories: Repositories) => Promise<T>): Promise<T> =>
    unitsOf().open().transaction(work);

/** An attachment as of now, whose file is nowhere. */
export function anAttachment(
  { company_id, ids, clock }: Business,
  filename: string,
  members: Partial<KeptAttachment> = {},
): KeptAttachment {
  const id = ids.next();
  return {
    ...{ id, filename, content_type: 'application/pdf', size: 3, sha256: 'a'.repeat(64) },
    ...{ key: `${company_id}/${id}`, created_at: clock.now() },
    ...members,
  };
}

/** A reconciliation as of now. */
export function aLink({ ids, clock }: Business, document_id: string, amount: string | null = null) {
  const input = { target: 'document', target_id: document_id, kind: 'reconciliation', amount } as const;
  return newLink(input, ids.next(), clock.now());
}

/** A document that the customer sent now. */
export function aReceivedDocument(
  { company, relation, ids, clock }: Business,
  members: Parameters<typeof aStatement>[0] = {},
): ReceivedDocument {
  const facts = { id: ids.next(), now: clock.now(), company, duplicate_of: null };
  return receivedDocument(aStatement(members), { ...facts, relation });
}
