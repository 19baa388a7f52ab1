import type { DocumentView } from '../../domain/documents/document';
import { createdView } from '../../domain/documents/document-view';
import type { CreditInput } from '../../domain/documents/derived/credit-note';
import type { DocumentInput } from '../../domain/documents/draft';
import { createdUnsent } from '../../domain/e-invoicing/sendable';
import { DomainError } from '../../domain/errors';
import { isEqual } from '../../domain/version';
import type { UnitOfWork } from '../../ports/unit-of-work';
import type { Credits } from '../documents/credits';
import type { DocumentCreation, PreparedDocument } from '../documents/document-creation';
import { ChangedSinceCheck, repeatedWhileChanging } from '../documents/repeated-checks';
import type { CheckedDraft, Sending } from './sending';

/** Each check of a credit note that is overtaken means that another one of the invoice was made. */
const MAX_CREDITS_AT_ONCE = 20;

/** Creates and sends a document in one request. */
export class CreatedAndSent {
  constructor(
    private readonly creation: DocumentCreation,
    private readonly credits: Credits,
    private readonly sending: Sending,
  ) {}

  /**
   * One transaction numbers and stores the document with its transmission. A document that cannot be sent is created
   * without a transmission. When the day changes between the check and the numbering, both are repeated.
   *
   * @throws DomainError the errors of `Documents.create`; send_failed when the document was created, but not sent
   */
  async create(unit: UnitOfWork, company_id: string, input: DocumentInput): Promise<DocumentView> {
    const stored = await repeatedWhileChanging(() => this.checkedAndStored(unit, company_id, input));
    if (stored instanceof DomainError) throw stored;
    this.sending.wake();
    return stored;
  }

  private async checkedAndStored(
    unit: UnitOfWork,
    company_id: string,
    input: DocumentInput,
  ): Promise<DocumentView | DomainError> {
    const prepared = await this.creation.prepare(unit, company_id, { ...input, send_peppol: true });
    const checked = await this.check(unit, prepared);
    if (checked instanceof DomainError) {
      return this.creation.create(unit, company_id, prepared, ({ id }) => createdUnsent(id, checked));
    }
    const { draft: first, company } = prepared;
    return this.creation.create(
      unit,
      company_id,
      prepared,
      (document) => createdView(document, company),
      async (draft) => {
        const sent =
          draft === first ? checked : await this.sending.rewriteDraft(unit, company_id, draft, checked);
        return { draft: sent.draft, send: this.sending.numberedSend(sent) };
      },
    );
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
        if (!isEqual(draft, prepared.draft)) throw new ChangedSinceCheck('document');
        if (checked instanceof DomainError) {
          return { draft, viewOf: ({ id }) => createdUnsent(id, checked) };
        }
        const { company } = prepared;
        return {
          draft: checked.draft,
          send: this.sending.numberedSend(checked),
          viewOf: (document) => createdView(document, company),
        };
      });
    }, MAX_CREDITS_AT_ONCE);
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
      if (error instanceof DomainError && error.error_name === 'send_failed') return error;
      throw error;
    }
  }
}
