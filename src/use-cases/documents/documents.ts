import type { Company } from '../../domain/master-data/company';
import {
  assertCurrencyEditable,
  assertMembersEditable,
  changedDocument,
  type DocumentChange,
  type DocumentPatch,
} from '../../domain/documents/change';
import type { Document, DocumentRow, DocumentView, Draft } from '../../domain/documents/document';
import { viewOf } from '../../domain/documents/document-view';
import { type DocumentInput, type DraftTime, issueDateLimits, newDraft } from '../../domain/documents/draft';
import { issueDateBracket, isWithin, nearestWithin } from '../../domain/numbering/issue-date';
import { assertDeletable, assertEditable } from '../../domain/documents/lifecycle';
import { bookedInAccounting, markedSent } from '../../domain/documents/transitions';
import { type DocumentPreview, previewOf, withSequence } from '../../domain/e-invoicing/preview';
import { withUnprintable } from '../../domain/e-invoicing/printable';
import { createdUnsent, withElectronicAddresses } from '../../domain/e-invoicing/sendable';
import type { FoundJournal, FoundReferences } from '../../domain/documents/references';
import { DomainError } from '../../domain/errors';
import { firstNumberOf, numberFrame, periodOf } from '../../domain/numbering/number-format';
import { assertVersion, type IfMatch } from '../../domain/version';
import type { Clock } from '../../ports/clock';
import {
  type ChangedReferences,
  type DocumentFilters,
  type DocumentRepository,
  type FoundDocument,
  type IssuedDocument,
  type References,
  type Sequence,
  type SequencePlace,
  type SequenceReport,
} from '../../ports/documents/document-repository';
import type { Ids } from '../../ports/ids';
import type { Page, PageRequest } from '../../ports/page';
import type { PrintableTexts } from '../../ports/documents/printable-texts';
import type { UnitOfWork } from '../../ports/unit-of-work';
import { Batches, type Waiting } from '../batches';
import { type Dating, Numbering, type Order } from '../numbering';
import type { CheckedDraft, Sending } from '../e-invoicing/sending';

/** So many look-ups at most share a statement. */
const MAX_BATCH = 64;

/** A document that accounting has. */
export interface TransmittedDocument {
  readonly document_id: string;
  readonly transmitted_at: Date;
}

/** A document that is to be sent as soon as it is there, checked as far as that goes without its number. */
export interface CheckedCreation {
  readonly order: Order;
  readonly company: FoundReferences['company'];
  readonly send: CheckedDraft | DomainError;
}

export class Documents {
  private readonly numbering: Numbering;

