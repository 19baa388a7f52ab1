import type { Kysely, Transaction } from 'kysely';
import type { Relation } from '../../../domain/master-data/relation';
import { DomainError } from '../../../domain/errors';
import { type Origin, SERVICE } from '../../../domain/events/event';
import { type Deadlines, NO_DEADLINES } from '../../../ports/deadlines';
import type { IssuedDocument, NumberingRequest } from '../../../ports/documents/document-repository';
import type { Recorder } from '../../../ports/events/recorder';
import type {
  Repositories,
  StatementRepositories,
  UnitOfWork,
  UnitsOfWork,
} from '../../../ports/unit-of-work';
import { inOneRoundTrip } from '../connect';
import type { DB } from '../database';
import {
  expectAll,
  issueAll,
  numberPlaceholder,
  PostgresDocumentRepository,
} from '../documents/document-repository';
import { appendCreations } from '../events/pending-events';
import { acquireKey, keepAnswer, type KeyedWrite, KeyTaken } from '../idempotency/keyed-write';
import { insertRelations, PostgresRelationRepository } from '../master-data/relation-repository';
import { CoalescedDocuments } from './coalesced-documents';
import { CoalescedWrites, type Storing } from './coalesced-writes';
import { repositoriesOn } from './repositories';
import { retried } from './retried';

type Work<T> = (repositories: Repositories) => Promise<T>;

/** Shared by all units of work of a process. */
interface Shared {
  readonly db: Kysely<DB>;
  readonly recorder: Recorder;
  readonly onEvents: (company_id: string) => void;
  /** For reads and single statements outside of transactions. */
  readonly repositories: Repositories;
  readonly documents: CoalescedWrites<NumberingRequest, IssuedDocument>;
  readonly relations: CoalescedWrites<Relation, Relation>;
}

export class PostgresUnitsOfWork implements UnitsOfWork {
  private readonly shared: Shared;

  /** @param onEvents - called with a company after a commit that stored its events */
  constructor(
    db: Kysely<DB>,
    recorder: Recorder,
    deadlines: Deadlines = NO_DEADLINES,
    onEvents: (company_id: string) => void = () => undefined,
  ) {
    this.shared = {
      db,
      recorder,
      onEvents,
      repositories: { ...repositoriesOn(db), documents: new CoalescedDocuments(db, deadlines) },
      documents: new CoalescedWrites<NumberingRequest, IssuedDocument>(
        db,
        DOCUMENTS,
        recorder,
        deadlines,
        onEvents,
      ),
      relations: new CoalescedWrites<Relation, Relation>(db, RELATIONS, recorder, deadlines, onEvents),
    };
  }

  open(origin: Origin = SERVICE): UnitOfWork {
    return new PostgresUnitOfWork(this.shared, origin, undefined);
  }

  /** A unit of work for one write, which is stored together with the response. */
  openKeyed(write: KeyedWrite): UnitOfWork {
    return new PostgresUnitOfWork(this.shared, write.request.origin ?? SERVICE, write);
  }
}

class PostgresUnitOfWork implements UnitOfWork {
  private is_in_transaction = false;

  constructor(
    private readonly shared: Shared,
    private readonly origin: Origin,
    private readonly write: KeyedWrite | undefined,
  ) {}

  async read<T>(work: Work<T>): Promise<T> {
    this.assertNotNested();
    return work(this.shared.repositories);
  }

  async statement<T>(work: (repositories: StatementRepositories) => Promise<T>): Promise<T> {
    this.assertNotNested();
    return retried(() => work(this.shared.repositories));
  }

  async transaction<T>(work: Work<T>): Promise<T> {
    this.assertMayWrite();
    this.is_in_transaction = true;
    try {
      return await (this.write
        ? this.keyed(this.write, work)
        : this.committed(
            async () => undefined,
            work,
            async (_trx, result) => result,
          ));
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
      () => this.shared.documents.write(company_id, request, viewOf, this.write, this.origin),
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
        () => this.shared.relations.write(company_id, relation, (stored) => stored, this.write, this.origin),
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
    const { result, answer } = await this.committed(
      (trx) => acquireKey(trx, write),
      work,
      async (trx, result) => {
        const answer = write.answerOf(result);
        await keepAnswer(trx, write, answer);
        return { result, answer };
      },
    );
    write.commit(result, answer);
    return result;
  }

  /**
   * Runs work in a transaction with the events of its changes.
   *
   * @param end - the last step of the transaction
   */
  private async committed<T, R>(
    begin: (trx: Transaction<DB>) => Promise<void>,
    work: Work<T>,
    end: (trx: Transaction<DB>, result: T) => Promise<R>,
  ): Promise<R> {
    const { db, recorder, onEvents } = this.shared;
    const { result, companies } = await retried(() =>
      db.transaction().execute(async (trx) => {
        await begin(trx);
        const repositories = repositoriesOn(trx);
        const result = await end(trx, await recorder.record(repositories, this.origin, work));
        return { result, companies: repositories.events.companies };
      }),
    );
    for (const company_id of companies) onEvents(company_id);
    return result;
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
  async store(db, company_id, requests, keyed, events) {
    const { statement, storedOf } = issueAll(company_id, requests, keyed);
    const [issued] = await inOneRoundTrip(db, [statement, appendCreations('document', company_id, events)]);
    return storedOf(issued!.rows as Parameters<typeof storedOf>[0]);
  },
  expect: expectAll,
  eventOf: (recorder, document, origin) => recorder.documentCreated(document, origin),
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
  async store(db, company_id, relations, keyed, events) {
    const insert = insertRelations(company_id, relations, keyed);
    const [inserted] = await inOneRoundTrip(db, [insert, appendCreations('relation', company_id, events)]);
    const taken = inserted!.rows as readonly { readonly id: string }[];
    return { stored: relations, taken: new Set(taken.map(({ id }) => id)) };
  },
  expect: (relations) => relations,
  eventOf: (recorder, relation, origin) => recorder.relationCreated(relation, origin),
  async find(db, company_id, relations) {
    const found = await new PostgresRelationRepository(db).find(company_id, relations[0]!.id);
    return relations.map((relation) => found && relation); // all of them are stored, or none
  },
};

function isDuplicate(error: unknown): boolean {
  return error instanceof DomainError && error.error === 'duplicate_relation';
}
