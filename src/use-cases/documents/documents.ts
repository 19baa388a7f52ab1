import { changedDocument, type DocumentChange, type DocumentPatch } from '../../domain/documents/change';
import type { Document, DocumentRowView, DocumentView } from '../../domain/documents/document';
import { createdView, rowViewOf, viewOf } from '../../domain/documents/document-view';
import type { DocumentInput } from '../../domain/documents/draft';
import {
  assertCurrencyEditable,
  assertFieldsEditable,
  assertRelationEditable,
} from '../../domain/documents/editable-fields';
import { assertDeletable, assertEditable } from '../../domain/documents/lifecycle';
import { assertAmountsEditable } from '../../domain/documents/derived/fixed-amounts';
import { mayChangeSetOff } from '../../domain/documents/derived/set-off';
import { bookedInAccounting } from '../../domain/documents/transitions';
import { DomainError, existing } from '../../domain/errors';
import type { OwnDataInput } from '../../domain/values/own-data';
import { assertVersion, type IfMatch } from '../../domain/version';
import type { Clock } from '../../ports/clock';
import type {
  DocumentFilters,
  DocumentRepository,
  FoundDocument,
  ReferenceChange,
  SequenceKey,
} from '../../ports/documents/document-repository';
import type { Page, PageRequest } from '../../ports/page';
import type { Repositories, UnitOfWork } from '../../ports/unit-of-work';
import { endSetOffs, lockInvoices, saveSetOff } from './credit-notes';
import type { DocumentCreation } from './document-creation';
import { repeatedWhileChanging } from './repeated-checks';

/** A document that is booked in accounting. */
export interface BookedDocument {
  readonly document_id: string;
  readonly transmitted_at: Date;
}

/** Creates, reads, changes and deletes the documents of a company. */
export class Documents {
  constructor(
    private readonly clock: Clock,
    private readonly creation: DocumentCreation,
  ) {}

  /**
   * @throws DomainError the errors of `newDraft`; invalid_issue_date when a given date is outside of the numbering
   *   window, or the sequence refuses the date, as in `DocumentRepository.issue`; external_id_in_use
   */
  async create(unit: UnitOfWork, company_id: string, input: DocumentInput): Promise<DocumentView> {
    return repeatedWhileChanging(async () => {
      const prepared = await this.creation.prepare(unit, company_id, input);
      return this.creation.create(unit, company_id, prepared, (document) =>
        createdView(document, prepared.company),
      );
    });
  }

  /** @throws DomainError not_found */
  async get(unit: UnitOfWork, company_id: string, id: string): Promise<DocumentView> {
    return viewOf(existing(await unit.read(({ documents }) => documents.find(company_id, id)), 'document'));
  }

  async list(
    unit: UnitOfWork,
    company_id: string,
    filters: DocumentFilters,
    page: PageRequest,
  ): Promise<Page<DocumentRowView>> {
    const found = await unit.read(({ documents }) => documents.list(company_id, filters, page));
    return { ...found, data: found.data.map(rowViewOf) };
  }

  /**
   * @throws DomainError not_found, precondition_failed, document_not_editable, field_not_editable; those of
   *   `changedDocument`; external_id_in_use
   */
  update(
    unit: UnitOfWork,
    company_id: string,
    id: string,
    patch: DocumentPatch,
    if_match: IfMatch,
  ): Promise<DocumentView> {
    const store = async (repositories: Repositories) => {
      const { documents } = repositories;
      const document = await this.lock(documents, company_id, id, {
        sequence: patch.issue_date !== undefined,
        set_off: mayChangeSetOff(patch) ? patch : undefined,
      });
      assertVersion(if_match, document.version);
      assertEditable(document);
      const references = referenceChangeOf(document, patch);
      const context = await documents.findChangeContext(company_id, document, references);
      assertCurrencyEditable(document, patch, context.preceding_document);
      assertRelationEditable(document, patch);
      assertAmountsEditable(document, patch);
      assertFieldsEditable(patch);
      const next = changedDocument(document, patch, context, this.creation.time());
      return viewOf(await saveSetOff(repositories, company_id, document, next, this.clock.now()));
    };
    return this.creation.own_data.write(unit, company_id, patch, () => unit.transaction(store));
  }

