import { DomainError } from '../../../src/domain/errors';
import type { Relation } from '../../../src/domain/master-data/relation';
import type { IssuedDocument } from '../../../src/ports/documents/document-repository';
import { type Origin, type OriginOf, SERVICE_ORIGIN } from '../../../src/domain/events/event';
import type {
  CreationRequest,
  Repositories,
  SharedWork,
  StatementRepositories,
  UnitOfWork,
  UnitsOfWork,
} from '../../../src/ports/unit-of-work';
import { accessRepositories } from './access';
import { documentRepositories } from './documents';
import type { Recorder } from '../../../src/ports/events/recorder';
import { eventRecorder } from '../event-recorder';
import { eInvoicingRepositories } from './e-invoicing';
import { eventRepositories } from './events';
import { assertOneDefaultPerScope, masterDataRepositories } from './master-data';
import { numberingRepositories } from './numbering';
import { webhookRepositories } from './webhooks';
import { copyOf, emptyTables, type Session, type Tables } from './tables';

type Work<T> = (repositories: Repositories) => Promise<T>;

export function repositoriesOn(session: Session): Repositories {
  return {
    ...accessRepositories(session),
    ...masterDataRepositories(session),
    ...numberingRepositories(session),
    ...documentRepositories(session),
    ...eInvoicingRepositories(session),
    ...webhookRepositories(session),
    ...eventRepositories(session),
  };
}

/**
 * Units of work without a database. Transactions run one after the other, so that every lock is granted at once; each
 * works on a copy of the tables, which replaces them at the commit. A second unit's transaction inside the first one's
 * waits for ever, where PostgreSQL would wait for the first one's locks.
 */
export class MemoryUnitsOfWork implements UnitsOfWork {
  private committed = emptyTables();
  private last: Promise<unknown> = Promise.resolve();
  /** What has been committed. A test stores here what no use case stores. */
  readonly session: Session;

  constructor(private readonly recorder: Recorder = eventRecorder()) {
    const tables = () => this.committed;
    this.session = {
      get tables() {
        return tables();
      },
    };
  }

  open(origin: Origin = SERVICE_ORIGIN): UnitOfWork {
    return new MemoryUnitOfWork(this, origin);
  }

  /** A write in it is lost: it works on a snapshot. */
  read<T>(work: Work<T>): Promise<T> {
    const { session } = this;
    return work(
      repositoriesOn({
        get tables() {
          return copyOf(session.tables);
        },
      }),
    );
  }

  transaction<T>(work: Work<T>, originOf: OriginOf = () => SERVICE_ORIGIN): Promise<T> {
    const result = this.last.then(() => this.run(work, originOf));
    this.last = result.catch(() => undefined); // its caller gets the error
    return result;
  }

  private async run<T>(work: Work<T>, originOf: OriginOf): Promise<T> {
    const tables: Tables = copyOf(this.committed);
    const result = await this.recorder.record(repositoriesOn({ tables }), originOf, work);
    assertOneDefaultPerScope(tables);
    this.committed = tables;
    return result;
  }
}

class MemoryUnitOfWork implements UnitOfWork {
  private is_in_transaction = false;

  constructor(
    private readonly units: MemoryUnitsOfWork,
    private readonly origin: Origin,
  ) {}

  async read<T>(work: Work<T>): Promise<T> {
    this.assertNotNested();
    return this.units.read(work);
  }

  async statement<T>(work: (repositories: StatementRepositories) => Promise<T>): Promise<T> {
    this.assertNotNested();
    return this.units.transaction(work, () => this.origin);
  }

  async transaction<T>(work: Work<T>): Promise<T> {
    this.assertNotNested();
    this.is_in_transaction = true;
    try {
      return await this.units.transaction(work, () => this.origin);
    } finally {
      this.is_in_transaction = false;
    }
  }

  async sharedTransaction<Item, Result>(
    _company_id: string,
    item: Item,
    work: SharedWork<Item, Result>,
  ): Promise<Result> {
    this.assertNotNested();
    const named = new Set(work.resourcesOf(item));
    // What a transaction for several items would refuse.
    const originOf = (resource_id: string) => {
      if (!named.has(resource_id)) throw new Error(`The work does not name the resource ${resource_id}.`);
      return this.origin;
    };
    return (await this.units.transaction((repositories) => work.run(repositories, [item]), originOf))[0]!;
  }

  async createDocument<T>(
    company_id: string,
    request: CreationRequest,
    viewOf: (document: IssuedDocument) => T,
  ): Promise<T | undefined> {
    this.assertNotNested();
    return this.units.transaction(
      async ({ documents, transmissions }) => {
        const issued = await documents.issue(company_id, request);
        if (issued && request.send) await transmissions.insertNumbered(company_id, request.send);
        return issued && viewOf(issued);
      },
      () => this.origin,
    );
  }

  async createRelation(company_id: string, relation: Relation): Promise<Relation | undefined> {
    this.assertNotNested();
    try {
      return await this.units.transaction(
        async ({ relations }) => {
          await relations.insertAll(company_id, [relation]);
          return relation;
        },
        () => this.origin,
      );
    } catch (error) {
      if (error instanceof DomainError && error.error_name === 'duplicate_relation') return undefined;
      throw error;
    }
  }

  private assertNotNested(): void {
    if (this.is_in_transaction) throw new Error('The transaction of this unit of work is still open.');
  }
}
