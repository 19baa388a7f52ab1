import type { DocumentView } from '../../domain/documents/document';
import type { CreditInput } from '../../domain/documents/derived/credit-note';
import type { DocumentInput } from '../../domain/documents/draft';
import { createdUnsent } from '../../domain/e-invoicing/sendable';
import { DomainError } from '../../domain/errors';
import { isEqual } from '../../domain/version';
import type { UnitOfWork } from '../../ports/unit-of-work';
import { issueSetOff } from '../documents/credit-notes';
import type { Credits } from '../documents/credits';
import { createdView, NotNumbered, type Numbering, type PreparedDocument } from '../documents/numbering';
import { ChangedSinceCheck, repeatedWhileChanging } from './repeated-checks';
import type { CheckedDraft, Sending } from './sending';

/** Creates and sends a document in one request. */
export class CreatedAndSent {
  constructor(
    private readonly numbering: Numbering,
    private readonly credits: Credits,
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

  /**
   * Like `create`, for the credit note of an invoice. When the invoice or its credit notes change between the check and
   * the transaction such that other amounts are credited, the check is repeated.
   *
   * @throws DomainError the errors of `Credits.credit`; send_failed when the credit note was created, but not sent
   */
  async credit(
    unit: UnitOfWork,
    company_id: string,
    invoice_id: string,
    input: CreditInput,
  ): Promise<DocumentView> {
    const stored = await repeatedWhileChanging(async () => {
      const prepared = await this.credits.prepare(unit, company_id, invoice_id, input);
      const checked = await this.check(unit, prepared);
      return this.credits.store<DocumentView | DomainError>(unit, company_id, prepared, (draft) => {
        if (!isEqual(draft, prepared.draft)) throw new ChangedSinceCheck();
        if (checked instanceof DomainError) {
          return { draft, finish: async (_repositories, { id }) => createdUnsent(id, checked) };
        }
        const { company } = prepared;
        return {
          draft: checked.draft,
          finish: async (repositories, document) => {
            await this.sending.acceptNumbered(repositories, company_id, checked, document.number);
            return createdView(document, company);
          },
        };
      });
    });
    if (stored instanceof DomainError) throw stored;
    this.sending.wake();
    return stored;
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
