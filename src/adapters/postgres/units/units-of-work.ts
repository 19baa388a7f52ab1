import type { Kysely } from 'kysely';
import type { Relation } from '../../../domain/master-data/relation';
import { DomainError } from '../../../domain/errors';
import { type Origin, SERVICE_ORIGIN } from '../../../domain/events/event';
import { type Deadlines, NO_DEADLINES } from '../../../ports/deadlines';
import type { IssuedDocument } from '../../../ports/documents/document-repository';
import type { Recorder } from '../../../ports/events/recorder';
import type {
  CreationRequest,
  Repositories,
  SharedWork,
  StatementRepositories,
  UnitOfWork,
  UnitsOfWork,
} from '../../../ports/unit-of-work';
import type { DB } from '../database';
import { acquireKey, keepResponse, type KeyedWrite, KeyTaken } from '../idempotency/keyed-write';
import { CoalescedDocuments } from './coalesced-documents';
import { CoalescedOrphanedFiles } from './coalesced-orphaned-files';
import { CoalescedReceptions } from './coalesced-receptions';
import { CoalescedTransmissions } from './coalesced-transmissions';
import { CoalescedWrites } from './coalesced-writes';
import { committed, committedWith, type Committing, type Work } from './committed';
import { DOCUMENTS, RELATIONS } from './stored-kinds';
import { repositoriesOn } from './repositories';
import { retried } from './retried';
import { SharedTransactions } from './shared-transactions';

type OnBatch = (kind: 'document' | 'relation', size: number) => void;

/** Shared by all units of work of a process. */
interface Shared extends Committing {
  /** For reads and single statements outside of transactions. */
  readonly repositories: Repositories;
  readonly documents: CoalescedWrites<CreationRequest, IssuedDocument>;
  readonly relations: CoalescedWrites<Relation, Relation>;
  readonly transactions: SharedTransactions;
}

export class PostgresUnitsOfWork implements UnitsOfWork {
  private readonly shared: Shared;

  /**
   * @param onEvents - called with a company after a commit that stored its events
   * @param onBatch - called with the size of each batch of coalesced writes
   */
  constructor(
    db: Kysely<DB>,
    recorder: Recorder,
    deadlines: Deadlines = NO_DEADLINES,
    onEvents: (company_id: string) => void = () => undefined,
    onBatch: OnBatch = () => undefined,
  ) {
    this.shared = {
      db,
      recorder,
      onEvents,
      repositories: {
        ...repositoriesOn(db),
        documents: new CoalescedDocuments(db, deadlines),
        orphaned_files: new CoalescedOrphanedFiles(db, deadlines),
        receptions: new CoalescedReceptions(db, deadlines),
        transmissions: new CoalescedTransmissions(db, deadlines),
      },
      documents: new CoalescedWrites(db, DOCUMENTS, recorder, deadlines, onEvents, (size) =>
        onBatch('document', size),
      ),
      relations: new CoalescedWrites(db, RELATIONS, recorder, deadlines, onEvents, (size) =>
        onBatch('relation', size),
      ),
      transactions: new SharedTransactions(
        (originOf, work) => committed(this.shared, originOf, work),
        deadlines,
      ),
    };
  }

  open(origin: Origin = SERVICE_ORIGIN): UnitOfWork {
    return new PostgresUnitOfWork(this.shared, origin, undefined);
  }

  /** A unit of work for one write, which is stored together with the response. */
  openKeyed(write: KeyedWrite): UnitOfWork {
    return new PostgresUnitOfWork(this.shared, write.request.origin ?? SERVICE_ORIGIN, write);
  }
}

class PostgresUnitOfWork implements UnitOfWork {
  private is_in_transaction = false;

  constructor(
    private readonly shared: Shared,
    private readonly origin: Origin,
    private readonly write: KeyedWrite | undefined,
  ) {}

  read<T>(work: Work<T>): Promise<T> {
    this.assertNotNested();
    return work(this.shared.repositories);
  }

  statement<T>(work: (repositories: StatementRepositories) => Promise<T>): Promise<T> {
    this.assertNotNested();
    return retried(() => work(this.shared.repositories));
  }

  async transaction<T>(work: Work<T>): Promise<T> {
    this.assertMayWrite();
    this.is_in_transaction = true;
    try {
      return await (this.write
        ? this.keyed(this.write, work)
        : committed(this.shared, () => this.origin, work));
    } finally {
      this.is_in_transaction = false;
    }
  }

  async sharedTransaction<Item, Result>(
    company_id: string,
    item: Item,
    work: SharedWork<Item, Result>,
  ): Promise<Result> {
    // The response to a request with an Idempotency-Key is stored with its own write alone.
    if (this.write) return (await this.transaction((repositories) => work.run(repositories, [item])))[0]!;
    this.assertNotNested();
    return this.shared.transactions.run(company_id, this.origin, item, work);
  }

  createDocument<T>(
    company_id: string,
    request: CreationRequest,
    viewOf: (document: IssuedDocument) => T,
  ): Promise<T | undefined> {
    this.assertMayWrite();
    return this.orAlone(
      () => this.shared.documents.write(company_id, request, viewOf, this.write, this.origin),
      async ({ documents, transmissions }) => {
        const issued = await documents.issue(company_id, request);
        if (issued && request.send) await transmissions.insertNumbered(company_id, request.send);
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
          await relations.insertAll(company_id, [relation]);
          return relation;
        },
      );
    } catch (error) {
      if (!(error instanceof DomainError && error.error_name === 'duplicate_relation')) throw error;
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
    const { result, response } = await committedWith(this.shared, () => this.origin, work, {
      begin: (trx) => acquireKey(trx, write),
      async end(trx, result) {
        const response = write.responseOf(result);
        await keepResponse(trx, write, response);
        return { result, response };
      },
    });
    write.commit(result, response);
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
