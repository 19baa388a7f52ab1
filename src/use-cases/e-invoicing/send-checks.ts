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

/** A document that passed all checks of a send, with its envelope. */
export interface Sendable<T extends Document = Document> {
  /** The document with the present electronic addresses. */
  readonly document: T;
  readonly addressing: Addressing;
  /** The attachments to embed. */
  readonly attachments: readonly Attachment[];
}

/** The checks of a send. They query the network's directory and must not run inside a transaction. */
export class SendChecks {
  constructor(private readonly directory: ParticipantDirectory) {}

  /** @throws DomainError send_failed with the first fault */
  async check<T extends Document>(
    kept: T,
    company: Unversioned<Company>,
    relation: Unversioned<Relation>,
    attachments: readonly Attachment[],
  ): Promise<Sendable<T>> {
    const document = withElectronicAddresses(kept, company, relation);
    const addressing = addressingOf(document);
    assertNoFault(document.id, await this.receiverFaults(addressing));
    const to_embed = embedded(attachments);
    assertNoFault(document.id, contentFaults(document, to_embed));
    return { document, addressing, attachments: to_embed };
  }

  /**
   * Checks in the directory that the receiver is registered for the document type.
   *
   * @param unregistered - the fault of a receiver that is not
   */
  async receiverFaults(
    { receiver, document_type }: Pick<Addressing, 'receiver' | 'document_type'>,
    unregistered = NOT_REGISTERED,
  ): Promise<SendFault[]> {
    const found = await this.directory.lookup(receiver);
    if (found.kind === 'unavailable') return [directoryUnavailable(found.reason)];
    const is_registered = found.kind === 'registered' && found.document_types.includes(document_type);
    if (is_registered) return [];
    const hint = found.kind === 'unknown_participant' ? found.hint : undefined;
    return [
      hint === undefined ? unregistered : { ...unregistered, message: `${unregistered.message} ${hint}` },
    ];
  }
}
