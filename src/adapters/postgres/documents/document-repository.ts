import { CompiledQuery, type Kysely } from 'kysely';
import type { Attachment } from '../../../domain/documents/attachments/attachments';
import type { ChangeContext } from '../../../domain/documents/change';
import type { Document, DocumentRow } from '../../../domain/documents/document';
import type { ReceivedDocument } from '../../../domain/documents/received-document';
import type { FoundReferences } from '../../../domain/documents/references';
import { NIL_UUID } from '../../../domain/values/uuid';
import type {
  DocumentFilters,
  DocumentRepository,
  FoundDocument,
  IssuedDocument,
  NumberingRequest,
  ReferenceChange,
  References,
  SequenceKey,
} from '../../../ports/documents/document-repository';
import type { Page, PageRequest } from '../../../ports/page';
import { pipelined } from '../connect';
import type { DB } from '../database';
import { rowsById, rowsOf } from '../rows-of';
import { listDocuments } from './document-list';
import {
  CHANGE_CONTEXT,
  DELETE_LAST,
  FIND,
  INSERT_RECEIVED,
  LOCK,
  LOCK_SEQUENCE,
  receivedMembers,
  UPDATE,
} from './document-statements';
import { findReferences } from './found-references';
import { type StoredValues, wholeAmounts, wholeLines, wholeParties } from './null-fields';
import { issueAll } from './numbered-documents';
import { withoutUnchangedParts, separateParts } from './separate-parts';

/**
 * Instead of null, with which PostgreSQL would plan the statement anew each time, to leave the look-up of that id out.
 * The planning takes longer than the look-up.
 */
const NO_ID = NIL_UUID;

export class PostgresDocumentRepository implements DocumentRepository {
  constructor(private readonly db: Kysely<DB>) {}

  async findReferences(company_id: string, references: References): Promise<FoundReferences> {
    return (await findReferences(this.db, company_id, [references]))[0]!;
  }

  async issue(company_id: string, request: NumberingRequest): Promise<IssuedDocument | undefined> {
    return (await issueAll(this.db, company_id, [request]))[0];
  }

  async insertReceived(company_id: string, documents: readonly ReceivedDocument[]): Promise<void> {
    await rowsOf(this.db, INSERT_RECEIVED, [
      company_id,
      receivedMembers(documents),
      ...separateParts(documents),
    ]);
  }

  async findLastIssueDate(company_id: string, { journal_id, period }: SequenceKey): Promise<string | null> {
    const row = await this.first<{ last_issue_date: string | null }>(
      'select last_issue_date from numbering_sequence where company_id = $1 and journal_id = $2 and period = $3',
      [company_id, journal_id, period],
    );
    return row?.last_issue_date ?? null;
  }

  async exists(company_id: string, id: string): Promise<boolean> {
    const text = 'select id from document where company_id = $1 and id = $2';
    return (await this.first(text, [company_id, id])) !== undefined;
  }

  async find(company_id: string, id: string): Promise<FoundDocument | undefined> {
    return (await this.findAll(company_id, [id]))[0];
  }

  async findAll(company_id: string, ids: readonly string[]): Promise<(FoundDocument | undefined)[]> {
    const unique = [...new Set(ids)];
    const rows = rowsById(await rowsOf<FoundRow>(this.db, FIND, [company_id, unique]), unique);
    const found = new Map(unique.map((id, index) => [id, rows[index] && foundDocument(rows[index])]));
    return ids.map((id) => found.get(id));
  }

  async lock(company_id: string, id: string): Promise<FoundDocument | undefined> {
    const lock = CompiledQuery.raw(LOCK, [company_id, id]);
    const find: CompiledQuery<FoundRow> = CompiledQuery.raw(FIND, [company_id, [id]]);
    const [, found] = await pipelined(this.db, [lock, find]);
    return found.rows[0] && foundDocument(found.rows[0]);
  }

  async lockSequence(company_id: string, { journal_id, period }: SequenceKey): Promise<void> {
    await this.first(LOCK_SEQUENCE, [company_id, journal_id, period]);
  }

  async findChangeContext(
    company_id: string,
    document: Document,
    references: ReferenceChange,
  ): Promise<ChangeContext> {
    const context = await this.first<ChangeContext>(CHANGE_CONTEXT, [
      company_id,
      references.relation_id ?? NO_ID,
      references.relation_id ?? document.relation_id,
      references.delivery_location_id ?? NO_ID,
      references.branding_id ?? NO_ID,
      references.preceding_document_id ?? NO_ID,
      document.journal_id,
      document.period,
      document.sequence_number,
    ]);
    if (!context) throw new Error('The company of a document is missing.');
    return context;
  }

  async save<T extends FoundDocument>(company_id: string, before: T, after: T): Promise<void> {
    if (after === before) return;
    await this.first(UPDATE, [company_id, after.id, JSON.stringify(withoutUnchangedParts(before, after))]);
    const { journal_id, period, issue_date } = after;
    if (!before.is_last_in_sequence || issue_date === before.issue_date) return;
    await this.first(
      'update numbering_sequence set last_issue_date = $4 where company_id = $1 and journal_id = $2 and period = $3',
      [company_id, journal_id, period, issue_date],
    );
  }

  async deleteLast(company_id: string, { id, journal_id, period, sequence_number }: Document): Promise<void> {
    await this.first(DELETE_LAST, [company_id, id, journal_id, period, sequence_number]);
  }

  list(company_id: string, filters: DocumentFilters, page: PageRequest): Promise<Page<DocumentRow>> {
    return listDocuments(this.db, company_id, filters, page);
  }

  private async first<Row>(text: string, values: readonly unknown[]): Promise<Row | undefined> {
    return (await rowsOf<Row>(this.db, text, values))[0];
  }
}

/** A row of FIND. Attachments are JSON, in which instants are texts. */
type FoundRow = Omit<FoundDocument, 'attachments' | 'converted_to' | keyof StoredValues> &
  StoredValues & {
    readonly converted_to: FoundDocument['converted_to'] | null;
    readonly attachments: readonly (Omit<Attachment, 'created_at'> & { readonly created_at: string })[];
  };

function foundDocument(row: FoundRow): FoundDocument {
  const attachments = row.attachments.map((attachment) => ({
    ...attachment,
    created_at: new Date(attachment.created_at),
  }));
  return {
    ...row,
    ...wholeParties(row),
    ...wholeAmounts(row),
    lines: wholeLines(row),
    attachments,
    converted_to: row.converted_to ?? [],
  };
}
