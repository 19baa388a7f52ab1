import type { Draft } from '../domain/documents/document';
import { withOtherReference } from '../domain/documents/draft';
import { assertIssueDate, type IssueDateLimits, issueDateBracket } from '../domain/numbering/issue-date';
import { DomainError } from '../domain/errors';
import {
  type IssuedDocument,
  PaymentReferenceTaken,
  type Sequence,
} from '../ports/documents/document-repository';
import type { Ids } from '../ports/ids';
import type { UnitOfWork } from '../ports/unit-of-work';
import { Batches, type Waiting } from './batches';

/** More would make one failing neighbour cost too much. */
const MAX_BATCH = 64;

/** Of ten billion references, that many in a row are not taken by chance. */
const MAX_DRAWS = 5;

/** A document that waits for its number. */
export interface Order {
  readonly company_id: string;
  readonly sequence: Sequence;
  readonly draft: Draft;
  readonly dating: Dating;
}

/** What a date that is refused is told. */
export interface Dating {
  readonly limits: IssueDateLimits;
  /** Of the journal: that of the date itself, or of the nearest date that the window allows. */
  readonly period: string;
}

/** Gives documents their numbers, and stores them with it. */
export class Numbering {
  /**
   * A counter lets one transaction pass at a time, until its commit is on disk. So while one statement is under way
   * for a company, its further documents wait here, and the next statement numbers them all: one commit for many.
   */
  private readonly orders = new Batches<Order, IssuedDocument>(
    (company_id, waiting) => this.issue(company_id, waiting.slice(0, MAX_BATCH)),
    () => this.unitOfWork.deadlines,
  );

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
  ) {}

  /** @throws DomainError invalid_issue_date: the sequence's last document is dated later */
  number(order: Order): Promise<IssuedDocument> {
    return this.unitOfWork.isSurrounded ? this.numberOne(order) : this.orders.add(order.company_id, order);
  }

  /** Stores a document by `store`; one that drew a payment reference which is taken draws another. */
  async drawing<T>(draft: Draft, store: (draft: Draft) => Promise<T>, draws = MAX_DRAWS): Promise<T> {
    try {
      return await store(draft);
    } catch (error) {
      if (!(error instanceof PaymentReferenceTaken) || draws === 1) throw error;
      return this.drawing(withOtherReference(draft, this.ids.next()), store, draws - 1);
    }
  }

  /** Why a sequence does not take a draft: its date, as a rule. */
  async refuse({ company_id, sequence: { journal_id }, draft, dating }: Order): Promise<never> {
    const { limits, period } = dating;
    const previous = await this.unitOfWork.read(({ documents }) =>
      documents.findLastIssueDate(company_id, { journal_id, period }),
    );
    assertIssueDate(draft.issue_date, limits, issueDateBracket({ previous, next: null }, period));
    throw new DomainError('internal_error', 'The sequence changed meanwhile. Retry.', { retry_after_s: 1 });
  }

  /** Those that wait came at the same time, so any order of theirs is as good: by date, which lets the most pass. */
  private async issue(company_id: string, waiting: readonly Waiting<Order, IssuedDocument>[]): Promise<void> {
    const byDate = [...waiting].sort((a, b) => compare(a.item.draft.issue_date, b.item.draft.issue_date));
    let issued: readonly (IssuedDocument | undefined)[] = [];
    try {
      issued = await this.store(
        company_id,
        byDate.map(({ item }) => item),
      );
    } catch (error) {
      // A reason that none of them is to blame for is the answer for all.
      if (isOurs(error)) throw error;
    }
    // Where one of them cannot be stored, each that is not stands for itself, and shows whether it is the one.
    for (const [index, one] of byDate.entries()) {
      const document = issued[index];
      if (document) one.resolve(document);
      else await this.numberOne(one.item).then(one.resolve.bind(one), one.reject.bind(one));
    }
  }

  private numberOne(order: Order): Promise<IssuedDocument> {
    return this.drawing(order.draft, async (draft) => {
      const [document] = await this.store(order.company_id, [{ ...order, draft }]);
      return document ?? (await this.refuse(order));
    });
  }

  private store(
    company_id: string,
    orders: readonly Order[],
  ): Promise<readonly (IssuedDocument | undefined)[]> {
    return this.unitOfWork.statement(
      ({ documents }) => documents.issue(company_id, orders),
      async ({ documents }) => {
        const stored = await documents.findAll(
          company_id,
          orders.map(({ draft }) => draft.id),
        );
        return stored.some((document) => document !== undefined) ? stored : undefined;
      },
    );
  }
}

/** A failure of the service's own, such as a database that is away. */
function isOurs(error: unknown): boolean {
  if (error instanceof PaymentReferenceTaken) return false;
  return !(error instanceof DomainError) || error.status === 500;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
