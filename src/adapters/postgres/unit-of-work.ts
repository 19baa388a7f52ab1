import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely, Transaction } from 'kysely';
import type { Repositories, UnitOfWork } from '../../ports/unit-of-work';
import { PostgresBankAccountRepository } from './bank-account-repository';
import { PostgresClientRepository } from './client-repository';
import { PostgresCompanyRepository } from './company-repository';
import type { DB } from './database';
import { PostgresDocumentRepository } from './document-repository';
import { failureOf, isServerError } from './failures';
import { PostgresJournalRepository } from './journal-repository';
import { PostgresRelationRepository } from './relation-repository';

export class PostgresUnitOfWork implements UnitOfWork {
  private readonly open = new AsyncLocalStorage<true>();
  /** Repositories keep nothing, so those outside a transaction are made once. */
  private readonly repositories: Repositories;

  constructor(private readonly db: Kysely<DB>) {
    this.repositories = repositoriesOn(db);
  }

  read<T>(work: (repositories: Repositories) => Promise<T>): Promise<T> {
    return this.once(() => work(this.repositories));
  }

  transaction<T>(
    work: (repositories: Repositories) => Promise<T>,
    readBack?: (repositories: Repositories) => Promise<T | undefined>,
  ): Promise<T> {
    return this.once(async () => {
      let worked = false;
      try {
        return await this.db.transaction().execute(async (trx) => {
          const result = await work(repositoriesOn(trx));
          worked = true;
          return result;
        });
      } catch (error) {
        // The work was done and the commit sent, and then it was not the server that said no.
        if (worked && readBack && !isServerError(error)) {
          const result = await readBack(this.repositories);
          if (result !== undefined) return result;
        }
        throw error;
      }
    });
  }

  /** A second unit of work inside the first would wait for a second connection: refuse it at once. */
  private async once<T>(run: () => Promise<T>): Promise<T> {
    if (this.open.getStore()) throw new Error('A unit of work was opened inside another one.');
    try {
      return await this.open.run(true, run);
    } catch (error) {
      throw failureOf(error);
    }
  }
}

function repositoriesOn(db: Kysely<DB> | Transaction<DB>): Repositories {
  return {
    bank_accounts: new PostgresBankAccountRepository(db),
    clients: new PostgresClientRepository(db),
    companies: new PostgresCompanyRepository(db),
    documents: new PostgresDocumentRepository(db),
    journals: new PostgresJournalRepository(db),
    relations: new PostgresRelationRepository(db),
  };
}