  /**
   * By company: while one statement looks things up, what is asked meanwhile waits, and the next statement finds it
   * all. What a round trip costs the process is then shared by those that come at the same time.
   */
  private readonly lookups = new Batches<string, FoundDocument | undefined>(
    (company_id, waiting) => this.findAll(company_id, waiting.slice(0, MAX_BATCH)),
    () => this.unitOfWork.deadlines,
  );
  private readonly references = new Batches<References, FoundReferences>(
    (company_id, waiting) => this.findReferences(company_id, waiting.slice(0, MAX_BATCH)),
    () => this.unitOfWork.deadlines,
  );

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly settings: { readonly issue_date_days_ahead: number },
    private readonly sending: Sending,
    private readonly texts: PrintableTexts,
  ) {
    this.numbering = new Numbering(unitOfWork, ids);
  }

  /** @throws DomainError those of `newDraft`, and invalid_issue_date for a date before the sequence's last */
  async create(company_id: string, input: DocumentInput): Promise<DocumentView> {
    const { order, company } = await this.place(company_id, input);
    return createdView(await this.numbering.number(order), company);
  }

  /**
   * Creation of a document that is to be sent at once: what comes before the transaction.
   *
   * @throws DomainError those of `newDraft`
   */
  async check(company_id: string, input: DocumentInput): Promise<CheckedCreation> {
    const { order, company, relation } = await this.place(company_id, { ...input, send_peppol: true });
    try {
      return { order, company, send: await this.sending.checkDraft(order.draft, company, relation) };
    } catch (error) {
      // It is created all the same.
      if (error instanceof DomainError && error.error === 'send_failed')
        return { order, company, send: error };
      throw error;
    }
  }

  /**
   * One transaction writes the document and its transmission. A document whose checks failed is created alone.
   *
   * @throws DomainError send_failed: it was created, but not sent; invalid_issue_date, as `create`
   */
  async createAndSend({ order, company, send }: CheckedCreation): Promise<DocumentView> {
    if (send instanceof DomainError) throw createdUnsent((await this.numbering.number(order)).id, send);
    const document = await this.storeSent(order, send);
    this.sending.wake();
    return createdView(document, company);
  }

  /** @throws DomainError not_found */
  async get(company_id: string, id: string): Promise<DocumentView> {
    const document = await this.lookups.add(company_id, id);
    if (!document) throw new DomainError('not_found', 'No such document.');
    return viewOf(document);
  }

  list(company_id: string, filters: DocumentFilters, page: PageRequest): Promise<Page<DocumentRow>> {
    return this.unitOfWork.read(({ documents }) => documents.list(company_id, filters, page));
  }

  /**
   * What a creation would give and what would stand in its way, by the rules of the creation and the send themselves.
   * Takes no lock and no number.
   */
  async preview(company_id: string, input: DocumentInput): Promise<DocumentPreview> {
    const found = await this.unitOfWork.read(({ documents }) =>
      documents.findReferences(company_id, [referencesOf(input)]),
    );
    const receiver_faults = await this.sending.receiverFaults(input.type, found[0]!.relation);
    const computed = previewOf(input, found[0]!, receiver_faults, this.time());
    const preview = withUnprintable(computed, (text) => this.texts.missing(text));
    const { journal_id, issue_date } = preview.document;
    const { limits, period } = this.datingOf(input, issue_date!, found[0]!);
    if (journal_id === null) return withSequence(preview, limits, { min: null, max: null });
    const previous = await this.unitOfWork.read(({ documents }) =>
      documents.findLastIssueDate(company_id, { journal_id, period }),
    );
    return withSequence(preview, limits, issueDateBracket({ previous, next: null }, period));
  }

  /** @throws DomainError not_found, precondition_failed, document_not_editable, field_not_editable, then as `changedDocument` */
  update(company_id: string, id: string, patch: DocumentPatch, if_match: IfMatch): Promise<DocumentView> {
    return this.unitOfWork.transaction(async ({ documents }) => {
      const document = await this.lock(documents, company_id, id, {
        sequence: patch.issue_date !== undefined,
      });
      assertVersion(if_match, document.version);
      assertEditable(document);
      const context = await documents.findChangeContext(company_id, document, changedReferencesOf(patch));
      assertCurrencyEditable(document, patch, context);
      assertMembersEditable(patch);
      const next = changedDocument(document, patch, context, this.time());
      await documents.save(company_id, document, next);
      return viewOf(next);
    });
  }

  /**
   * The last of its sequence: its number is free again.
   *
   * @throws DomainError not_found, precondition_failed, document_in_use, document_not_deletable
   */
  delete(company_id: string, id: string, if_match: IfMatch): Promise<void> {
    return this.unitOfWork.transaction(async ({ documents }) => {
      const document = await this.lock(documents, company_id, id, { sequence: true });
      assertVersion(if_match, document.version);
      assertDeletable(document);
      await documents.deleteLast(company_id, document);
    });
  }

  /** @throws DomainError not_found, not_sendable (409), already_sent */
  markSent(company_id: string, id: string): Promise<DocumentView> {
    return this.unitOfWork.transaction(async ({ companies, documents, relations }) => {
      const document = await this.lock(documents, company_id, id, { sequence: false });
      const company = await companies.find(company_id);
      const relation = await relations.find(company_id, document.relation_id);
      const addressed = withElectronicAddresses(document, company!, relation!);
      const sent = markedSent(document, addressed, this.clock.now());
      await documents.save(company_id, document, sent);
      return viewOf(sent);
    });
  }

  /**
   * All of them, or none: from then on they are in the accounts, and neither change nor go.
   *
   * @throws DomainError not_found: no such company; validation_error: no such document
   */
  transmit(company_id: string, ids: readonly string[]): Promise<TransmittedDocument[]> {
    return this.unitOfWork.transaction(async ({ companies, documents }) => {
      if (!(await companies.find(company_id))) throw new DomainError('not_found', 'No such company.');
      const transmitted = new Map<string, Date>();
      const now = this.clock.now();
      // One order of locking for all: two transmissions of the same documents wait for each other, no deadlock.
      for (const id of [...ids].sort()) {
        const document = await documents.lock(company_id, id);
        if (!document)
          throw new DomainError('validation_error', `document_ids.${ids.indexOf(id)}: no such document`);
        const booked = bookedInAccounting(document, now);
        await documents.save(company_id, document, booked);
        transmitted.set(id, booked.transmitted_at ?? now);
      }
      return ids.map((id) => ({ document_id: id, transmitted_at: transmitted.get(id)! }));
    });
  }

  /** @throws DomainError not_found */
  async integrity(
    company_id: string,
    journal_id: string,
  ): Promise<{ journal_id: string; periods: SequenceReport[] }> {
    return this.unitOfWork.read(async ({ documents, journals }) => {
      if (!(await journals.find(company_id, journal_id)))
        throw new DomainError('not_found', 'No such journal.');
      return { journal_id, periods: await documents.inspectSequences(company_id, journal_id) };
    });
  }

  /** The counter before the document, always: whoever does it the other way round waits for us, and we for him. */
  private async lock(
    documents: DocumentRepository,
    company_id: string,
    id: string,
    { sequence }: { sequence: boolean },
  ): Promise<FoundDocument> {
    const place = sequence ? placeOf(await documents.find(company_id, id)) : undefined;
    if (place) await documents.lockSequence(company_id, place);
    const document = await documents.lock(company_id, id);
    if (!document) throw new DomainError('not_found', 'No such document.');
    return document;
  }

  /** The draft of a new document, and the sequence in which it will have its place. */
  private async place(company_id: string, input: DocumentInput) {
    const asked = referencesOf(input);
    const { company, relation, ...found } = this.unitOfWork.isSurrounded
      ? (await this.unitOfWork.read(({ documents }) => documents.findReferences(company_id, [asked])))[0]!
      : await this.references.add(company_id, asked);
    const draft = newDraft(input, { company, relation, ...found }, this.ids.next(), this.time());
    const dating = this.datingOf(input, draft.issue_date, { company, ...found });
    const order: Order = { company_id, sequence: sequenceOf(found.journal!, draft), draft, dating };
    // What the sequence's last document adds to the refusal is looked up for the refusal alone.
    if (input.issue_date != null && !isWithin(draft.issue_date, dating.limits.window)) {
      await this.numbering.refuse(order);
    }
    return { order, company, relation: relation! };
  }

  private datingOf(
    input: DocumentInput,
    issue_date: string,
    { company, journal }: Pick<FoundReferences, 'company' | 'journal'>,
  ): Dating {
    const limits = issueDateLimits(input, company, this.time());
    const nearest = limits.given === null ? issue_date : nearestWithin(issue_date, limits.window);
    return { limits, period: journal === null ? '' : periodOf(journal.sequence_scope, nearest) };
  }

  private time(): DraftTime {
    return { now: this.clock.now(), days_ahead: this.settings.issue_date_days_ahead };
  }

  /** As numbering alone, with the transmission. */
  private storeSent(order: Order, send: CheckedDraft): Promise<IssuedDocument> {
    const { company_id } = order;
    return this.numbering.drawing(send.draft, async (draft) => {
      const sent = draft === send.draft ? send : await this.sending.rewriteDraft(company_id, draft, send);
      const document = await this.unitOfWork.transaction(async (repositories) => {
        const [issued] = await repositories.documents.issue(company_id, [{ ...order, draft: sent.draft }]);
        if (issued) await this.sending.acceptNumbered(repositories, company_id, sent, issued.number);
        return issued;
      });
      return document ?? (await this.numbering.refuse(order));
    });
  }

  private async findAll(
    company_id: string,
    waiting: readonly Waiting<string, FoundDocument | undefined>[],
  ): Promise<void> {
    const ids = waiting.map(({ item }) => item);
    const found = await this.unitOfWork.read(({ documents }) => documents.findAll(company_id, ids));
    for (const [index, one] of waiting.entries()) one.resolve(found[index]);
  }

  /** What is asked twice is looked up once: parallel creations often refer to the same. */
  private async findReferences(
    company_id: string,
    waiting: readonly Waiting<References, FoundReferences>[],
  ): Promise<void> {
    const keys = waiting.map(({ item }) => JSON.stringify(item));
    const asked = [...new Map(waiting.map(({ item }, index) => [keys[index]!, item]))];
    const found = await this.unitOfWork.read(({ documents }) =>
      documents.findReferences(
        company_id,
        asked.map(([, references]) => references),
      ),
    );
    const byKey = new Map(asked.map(([key], index) => [key, found[index]!]));
    for (const [index, one] of waiting.entries()) one.resolve(byKey.get(keys[index]!)!);
  }
}

