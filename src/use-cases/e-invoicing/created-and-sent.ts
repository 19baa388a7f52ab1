import type { DocumentView } from '../../domain/documents/document';
import type { DocumentInput } from '../../domain/documents/draft';
import { createdUnsent } from '../../domain/e-invoicing/sendable';
import { DomainError } from '../../domain/errors';
import type { UnitOfWork } from '../../ports/unit-of-work';
import { issueSetOff } from '../documents/credit-notes';
import { createdView, NotNumbered, type Numbering, type PreparedDocument } from '../documents/numbering';
import type { CheckedDraft, Sending } from './sending';

/** Creates and sends a document in one request. */
export class CreatedAndSent {
  constructor(
    private readonly numbering: Numbering,
    private readonly sending: Sending,
  ) {}

  /**
   * One transaction numbers and stores the document with its transmission. A document that cannot be sent is created
   * without a transmission.
   *
   * @throws DomainError the errors of `Documents.create`; send_failed when the document was created, but not sent
   */
  async create(unit: UnitOfWork, company_id: string, input: DocumentInput): Promise<DocumentView> {
    const prepared = await this.numbering.prepare(unit, company_id, { ...input, send_peppol: true });
    const checked = await this.check(unit, prepared);
    if (checked instanceof DomainError) {
      throw await this.numbering.create(unit, company_id, prepared, ({ id }) => createdUnsent(id, checked));
    }
    const view = await this.numbering.own_data.write(unit, company_id, prepared.draft, () =>
      this.store(unit, company_id, prepared, checked),
    );
    if (!view) return this.numbering.refuse(unit, company_id, prepared);
    this.sending.wake();
    return view;
  }

  private async check(
    unit: UnitOfWork,
    { draft, company, relation }: PreparedDocument,
  ): Promise<CheckedDraft | DomainError> {
    try {
      return await this.sending.checkDraft(unit, draft, company, relation);
    } catch (error) {
      if (error instanceof DomainError && error.error === 'send_failed') return error;
      throw error;
    }
  }

  /** @returns undefined when the last document of the sequence has a later date */
  private store(
    unit: UnitOfWork,
    company_id: string,
    { draft: first, sequence, company }: PreparedDocument,
    checked: CheckedDraft,
  ): Promise<DocumentView | undefined> {
    return this.numbering.withFreeReference(first, async (draft) => {
      const sent =
        draft === first ? checked : await this.sending.rewriteDraft(unit, company_id, draft, checked);
      try {
        return await unit.transaction(async (repositories) => {
          const { now } = this.numbering.time();
          await repositories.documents.lockSequence(company_id, sequence);
          const request = { sequence, draft: sent.draft };
          const document = await issueSetOff(repositories, company_id, request, now);
          if (!document) throw new NotNumbered();
          await this.sending.acceptNumbered(repositories, company_id, sent, document.number);
          return createdView(document, company);
        });
      } catch (error) {
        if (error instanceof NotNumbered) return undefined;
        throw error;
      }
    });
  }
}
