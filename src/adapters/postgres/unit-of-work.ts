import { AsyncLocalStorage } from 'node:async_hooks';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type Deadlines, NO_DEADLINES } from '../../ports/deadlines';
import type { Repositories, UnitOfWork } from '../../ports/unit-of-work';
import { PostgresAttachmentRepository } from './documents/attachment-repository';
import { PostgresBankAccountRepository } from './master-data/bank-account-repository';
import { PostgresBrandingRepository } from './master-data/branding-repository';
import { PostgresClientRepository } from './access/client-repository';
import { decided } from './connections/doubt';
import { PostgresCompanyRepository } from './master-data/company-repository';
import type { DB } from './database';
import { PostgresDefaultPointers } from './default-pointers';
import { PostgresDeliveryLocationRepository } from './master-data/delivery-location-repository';
import { PostgresDocumentRepository } from './documents/document-repository';
import { sqlStateOf } from './failures';
import { PgBossJobRepository } from './job-repository';
import { PostgresJournalRepository } from './numbering/journal-repository';
import { PostgresLinkRepository } from './documents/link-repository';
import { PostgresReceptionRepository } from './e-invoicing/reception-repository';
import { PostgresRelationRepository } from './master-data/relation-repository';
import { PostgresStrayFileRepository } from './documents/stray-file-repository';
import { PostgresTransmissionRepository } from './e-invoicing/transmission-repository';

type Work<T> = (repositories: Repositories) => Promise<T>;
type ReadBack<T> = (repositories: Repositories) => Promise<T | undefined>;

/** Of work that PostgreSQL broke off for the sake of another's (a deadlock, a serialisation failure). */
const MAX_ATTEMPTS = 5;
const BROKEN_OFF: ReadonlySet<unknown> = new Set(['40P01', '40001']);

/** What is open on the current path of calls: a unit of work, or a transaction around units of work. */
type Open = 'unit' | { readonly trx: Transaction<DB> };

export class PostgresUnitOfWork implements UnitOfWork {
  private readonly open = new AsyncLocalStorage<Open>();
  /** Repositories keep nothing, so those outside a transaction are made once. */
  private readonly repositories: Repositories;

  constructor(
    private readonly db: Kysely<DB>,
    readonly deadlines: Deadlines = NO_DEADLINES,
  ) {
    this.repositories = repositoriesOn(db);
  }

  get isSurrounded(): boolean {
    return typeof this.open.getStore() === 'object';
  }

  read<T>(work: Work<T>): Promise<T> {
    return this.once((surrounding) => work(surrounding ? repositoriesOn(surrounding) : this.repositories));
  }

  statement<T>(work: Work<T>, readBack?: ReadBack<T>): Promise<T> {
    return this.once((surrounding) => {
      if (surrounding) return savepoint(surrounding, work);
      const run = () => work(this.repositories);
      return readBack ? decided(run, () => readBack(this.repositories), this.deadlines) : run();
    });
  }

  transaction<T>(work: Work<T>): Promise<T> {
    return this.once((surrounding) => {
      if (surrounding) return savepoint(surrounding, work);
      return this.committed((trx) => work(repositoriesOn(trx)));
    });
  }

  /** A transaction around whole units of work: those that `inside` opens become part of it. */
  around<T>(
    work: (trx: Transaction<DB>, inside: <R>(run: () => Promise<R>) => Promise<R>) => Promise<T>,
  ): Promise<T> {
    return this.once(() => this.committed((trx) => work(trx, (run) => this.open.run({ trx }, run))));
  }

  private committed<T>(work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
    return retried(() => this.db.transaction().execute(work));
  }

  /** A second unit of work inside the first would wait for a second connection: refuse it at once. */
  private async once<T>(run: (surrounding: Transaction<DB> | undefined) => Promise<T>): Promise<T> {
    const open = this.open.getStore();
    if (open === 'unit') throw new Error('A unit of work was opened inside another one.');
    return this.open.run('unit', () => run(open?.trx));
  }
}

/** Part of a larger transaction, which a refusal here leaves usable. */
async function savepoint<T>(trx: Transaction<DB>, work: Work<T>): Promise<T> {
  await sql`savepoint unit_of_work`.execute(trx);
  return retried(async () => {
    try {
      return await work(repositoriesOn(trx));
    } catch (error) {
      await sql`rollback to savepoint unit_of_work`.execute(trx);
      throw error;
    }
  });
}

/** Runs work again that was rolled back, and its locks released, because it stood in another's way. */
async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !BROKEN_OFF.has(sqlStateOf(error))) throw error;
    }
  }
}

function repositoriesOn(db: Kysely<DB> | Transaction<DB>): Repositories {
  return {
    attachments: new PostgresAttachmentRepository(db),
    bank_accounts: new PostgresBankAccountRepository(db),
    brandings: new PostgresBrandingRepository(db),
    clients: new PostgresClientRepository(db),
    companies: new PostgresCompanyRepository(db),
    default_pointers: new PostgresDefaultPointers(db),
    delivery_locations: new PostgresDeliveryLocationRepository(db),
    documents: new PostgresDocumentRepository(db),
    jobs: new PgBossJobRepository(db),
    journals: new PostgresJournalRepository(db),
    links: new PostgresLinkRepository(db),
    receptions: new PostgresReceptionRepository(db),
    relations: new PostgresRelationRepository(db),
    stray_files: new PostgresStrayFileRepository(db),
    transmissions: new PostgresTransmissionRepository(db),
  };
}
