import type { ChangeContext } from '../../../src/domain/documents/change';
import type { Document, RelatedDocument } from '../../../src/domain/documents/document';
import type { Link } from '../../../src/domain/documents/link';
import type { RecordedPayment } from '../../../src/domain/documents/payments/recorded-payment';
import type { ReceivedDocument } from '../../../src/domain/documents/received-document';
import { DomainError } from '../../../src/domain/errors';
import { isInClosedBooks } from '../../../src/domain/numbering/issue-date';
import { foldCase } from '../../../src/domain/values/case-fold';
import type { KeptAttachment } from '../../../src/ports/documents/attachment-repository';
import {
  type DocumentFilters,
  type DocumentRepository,
  type FoundDocument,
  type IssuedDocument,
  type NumberingRequest,
  PaymentReferenceTaken,
  type ReferenceChange,
  type References,
  type SequenceKey,
} from '../../../src/ports/documents/document-repository';
import type { PageRequest } from '../../../src/ports/page';
import type { Repositories } from '../../../src/ports/unit-of-work';
import {
  attachmentsOf,
  detachAll,
  MemoryAttachmentRepository,
  MemoryOrphanedFileRepository,
  type StoredOrphan,
} from './attachments';
import { foundReferences, namedReferences } from './document-references';
import { linksOf, MemoryLinkRepository } from './links';
import { numberedDocuments } from './numbering';
import { assertExternalIdFree } from './own-data';
import { hasMembers, isUpdatedSince, pageOf, TIMES } from './page';
import { MemoryCreditNoteRepository } from './credit-notes';
import { MemoryPaymentRepository, paymentsOf } from './payments';
import { Table } from './table';
import type { Session, Tables } from './tables';

export function documentTables() {
  return {
    /** By company and id. */
    documents: Table.empty<Document>(),
    /** By company and id. */
    links: Table.empty<Link>(),
    /** By company, document and id. */
    payments: Table.empty<RecordedPayment>(),
    /** By company, document and id. */
    attachments: Table.empty<KeptAttachment>(),
    /** By company and key. */
    orphaned_files: Table.empty<StoredOrphan>(),
  };
}

type DocumentRepositories = Pick<
  Repositories,
  'attachments' | 'credit_notes' | 'documents' | 'links' | 'orphaned_files' | 'payments'
>;

export function documentRepositories(session: Session): DocumentRepositories {
  return {
    attachments: new MemoryAttachmentRepository(session),
    credit_notes: new MemoryCreditNoteRepository(session),
    documents: new MemoryDocumentRepository(session),
    links: new MemoryLinkRepository(session),
    orphaned_files: new MemoryOrphanedFileRepository(session),
    payments: new MemoryPaymentRepository(session),
  };
}

/** Digits as numbers, without case. */
const byDigits = new Intl.Collator('und', { numeric: true, sensitivity: 'accent' }).compare;

const SORTS = {
  ...TIMES,
  issue_date: { kind: 'date', valueOf: ({ issue_date }: Document) => issue_date },
  number: { kind: 'text', valueOf: ({ number }: Document) => number, compare: byDigits },
} as const;

class MemoryDocumentRepository implements DocumentRepository {
  constructor(private readonly session: Session) {}

  async findReferences(company_id: string, asked: References) {
    return foundReferences(this.session.tables, company_id, asked);
  }

  async issue(
    company_id: string,
    { sequence, draft, is_date_given }: NumberingRequest,
  ): Promise<IssuedDocument | undefined> {
    const { companies, counters, documents, journals } = this.session.tables;
    const { books_closed_until } = companies.get(company_id)!;
    if (is_date_given && isInClosedBooks(draft.issue_date, books_closed_until)) return undefined;
    const { journal_id, period, first_number, before, digits, after } = sequence;
    const counter = counters.get(company_id, journal_id, period);
    if (counter?.last_issue_date && counter.last_issue_date > draft.issue_date) return undefined;
    if (!journals.get(company_id, journal_id)) throw new DomainError('invalid_journal', 'No such journal.');
    const sequence_number = counter ? counter.last_number + 1 : first_number;
    const number = before + String(sequence_number).padStart(digits, '0') + after;
    const document = { ...draft, number, sequence_number };
    const own = documents.list(company_id).filter((other) => other.journal_id !== null);
    if (own.some((other) => other.number === number)) {
      throw new DomainError(
        'invalid_journal',
        "The journal's next number is already used by another document.",
      );
    }
    if (document.payment_reference_made && own.some(hasMadeReference(document.payment_reference))) {
      throw new PaymentReferenceTaken();
    }
    assertExternalIdFree(documents.list(company_id), document);
    this.assertReferred(company_id, document);
    const last = { last_number: sequence_number, last_issue_date: draft.issue_date };
    counters.set(last, company_id, journal_id, period);
    documents.set(document, company_id, document.id);
    return { ...document, is_last_in_sequence: true };
  }