  /**
   * Replaces the caller's own data, in every state of the document.
   *
   * @throws DomainError not_found, precondition_failed, external_id_in_use
   */
  async putOwnData(
    unit: UnitOfWork,
    company_id: string,
    id: string,
    input: OwnDataInput,
    if_match: IfMatch,
  ): Promise<DocumentView> {
    return viewOf(await this.creation.own_data.putOwnData(unit, company_id, id, input, if_match));
  }

  /**
   * Deletes the last document of its sequence and frees its number.
   *
   * @throws DomainError not_found, precondition_failed, document_in_use, document_not_deletable
   */
  delete(unit: UnitOfWork, company_id: string, id: string, if_match: IfMatch): Promise<void> {
    return unit.transaction(async (repositories) => {
      const { documents } = repositories;
      const document = await this.lock(documents, company_id, id, { sequence: true, set_off: {} });
      assertVersion(if_match, document.version);
      assertDeletable(document);
      await documents.deleteLast(company_id, document);
      await endSetOffs(repositories, company_id, document, this.clock.now());
    });
  }

  /**
   * Marks all of the documents as booked in accounting, or none. They cannot be changed or deleted from then on.
   *
   * @throws DomainError not_found when there is no such company; validation_error when there is no such document
   */
  bookInAccounting(unit: UnitOfWork, company_id: string, ids: readonly string[]): Promise<BookedDocument[]> {
    return unit.transaction(async ({ companies, documents }) => {
      existing(await companies.find(company_id), 'company');
      const booked_at = new Map<string, Date>();
      const now = this.clock.now();
      // Documents are locked in the order of their ids, so that concurrent requests do not deadlock.
      for (const id of [...ids].sort()) {
        const document = await documents.lock(company_id, id);
        if (!document)
          throw new DomainError('validation_error', `document_ids.${ids.indexOf(id)}: no such document`);
        const booked = bookedInAccounting(document, now);
        await documents.save(company_id, document, booked);
        booked_at.set(id, booked.transmitted_at ?? now);
      }
      return ids.map((id) => ({ document_id: id, transmitted_at: booked_at.get(id)! }));
    });
  }

  /**
   * Locks the counter, then the invoices that a credit note is set off against, then the document: in the order of all
   * transactions, so that they do not deadlock.
   *
   * @param set_off - the change; undefined when nothing is set off again
   */
  private async lock(
    documents: DocumentRepository,
    company_id: string,
    id: string,
    { sequence, set_off }: { sequence: boolean; set_off: DocumentChange | undefined },
  ): Promise<FoundDocument> {
    const seen = sequence || set_off ? await documents.find(company_id, id) : undefined;
    const key = sequence ? sequenceKeyOf(seen) : undefined;
    if (key) await documents.lockSequence(company_id, key);
    if (set_off) {
      const ids = [seen?.preceding_document?.id, precedingId(set_off.preceding_document)];
      await lockInvoices(documents, company_id, ids);
    }
    return existing(await documents.lock(company_id, id), 'document');
  }
}

function referenceChangeOf(document: Document, patch: DocumentChange): ReferenceChange {
  const { relation_id, currency, preceding_document } = patch;
  // The invoice that a credit note keeps is checked against a new relation or currency.
  const is_checked = (relation_id ?? currency) != null && preceding_document === undefined;
  const kept = is_checked ? document.preceding_document?.id : undefined;
  return {
    relation_id,
    delivery_location_id: patch.delivery_location_id ?? undefined,
    branding_id: patch.branding_id ?? undefined,
    preceding_document_id: precedingId(preceding_document) ?? kept ?? undefined,
  };
}

function precedingId(given: DocumentChange['preceding_document']): string | undefined {
  return given && 'id' in given ? given.id : undefined;
}

function sequenceKeyOf(document: Document | undefined): SequenceKey | undefined {
  const { journal_id = null, period = null } = document ?? {};
  return journal_id === null || period === null ? undefined : { journal_id, period };
}
