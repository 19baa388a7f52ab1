import type { Kysely, Transaction } from 'kysely';
import type { Relation } from '../../../domain/master-data/relation';
import { DomainError } from '../../../domain/errors';
import { type Deadlines, NO_DEADLINES } from '../../../ports/deadlines';
import type { IssuedDocument, NumberingRequest } from '../../../ports/documents/document-repository';
import type { Repositories, UnitOfWork, UnitsOfWork } from '../../../ports/unit-of-work';
import { decided } from '../connections/doubt';
import type { DB } from '../database';
import { numberPlaceholder, PostgresDocumentRepository } from '../documents/document-repository';
import { acquireKey, keepAnswer, type KeyedWrite, KeyTaken } from '../idempotency/keyed-write';
import { PostgresRelationRepository } from '../master-data/relation-repository';
import { CoalescedDocuments } from './coalesced-documents';
import { CoalescedWrites, type Storing } from './coalesced-writes';
import { repositoriesOn } from './repositories';
import { retried } from './retried';

type Work<T> = (repositories: Repositories) => Promise<T>;

/** Shared by all units of work of a process. */
interface Shared {
  readonly db: Kysely<DB>;
  readonly deadlines: Deadlines;
  /** For reads and single statements outside of transactions. */
  readonly repositories: Repositories;
  readonly documents: CoalescedWrites<NumberingRequest, IssuedDocument>;
  readonly relations: CoalescedWrites<Relation, Relation>;
}

export class PostgresUnitsOfWork implements UnitsOfWork {
  private readonly shared: Shared;

  constructor(db: Kysely<DB>, deadlines: Deadlines = NO_DEADLINES) {
    this.shared = {
      db,
      deadlines,
      repositories: { ...repositoriesOn(db), documents: new CoalescedDocuments(db, deadlines) },
      documents: new CoalescedWrites<NumberingRequest, IssuedDocument>(db, DOCUMENTS, deadlines),
      relations: new CoalescedWrites<Relation, Relation>(db, RELATIONS, deadlines),
    };
  }

  open(): UnitOfWork {
    return new PostgresUnitOfWork(this.shared, undefined);
  }

  /** A unit of work for one write, which is stored together with the response. */
  openKeyed(write: KeyedWrite): UnitOfWork {
    return new PostgresUnitOfWork(this.shared, write);
  }
}

class PostgresUnitOfWork implements UnitOfWork {
  private is_in_transaction = false;

  constructor(
    private readonly shared: Shared,
    private readonly write: KeyedWrite | undefined,
  ) {}

  async read<T>(work: Work<T>): Promise<T> {
    this.assertNotNested();
    return work(this.shared.repositories);
  }

  async statement<T>(
    work: Work<T>,
    readBack?: (repositories: Repositories) => Promise<T | undefined>,
  ): Promise<T> {
    if (this.write) return this.transaction(work);
    this.assertNotNested();
    const { repositories, deadlines } = this.shared;
    const run = () => retried(() => work(repositories));
    return readBack ? decided(run, () => readBack(repositories), deadlines) : run();
  }

  async transaction<T>(work: Work<T>): Promise<T> {
    this.assertMayWrite();
    this.is_in_transaction = true;
    try {
      return await (this.write
        ? this.keyed(this.write, work)
        : this.committed((trx) => work(repositoriesOn(trx))));
    } finally {
      this.is_in_transaction = false;
    }
  }

  async createDocument<T>(
    company_id: string,
    request: NumberingRequest,
    viewOf: (document: IssuedDocument) => T,
  ): Promise<T | undefined> {
    this.assertMayWrite();
    return this.orAlone(
      () => this.shared.documents.write(company_id, request, viewOf, this.write),
      async ({ documents }) => {
        const issued = await documents.issue(company_id, request);
        return issued && viewOf(issued);
      },
    );
  }

  async createRelation(company_id: string, relation: Relation): Promise<Relation | undefined> {
    this.assertMayWrite();
    try {
      return await this.orAlone(
        () => this.shared.relations.write(company_id, relation, (stored) => stored, this.write),
        async ({ relations }) => {
          await relations.insertAll(company_id, [relation], false);
          return relation;
        },
      );
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return undefined; // converted only here, because the batch must detect that its statement failed
    }
  }

  /**
   * Runs a coalesced write. When its key is taken, it runs in a transaction of its own, because the stored key may have
   * expired.
   *
   * @param work - returns undefined when the write is refused
   */
  private async orAlone<T>(
    together: () => Promise<T | undefined>,
    work: Work<T | undefined>,
  ): Promise<T | undefined> {
    try {
      return await together();
    } catch (error) {
      if (!(error instanceof KeyTaken) || !this.write) throw error;
    }
    const refused = new Error('The write is refused.');
    try {
      return await this.keyed(this.write, async (repositories) => {
        const result = await work(repositories);
        if (result === undefined) throw refused; // so that the response is not stored
        return result;
      });
    } catch (error) {
      if (error !== refused) throw error;
      return undefined;
    }
  }

  private async keyed<T>(write: KeyedWrite, work: Work<T>): Promise<T> {
    const { result, answer } = await this.committed(async (trx) => {
      await acquireKey(trx, write);
      const result = await work(repositoriesOn(trx));
      const answer = write.answerOf(result);
      await keepAnswer(trx, write, answer);
      return { result, answer };
    });
    write.commit(result, answer);
    return result;
  }

  private committed<T>(work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
    return retried(() => this.shared.db.transaction().execute(work));
  }

  private assertMayWrite(): void {
    this.assertNotNested();
    if (this.write?.committed) throw new Error('A request with an Idempotency-Key writes once.');
  }

  /**
   * A nested transaction would wait for a second connection while the first one is in use, which can deadlock the pool.
   */
  private assertNotNested(): void {
    if (this.is_in_transaction) throw new Error('The transaction of this unit of work is still open.');
  }
}

const DOCUMENTS: Storing<NumberingRequest, IssuedDocument> = {
  idOf: ({ draft }) => draft.id,
  store: (db, company_id, requests, keyed) =>
    new PostgresDocumentRepository(db).issueAll(company_id, requests, keyed),
  expect: (requests) => PostgresDocumentRepository.expectAll(requests),
  computed: {
    placeholderOf: ({ draft }) => numberPlaceholder(draft),
    valueOf: ({ number }) => number,
  },
  find: (db, company_id, requests) =>
    new PostgresDocumentRepository(db).findAll(
      company_id,
      requests.map(({ draft }) => draft.id),
    ),
  /**
   * Requests of a batch are concurrent, so any order is allowed. In the order of their dates, fewer of them are refused.
   */
  compare: ({ draft: a }, { draft: b }) =>
    a.issue_date < b.issue_date ? -1 : a.issue_date > b.issue_date ? 1 : 0,
};

const RELATIONS: Storing<Relation, Relation> = {
  idOf: ({ id }) => id,
  async store(db, company_id, relations, keyed) {
    const repository = new PostgresRelationRepository(db);
    if (keyed.length > 0)
      return { stored: relations, taken: await repository.insertAllKeyed(company_id, relations, keyed) };
    await repository.insertAll(company_id, relations, false);
    return { stored: relations, taken: new Set() };
  },
  expect: (relations) => relations,
  async find(db, company_id, relations) {
    const found = await new PostgresRelationRepository(db).find(company_id, relations[0]!.id);
    return relations.map((relation) => found && relation); // all of them are stored, or none
  },
};

function isDuplicate(error: unknown): boolean {
  return error instanceof DomainError && error.error === 'duplicate_relation';
}