  async insertReceived(company_id: string, documents: readonly ReceivedDocument[]) {
    for (const document of documents) {
      this.assertReferred(company_id, document);
      // A received document is found as one of our own, although it can say more.
      this.session.tables.documents.set(document as Document, company_id, document.id);
    }
  }

  async findLastIssueDate(company_id: string, { journal_id, period }: SequenceKey) {
    return this.session.tables.counters.get(company_id, journal_id, period)?.last_issue_date ?? null;
  }

  findAll(company_id: string, ids: readonly string[]): Promise<(FoundDocument | undefined)[]> {
    return Promise.all(ids.map((id) => this.find(company_id, id)));
  }

  async exists(company_id: string, id: string) {
    return this.session.tables.documents.get(company_id, id) !== undefined;
  }

  async find(company_id: string, id: string): Promise<FoundDocument | undefined> {
    const { tables } = this.session;
    const document = tables.documents.get(company_id, id);
    if (!document) return undefined;
    const { journal_id, period, sequence_number } = document;
    const { books_closed_until, self_billing_enabled } = tables.companies.get(company_id)!;
    const counter = tables.counters.get(company_id, journal_id ?? '', period ?? '');
    return {
      ...document,
      ...{ books_closed_until, self_billing_enabled },
      is_last_in_sequence: sequence_number !== null && counter?.last_number === sequence_number,
      links_count: linksOf(tables, company_id, id).length,
      is_from_network:
        document.status === 'received' && hasBrought(tables.inbound_messages.list(company_id), id),
      converted_to: convertedTo(tables, company_id, id),
      attachments: attachmentsOf(tables, company_id, id).map(({ key: _key, ...attachment }) => attachment),
    };
  }

  async list(company_id: string, filters: DocumentFilters, page: PageRequest) {
    const { issue_date_from, issue_date_to, due_date_from, due_date_to, updated_since, q, ...equal } =
      filters;
    const found = this.session.tables.documents
      .list(company_id)
      .filter(hasMembers<Document>(equal as Partial<Document>))
      .filter(isUpdatedSince(updated_since))
      .filter((document) => q === undefined || isFoundBy(document, foldCase(q)))
      .filter(({ issue_date }) => isBetween(issue_date, issue_date_from, issue_date_to))
      .filter(({ due_date }) => isBetween(due_date, due_date_from, due_date_to));
    const { data, next } = pageOf(found, page, SORTS, ({ id }) => id);
    const rows = data.map((document) => ({
      ...without(document, NOT_LISTED),
      converted_to: convertedTo(this.session.tables, company_id, document.id),
    }));
    return { data: rows, next };
  }

  /** The transactions run one after the other. */
  async lockSequence() {}

  lock(company_id: string, id: string) {
    return this.find(company_id, id);
  }

  async findChangeContext(
    company_id: string,
    document: Document,
    references: ReferenceChange,
  ): Promise<ChangeContext> {
    const { tables } = this.session;
    const { journal_id, period, sequence_number } = document;
    const neighbour = (distance: number) =>
      numberedDocuments(this.session.tables, company_id, { journal_id, period }).find(
        (other) => other.sequence_number === sequence_number! + distance,
      )?.issue_date ?? null;
    const named = namedReferences(tables, company_id, {
      ...references,
      relation_id: references.relation_id ?? document.relation_id,
    });
    return {
      ...named,
      company: tables.companies.get(company_id)!,
      relation: references.relation_id === undefined ? null : named.relation,
      neighbours: { previous: neighbour(-1), next: neighbour(1) },
    };
  }

