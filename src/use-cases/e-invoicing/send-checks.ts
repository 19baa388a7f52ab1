import type { Company } from '../../domain/master-data/company';
import type { Attachment } from '../../domain/documents/attachments/attachments';
import type { Document } from '../../domain/documents/document';
import {
  addressingOf,
  assertNoFault,
  contentFaults,
  directoryUnavailable,
  embedded,
  NOT_REGISTERED,
  type SendFault,
  withElectronicAddresses,
} from '../../domain/e-invoicing/sendable';
import type { Addressing } from '../../domain/e-invoicing/transmission';
import type { Relation } from '../../domain/master-data/relation';
import type { Unversioned } from '../../domain/version';
import type { ParticipantDirectory } from '../../ports/e-invoicing/e-invoice-network';

/** A document that may be sent, and what its envelope says. */
export interface Sendable<T extends Document = Document> {
  /** With the electronic addresses of now. */
  readonly document: T;
  readonly addressing: Addressing;
  /** Those that travel inside of it. */
  readonly attachments: readonly Attachment[];
}

/** What stands between a document and the network. Nothing here belongs into a transaction: it waits for others. */
export class SendChecks {
  constructor(private readonly directory: ParticipantDirectory) {}

  /** @throws DomainError send_failed: the first reason, with what to mend */
  async check<T extends Document>(
    kept: T,
    company: Unversioned<Company>,
    relation: Unversioned<Relation>,
    attachments: readonly Attachment[],
  ): Promise<Sendable<T>> {
    const document = withElectronicAddresses(kept, company, relation);
    const addressing = addressingOf(document);
    assertNoFault(document.id, await this.receiverFaults(addressing));
    const travelling = embedded(attachments);
    assertNoFault(document.id, contentFaults(document, travelling));
    return { document, addressing, attachments: travelling };
  }

  /** Whether the receiver is on the network, for documents of that type. */
  async receiverFaults({
    receiver,
    document_type,
  }: Pick<Addressing, 'receiver' | 'document_type'>): Promise<SendFault[]> {
    const found = await this.directory.lookup(receiver);
    if (found.kind === 'unavailable') return [directoryUnavailable(found.reason)];
    const is_registered = found.kind === 'registered' && found.document_types.includes(document_type);
    return is_registered ? [] : [NOT_REGISTERED];
  }
}
