import type { Company } from '../../domain/master-data/company';
import type { DocumentView, Draft } from '../../domain/documents/document';
import { viewOf } from '../../domain/documents/document-view';
import type { DocumentType } from '../../domain/documents/document-type';
import { assertResendable, assertSendable } from '../../domain/documents/lifecycle';
import { sendAccepted, sendAcceptedOnCreation } from '../../domain/e-invoicing/network-transitions';
import { networkIdentifiers } from '../../domain/e-invoicing/identifiers';
import { assertEmbeddable, type SendFault, withElectronicAddresses } from '../../domain/e-invoicing/sendable';
import { relationParty } from '../../domain/documents/snapshots';
import { markedSent } from '../../domain/documents/transitions';
import { beginOfSend, newTransmission } from '../../domain/e-invoicing/transmission';
import { existing } from '../../domain/errors';
import type { Relation } from '../../domain/master-data/relation';
import type { Unversioned } from '../../domain/version';
import type { Clock } from '../../ports/clock';
import type { FoundDocument } from '../../ports/documents/document-repository';
import type { Ids } from '../../ports/ids';
import type { JobQueue } from '../../ports/job-queue';
import type { NumberedSend } from '../../ports/e-invoicing/transmission-repository';
import type { UnitOfWork } from '../../ports/unit-of-work';
import { embeddedBytes, type OutgoingUbl, splitAtNumber } from './outgoing-ubl';
import { ChangedSinceCheck, repeatedWhileChanging } from '../documents/repeated-checks';
import type { Sendable, SendChecks } from './send-checks';

/** A document that passed the checks in its present version, with the payload to send. */
interface CheckedSend {
  readonly sendable: Sendable<FoundDocument>;
  readonly payload: Uint8Array;
}

/**
 * A draft that passed the checks. Its payload is complete except for the number and the PDF, which shows the number.
 */
export interface CheckedDraft {
  readonly draft: Draft;
  readonly sendable: Sendable;
  /** The payload with the draft's id in place of the number. */
  readonly template: Uint8Array;
  /** Whether a PDF is to be embedded; it is rendered after numbering. */
  readonly lacks_pdf: boolean;
}

/**
 * Sends documents. A send is checked, then accepted in one transaction, which stores the new state of the document, the
 * transmission with its payload, and a job. Workers process the job later.
 */
export class Sending {
  constructor(
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly checks: SendChecks,
    private readonly ubl: OutgoingUbl,
    private readonly queue: JobQueue,
  ) {}

  /**
   * Sends a document. The lookup in the directory and the rendering of the PDF precede the transaction. If the document
   * changes meanwhile, the checks are repeated.
   *
   * @throws DomainError not_found, not_sendable (409, then 422), already_sent, send_failed
   */
  async send(unit: UnitOfWork, company_id: string, id: string): Promise<DocumentView> {
    const message_id = this.ids.next();
    const accepted = await repeatedWhileChanging(async () => {
      const checked = await this.check(unit, company_id, id);
      return this.accept(unit, company_id, id, message_id, checked);
    });
    this.queue.wake();
    return accepted;
  }

  /**
   * Sends a document again whose last send failed or was rejected.
   *
   * @throws DomainError the errors of `send`; not_sendable (409) too for a document that was never sent
   */
  async sendAgain(unit: UnitOfWork, company_id: string, id: string): Promise<DocumentView> {
    const document = existing(await unit.read(({ documents }) => documents.find(company_id, id)), 'document');
    assertResendable(document);
    return this.send(unit, company_id, id);
  }

  /** @throws DomainError not_found, not_sendable (409), already_sent */
  markSent(unit: UnitOfWork, company_id: string, id: string): Promise<DocumentView> {
    return unit.transaction(async ({ companies, documents, relations }) => {
      const document = existing(await documents.lock(company_id, id), 'document');
      const company = await companies.find(company_id);
      const relation = await relations.find(company_id, document.relation_id);
      const addressed = withElectronicAddresses(document, company!, relation!);
      const sent = markedSent(document, addressed, this.clock.now());
      await documents.save(company_id, document, sent);
      return viewOf(sent);
    });
  }