function referencesOf(input: DocumentInput): References {
  return {
    relation_id: input.relation_id,
    journal_id: input.journal_id ?? undefined,
    type: input.type,
    delivery_location_id: input.delivery_location_id ?? undefined,
    branding_id: input.branding_id ?? undefined,
    preceding_document_id: precedingId(input.preceding_document),
  };
}

function changedReferencesOf(patch: DocumentChange): ChangedReferences {
  return {
    relation_id: patch.relation_id,
    delivery_location_id: patch.delivery_location_id ?? undefined,
    branding_id: patch.branding_id ?? undefined,
    preceding_document_id: precedingId(patch.preceding_document),
  };
}

function precedingId(given: DocumentChange['preceding_document']): string | undefined {
  return given && 'id' in given ? given.id : undefined;
}

function placeOf(document: Document | undefined): SequencePlace | undefined {
  const { journal_id = null, period = null } = document ?? {};
  return journal_id === null || period === null ? undefined : { journal_id, period };
}

function sequenceOf(journal: FoundJournal, { period, issue_date }: Draft): Sequence {
  return {
    journal_id: journal.id,
    period,
    first_number: firstNumberOf(period, {
      first_number: journal.first_number,
      created_period: journal.first_period,
    }),
    ...numberFrame(journal, issue_date),
  };
}

/** Of a document that was numbered just now. */
function createdView(
  document: IssuedDocument,
  { books_closed_until }: Pick<Company, 'books_closed_until'>,
): DocumentView {
  return viewOf({ ...document, books_closed_until, links_count: 0, attachments: [] });
}
