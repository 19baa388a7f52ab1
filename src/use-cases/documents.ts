import type { Document, DocumentRow, DocumentView, Draft } from '../domain/documents/document';
import { type DocumentInput, newDraft } from '../domain/documents/draft';
import { assertInBracket, issueDateBracket } from '../domain/documents/issue-date';
import { allowedActions } from '../domain/documents/lifecycle';
import { DomainError } from '../domain/errors';
import type { Journal } from '../domain/journal';
import { firstNumberOf, numberFrame } from '../domain/number-format';
import type { Clock } from '../ports/clock';
import type { DocumentFilters, OtherFacts, Sequence } from '../ports/document-repository';
import type { Ids } from '../ports/ids';
import type { Page, PageRequest } from '../ports/page';
import type { UnitOfWork } from '../ports/unit-of-work';
import { Batches, type Waiting } from './batches';

/** More would make one failing neighbour cost too much. */
const MAX_BATCH = 64;

interface Order {
  readonly company_id: string;
  readonly sequence: Sequence;
  readonly draft: Draft;
}

export class Documents {
  /**
   * A counter lets one transaction pass at a time. So while one statement holds it, the documents that arrive for
   * the same sequence wait here, and the next statement numbers them all: one commit instead of many.
   */
  private readonly orders = new Batches<Order, Document>((_sequence, waiting) =>
    this.issue(waiting.slice(0, MAX_BATCH)),
  );

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly settings: { readonly issue_date_days_ahead: number },
  ) {}

  /** @throws DomainError those of `newDraft`, and invalid_issue_date for a date before the sequence's last */
  async create(company_id: string, input: DocumentInput): Promise<DocumentView> {
    const found = await this.unitOfWork.read(({ documents }) =>
      documents.findReferences(company_id, {
        relation_id: input.relation_id,
        journal_id: input.journal_id ?? undefined,
        type: input.type,
        delivery_location_id: input.delivery_location_id ?? undefined,
        branding_id: input.branding_id ?? undefined,
        preceding_document_id:
          input.preceding_document && 'id' in input.preceding_document
            ? input.preceding_document.id
            : undefined,
      }),
    );
    const draft = newDraft(
      input,
      found,
      this.ids.next(),
      this.clock.now(),
      this.settings.issue_date_days_ahead,
    );
    const sequence = sequenceOf(found.journal!, draft);
    const order = { company_id, sequence, draft };
    const document = this.unitOfWork.isSurrounded
      ? (await this.store([order]))[0]!
      : await this.orders.add(`${company_id} ${sequence.journal_id} ${sequence.period}`, order);
    return viewOf({
      ...document,
      books_closed_until: found.company.books_closed_until,
      is_last_in_sequence: true,
      links_count: 0,
    });
  }

  /** @throws DomainError not_found */
  async get(company_id: string, id: string): Promise<DocumentView> {
    const document = await this.unitOfWork.read(({ documents }) => documents.find(company_id, id));
    if (!document) throw new DomainError('not_found', 'No such document.');
    return viewOf(document);
  }

  list(company_id: string, filters: DocumentFilters, page: PageRequest): Promise<Page<DocumentRow>> {
    return this.unitOfWork.read(({ documents }) => documents.list(company_id, filters, page));
  }

  /** Numbers what waited for one sequence; they came at the same time, so any order of theirs is as good: by date. */
  private async issue(waiting: readonly Waiting<Order, Document>[]): Promise<void> {
    const byDate = [...waiting].sort((a, b) => compare(a.item.draft.issue_date, b.item.draft.issue_date));
    try {
      const issued = await this.store(byDate.map(({ item }) => item));
      for (const [index, one] of byDate.entries()) one.resolve(issued[index]!);
    } catch (error) {
      if (waiting.length === 1) return waiting[0]!.reject(error);
      // One of them cannot be stored, and nobody knows which: each for itself.
      for (const one of byDate) await this.issue([one]);
    }
  }

  private async store(orders: readonly Order[]): Promise<readonly Document[]> {
    const { company_id, sequence } = orders[0]!;
    const drafts = orders.map(({ draft }) => draft);
    const issued = await this.unitOfWork.statement(
      ({ documents }) => documents.issue(company_id, sequence, drafts),
      async ({ documents }) => {
        const stored = await Promise.all(drafts.map(({ id }) => documents.find(company_id, id)));
        return stored.every((document) => document !== undefined) ? stored : undefined;
      },
    );
    if (issued) return issued;
    const previous = await this.unitOfWork.read(({ documents }) =>
      documents.findLastIssueDate(company_id, sequence),
    );
    assertInBracket(drafts[0]!.issue_date, issueDateBracket({ previous, next: null }, sequence.period));
    throw new DomainError('internal_error', 'The sequence changed meanwhile. Retry.', { retry_after_s: 1 });
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function sequenceOf(journal: Journal, { period, issue_date }: Draft): Sequence {
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

function viewOf(document: Document & OtherFacts): DocumentView {
  return { ...document, allowed_actions: allowedActions(document), attachments: [] };
}