  async save<T extends FoundDocument>(company_id: string, before: T, after: T) {
    if (after === before) return;
    const { counters, documents } = this.session.tables;
    const { id, journal_id, period, issue_date } = after;
    assertExternalIdFree(documents.list(company_id), after);
    this.assertReferred(company_id, after);
    documents.update(
      ({ number, sequence_number }) => ({ ...without(after, OTHER_FACTS), number, sequence_number }),
      company_id,
      id,
    );
    if (!before.is_last_in_sequence || issue_date === before.issue_date) return;
    const moved = { last_issue_date: issue_date };
    counters.update((counter) => ({ ...counter, ...moved }), company_id, journal_id!, period!);
  }

  async deleteLast(company_id: string, { id, journal_id, period, sequence_number }: Document) {
    const { tables } = this.session;
    if (linksOf(tables, company_id, id).length > 0) {
      throw new DomainError('document_in_use', 'The document is linked.');
    }
    if (paymentsOf(tables, company_id, id).length > 0) {
      throw new DomainError('document_in_use', 'The document has payments.');
    }
    detachAll(tables, company_id, id);
    for (const [key, { document_id }] of tables.transmissions.entries(company_id)) {
      if (document_id === id) tables.transmissions.delete(...key);
    }
    for (const [key, { document_id }] of tables.inbound_messages.entries(company_id)) {
      if (document_id === id) tables.inbound_messages.delete(...key);
    }
    tables.documents.delete(company_id, id);
    const last = numberedDocuments(tables, company_id, { journal_id, period }).at(-1);
    const counter = { last_number: sequence_number! - 1, last_issue_date: last?.issue_date ?? null };
    tables.counters.set(counter, company_id, journal_id!, period!);
  }

  private assertReferred(
    company_id: string,
    { relation_id, delivery_location_id }: Pick<Document, 'relation_id' | 'delivery_location_id'>,
  ): void {
    const { delivery_locations, relations } = this.session.tables;
    if (!relations.get(company_id, relation_id))
      throw new DomainError('invalid_relation', 'No such relation.');
    if (delivery_location_id === null) return;
    if (delivery_locations.get(company_id, relation_id, delivery_location_id)) return;
    throw new DomainError('invalid_delivery_location', 'The relation has no such delivery location.');
  }
}

const hasMadeReference = (payment_reference: string | null) => (document: Document) =>
  document.payment_reference_made && document.payment_reference === payment_reference;

function isBetween(date: string | null, from: string | undefined, to: string | undefined): boolean {
  if (from === undefined && to === undefined) return true;
  return date !== null && (from === undefined || date >= from) && (to === undefined || date <= to);
}

/** The documents that were made from the one with the id, the oldest first. */
function convertedTo({ documents }: Tables, company_id: string, id: string): RelatedDocument[] {
  const made = documents.list(company_id).filter(({ converted_from }) => converted_from?.id === id);
  return made
    .sort((a, b) => Number(a.created_at) - Number(b.created_at) || (a.id < b.id ? -1 : 1))
    .map(({ id, number, type }) => ({ id, number, type }));
}

/** Whether one of the messages is the document itself, and not a status message about it. */
function hasBrought(
  messages: readonly { readonly document_id: string; readonly content: Uint8Array | null }[],
  id: string,
): boolean {
  return messages.some(({ document_id, content }) => document_id === id && content === null);
}

/** What a found document has besides its own row. */
const OTHER_FACTS = [
  'books_closed_until',
  'self_billing_enabled',
  'is_last_in_sequence',
  'links_count',
  'is_from_network',
  'attachments',
  'converted_to',
] as const;
/** What the rows of a list lack. */
const NOT_LISTED = [
  ...['lines', 'company_currency', 'embed_pdf', 'marked_sent', 'was_rejected', 'credit_origin'],
  ...['payee', 'payment_terms'],
] as const;

function without<T extends object, Name extends string>(whole: T, names: readonly Name[]): Omit<T, Name> {
  const kept = Object.entries(whole).filter(([name]) => !(names as readonly string[]).includes(name));
  return Object.fromEntries(kept) as Omit<T, Name>;
}

function isFoundBy({ status, seller, buyer, number }: Document, part: string): boolean {
  const { name } = status === 'received' ? seller : buyer;
  return foldCase(name).includes(part) || foldCase(number).startsWith(part);
}
