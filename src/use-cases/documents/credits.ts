import { assertCreditedLines, withCredit } from '../../domain/documents/derived/credit-lines';
import { creditNoteDraft, type CreditInput } from '../../domain/documents/derived/credit-note';
import { type CreditedSums, NOTHING_CREDITED } from '../../domain/documents/derived/credited';
import type { DocumentView, Draft } from '../../domain/documents/document';
import { createdView } from '../../domain/documents/document-view';
import { DOCUMENT_TYPES } from '../../domain/documents/document-type';
import type { FoundReferences } from '../../domain/documents/references';
import { assertCreditable } from '../../domain/documents/lifecycle';
import { existing } from '../../domain/errors';
import type { Clock } from '../../ports/clock';
import type { FoundDocument, IssuedDocument } from '../../ports/documents/document-repository';
import type { Ids } from '../../ports/ids';
import type { Repositories, UnitOfWork } from '../../ports/unit-of-work';
import { issueAgainst } from './credit-notes';
import {
  type CompletedDraft,
  NotNumbered,
  type DocumentCreation,
  type PreparedDocument,
} from './document-creation';
import { repeatedWhileChanging } from './repeated-checks';

/** A credit note before numbering, as its invoice was when it was read. */
export interface PreparedCredit extends PreparedDocument {
  /** What is credited of the lines of the invoice by then. */
  readonly credited: CreditedSums['lines'];
  readonly invoice: FoundDocument;
  readonly input: CreditInput;
  readonly found: FoundReferences;
  readonly now: Date;
}

/** Makes credit notes from invoices. */
export class Credits {
  constructor(
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly creation: DocumentCreation,
  ) {}

  /** @throws DomainError the errors of `prepare` and `store` */
  async credit(unit: UnitOfWork, company_id: string, id: string, input: CreditInput): Promise<DocumentView> {
    return repeatedWhileChanging(async () => {
      const prepared = await this.prepare(unit, company_id, id, input);
      return this.store(unit, company_id, prepared, (draft) => ({
        draft,
        viewOf: (issued) => createdView(issued, prepared.company),
      }));
    });
  }

  /**
   * @throws DomainError validation_error, not_found, self_billing_disabled, invalid_journal, no_default_journal,
   *   invalid_amount, invalid_issue_date
   */
  async prepare(
    unit: UnitOfWork,
    company_id: string,
    invoice_id: string,
    input: CreditInput,
  ): Promise<PreparedCredit> {
    assertCreditedLines(input.lines ?? []);
    const id = this.ids.next();
    const now = this.clock.now();
    const invoice = existing(
      await unit.read(({ documents }) => documents.find(company_id, invoice_id)),
      'document',
    );
    assertCreditable(invoice);
    const type = DOCUMENT_TYPES[invoice.type].credited_by!;
    const found = await unit.read(({ documents }) =>
      documents.findReferences(company_id, {
        type,
        relation_id: invoice.relation_id,
        journal_id: input.journal_id ?? undefined,
        delivery_location_id: undefined,
        branding_id: undefined,
        preceding_document_id: undefined,
      }),
    );
    const { draft, credited } = await unit.read((repositories) =>
      draftOf(repositories, company_id, invoice, { id, input, found, now }),
    );
    const dates = { issue_date: input.issue_date, due_date: null };
    const prepared = await this.creation.prepareDraft(unit, company_id, draft, dates, found);
    return { ...prepared, credited, invoice, input, found, now };
  }

  /**
   * Numbers the credit note and stores it. The invoice is locked meanwhile, so that no other credit note credits the
   * same. If it has changed, as it does with every credit note, the credit note is computed again.
   *
   * @param adopt - gives what to store, and makes the use case's result from the document
   * @throws DomainError the errors of `prepare`
   */
  async store<T>(
    unit: UnitOfWork,
    company_id: string,
    prepared: PreparedCredit,
    adopt: (draft: Draft) => CompletedDraft & { readonly viewOf: (issued: IssuedDocument) => T },
  ): Promise<T> {
    const { sequence, is_date_given, invoice: seen, ...facts } = prepared;
    try {
      return await unit.transaction(async (repositories) => {
        const { documents } = repositories;
        await documents.lockSequence(company_id, sequence);
        const invoice = existing(await documents.lock(company_id, seen.id), 'document');
        const computed =
          invoice.version === seen.version
            ? prepared
            : await draftOf(repositories, company_id, invoice, { ...facts, id: prepared.draft.id });
        const { draft, send, viewOf } = adopt(computed.draft);
        const now = this.clock.now();
        const request = { sequence, is_date_given, draft };
        const credited = { invoice, credited_lines: computed.credited };
        const issued = await issueAgainst(repositories, company_id, request, credited, now);
        if (!issued) throw new NotNumbered();
        if (send) await repositories.transmissions.insertNumbered(company_id, send);
        return viewOf(issued);
      });
    } catch (error) {
      if (!(error instanceof NotNumbered)) throw error;
      return this.creation.refuse(unit, company_id, prepared);
    }
  }
}

async function draftOf(
  { credit_notes }: Pick<Repositories, 'credit_notes'>,
  company_id: string,
  invoice: FoundDocument,
  { id, input, found, now }: Pick<PreparedCredit, 'input' | 'found' | 'now'> & { readonly id: string },
): Promise<{ readonly draft: Draft; readonly credited: CreditedSums['lines'] }> {
  const is_credited = invoice.credited?.is_made === true;
  const before = is_credited ? await credit_notes.sumMade(company_id, invoice.id) : NOTHING_CREDITED;
  const draft = creditNoteDraft(invoice, input, before, found, { id, now });
  return { draft, credited: withCredit(before.lines, draft) };
}