  /** The faults of the receiver's registration, for a document that does not exist yet. */
  async receiverFaults(type: DocumentType, relation: Unversioned<Relation> | null): Promise<SendFault[]> {
    const receiver = relation && relationParty(relation).electronic_address;
    const identifiers = networkIdentifiers(type);
    return receiver && identifiers ? this.checks.receiverFaults({ receiver, ...identifiers }) : [];
  }

  /**
   * Checks a draft that is to be sent on creation.
   *
   * @throws DomainError send_failed
   */
  async checkDraft(
    unit: UnitOfWork,
    draft: Draft,
    company: Unversioned<Company>,
    relation: Unversioned<Relation>,
  ): Promise<CheckedDraft> {
    const unnumbered = { ...draft, number: draft.id };
    const sendable = await this.checks.check(unnumbered, company, relation, []);
    return this.written(unit, company.id, draft, sendable);
  }

  /** Writes the payload again for a draft that differs from the checked one in id and payment reference only. */
  async rewriteDraft(
    unit: UnitOfWork,
    company_id: string,
    draft: Draft,
    { sendable }: CheckedDraft,
  ): Promise<CheckedDraft> {
    const { seller, buyer } = sendable.document;
    const document = { ...draft, number: draft.id, seller, buyer };
    return this.written(unit, company_id, draft, { ...sendable, document });
  }

  /** The transmission of a draft, to be stored when the draft is numbered. */
  numberedSend({ draft, sendable, template, lacks_pdf }: CheckedDraft): NumberedSend {
    const ids = { message_id: this.ids.next(), document_id: draft.id };
    const transmission = newTransmission(sendable.addressing, ids, draft.created_at, { lacks_pdf });
    return { transmission, payload: splitAtNumber(template, draft.id) };
  }

  /** Wakes the job queue; to be called after the commit that added a job. */
  wake(): void {
    this.queue.wake();
  }

  /** @throws ChangedSinceCheck */
  private accept(
    unit: UnitOfWork,
    company_id: string,
    id: string,
    message_id: string,
    { sendable, payload }: CheckedSend,
  ): Promise<DocumentView> {
    return unit.transaction(async ({ documents, transmissions, jobs }) => {
      const document = existing(await documents.lock(company_id, id), 'document');
      const now = this.clock.now();
      const sent = sendAccepted(document, sendable.document, now);
      if (document.version !== sendable.document.version) throw new ChangedSinceCheck('document');
      await documents.save(company_id, document, sent);
      const ids = { message_id, document_id: id };
      const transmission = newTransmission(sendable.addressing, ids, beginOfSend(document, now));
      await transmissions.insert(company_id, transmission, payload);
      await jobs.add({ company_id, message_id }, 0);
      return viewOf(sent);
    });
  }

  private async check(unit: UnitOfWork, company_id: string, id: string): Promise<CheckedSend> {
    const { document, company, relation } = await unit.read(async (repositories) => {
      const document = existing(await repositories.documents.find(company_id, id), 'document');
      assertSendable(document);
      const company = await repositories.companies.find(company_id);
      const relation = await repositories.relations.find(company_id, document.relation_id);
      return { document, company: company!, relation: relation! };
    });
    const sendable = await this.checks.check(document, company, relation, document.attachments);
    const { attachments } = sendable;
    const pdf = await this.ubl.pdf(unit, company_id, sendable.document, attachments);
    assertEmbeddable(id, embeddedBytes(attachments, pdf));
    return { sendable, payload: await this.ubl.write(unit, company_id, sendable.document, attachments, pdf) };
  }

  private async written(
    unit: UnitOfWork,
    company_id: string,
    draft: Draft,
    sendable: Sendable,
  ): Promise<CheckedDraft> {
    const sent = sendAcceptedOnCreation(draft, sendable.document);
    const template = await this.ubl.write(unit, company_id, sendable.document, [], null);
    return { draft: sent, sendable, template, lacks_pdf: draft.embed_pdf };
  }
}
