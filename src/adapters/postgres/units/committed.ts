import type { Kysely, Transaction } from 'kysely';
import type { OriginOf } from '../../../domain/events/event';
import type { Recorder } from '../../../ports/events/recorder';
import type { Repositories } from '../../../ports/unit-of-work';
import { inTransaction } from '../connect';
import type { DB } from '../database';
import { repositoriesOn } from './repositories';
import { retried } from './retried';

export type Work<T> = (repositories: Repositories) => Promise<T>;

/** What all transactions of a process share. */
export interface Committing {
  readonly db: Kysely<DB>;
  readonly recorder: Recorder;
  /** Called with a company after a commit that stored its events. */
  readonly onEvents: (company_id: string) => void;
}

/** The first and the last step of a transaction, around its work. */
interface Steps<T, R> {
  begin(trx: Transaction<DB>): Promise<void>;
  end(trx: Transaction<DB>, result: T): Promise<R>;
}

/** Runs work in a transaction with the events of its changes. */
export function committed<T>(committing: Committing, originOf: OriginOf, work: Work<T>): Promise<T> {
  return committedWith(committing, originOf, work, {
    begin: async () => undefined,
    end: async (_trx, result) => result,
  });
}

/** Like `committed`, with steps around the work. @returns the result of the last step */
export async function committedWith<T, R>(
  { db, recorder, onEvents }: Committing,
  originOf: OriginOf,
  work: Work<T>,
  steps: Steps<T, R>,
): Promise<R> {
  const { result, companies } = await retried(() =>
    inTransaction(db, async (trx) => {
      await steps.begin(trx);
      const repositories = repositoriesOn(trx);
      const result = await steps.end(trx, await recorder.record(repositories, originOf, work));
      return { result, companies: repositories.events.companies };
    }),
  );
  for (const company_id of companies) onEvents(company_id);
  return result;
}
