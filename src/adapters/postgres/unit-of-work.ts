import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Repositories, UnitOfWork } from '../../ports/unit-of-work';
import { PostgresAttachmentRepository } from './attachment-repository';
import { PostgresBankAccountRepository } from './bank-account-repository';
import { PostgresBrandingRepository } from './branding-repository';
import { PostgresClientRepository } from './client-repository';
import { PostgresCompanyRepository } from './company-repository';
import type { DB } from './database';
import { PostgresDeliveryLocationRepository } from './delivery-location-repository';
import { PostgresDocumentRepository } from './document-repository';
import { failureOf, isRefusal } from './failures';
import { PgBossJobRepository } from './job-repository';
import { PostgresJournalRepository } from './journal-repository';
import { PostgresLinkRepository } from './link-repository';
import { PostgresReceptionRepository } from './reception-repository';
import { PostgresRelationRepository } from './relation-repository';
import { PostgresStrayFileRepository } from './stray-file-repository';
import { PostgresTransmissionRepository } from './transmission-repository';

type Work<T> = (repositories: Repositories) => Promise<T>;
type ReadBack<T> = (repositories: Repositories) => Promise<T | undefined>;

/** Of work that PostgreSQL broke off for the sake of another's (a deadlock, a serialisation failure). */
const MAX_ATTEMPTS = 5;
const BROKEN_OFF: ReadonlySet<unknown> = new Set(['40P01', '40001']);

/** The server may still be at a commit when the connection under it is gone, so it is looked for more than once. */
const READ_BACK_PAUSES_MS = [0, 50, 200, 1_000];

/** What is open on the current path of calls: a unit of work, or a transaction around units of work. */
type Open = 'unit' | { readonly trx: Transaction<DB> };

export class PostgresUnitOfWork implements UnitOfWork {
  private readonly open = new AsyncLocalStorage<Open>();
  /** Repositories keep nothing, so those outside a transaction are made once. */
  private readonly repositories: Repositories;

  constructor(private readonly db: Kysely<DB>) {
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
      return this.certain(
        () => work(this.repositories),
        () => true,
        readBack && (() => readBack(this.repositories)),
      );
    });
  }

  transaction<T>(work: Work<T>, readBack?: ReadBack<T>): Promise<T> {
    return this.once((surrounding) => {
      if (surrounding) return savepoint(surrounding, work);
      return this.committed(
        (trx) => work(repositoriesOn(trx)),
        readBack && (() => readBack(this.repositories)),
      );
    });
  }

  /**
   * A transaction around whole units of work: those that `inside` opens become part of it.
   *
   * @param readBack - as in `transaction`
   */
  around<T>(
    work: (trx: Transaction<DB>, inside: <R>(run: () => Promise<R>) => Promise<R>) => Promise<T>,
    readBack: () => Promise<T | undefined>,
  ): Promise<T> {
    return this.once(() =>
      this.committed((trx) => work(trx, (run) => this.open.run({ trx }, run)), readBack),
    );
  }

  private committed<T>(
    work: (trx: Transaction<DB>) => Promise<T>,
    readBack?: () => Promise<T | undefined>,
  ): Promise<T> {
    let worked = false;
    const run = () =>
      this.db.transaction().execute(async (trx) => {
        const result = await work(trx);
        worked = true;
        return result;
      });
    return this.certain(
      () => retried(run),
      () => worked,
      readBack,
    );
  }

  /** A write that was sent, and then it was not the server that said no: it may have happened, so look. */
  private async certain<T>(
    run: () => Promise<T>,
    wasSent: () => boolean,
    readBack?: () => Promise<T | undefined>,
  ): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (!readBack || !wasSent() || isRefusal(error)) throw error;
      for (const pause_ms of READ_BACK_PAUSES_MS) {
        await sleep(pause_ms);
        const result = await readBack();
        if (result !== undefined) return result;
      }
      throw error;
    }
  }

  /** A second unit of work inside the first would wait for a second connection: refuse it at once. */
  private async once<T>(run: (surrounding: Transaction<DB> | undefined) => Promise<T>): Promise<T> {
    const open = this.open.getStore();
    if (open === 'unit') throw new Error('A unit of work was opened inside another one.');
    try {
      return await this.open.run('unit', () => run(open?.trx));
    } catch (error) {
      throw failureOf(error);
    }
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
      if (attempt === MAX_ATTEMPTS || !BROKEN_OFF.has((error as { code?: unknown } | null)?.code))
        throw error;
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
