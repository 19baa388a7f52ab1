import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { PostgresTokenRepository } from '../../src/adapters/postgres/access/token-repository';
import { connect } from '../../src/adapters/postgres/connect';
import type { DB } from '../../src/adapters/postgres/database';
import { PostgresUnitsOfWork } from '../../src/adapters/postgres/units/units-of-work';
import type { Store } from './contracts/store';
import { createDatabase } from './database';
import { logEvent } from './logged-events';
import { insertRow } from './rows';
import { eventRecorder } from './event-recorder';

export interface PostgresStore extends Store {
  readonly db: Kysely<DB>;
  end(): Promise<void>;
}

/** What the contracts of repositories are tested on, on a database of their own. */
export async function startPostgresStore(): Promise<PostgresStore> {
  const database = await createDatabase();
  const db = connect(database.url, { pool_size: 12 });
  let documents = 0;
  const setCounter: Store['setCounter'] = async (company_id, journal_id, counter) => {
    const { last_number, last_issue_date } = counter;
    await db
      .insertInto('numbering_sequence')
      .values({ company_id, journal_id, ...counter })
      .onConflict((conflict) => {
        return conflict
          .columns(['company_id', 'journal_id', 'period'])
          .doUpdateSet({ last_number, last_issue_date });
      })
      .execute();
  };
  return {
    db,
    units: new PostgresUnitsOfWork(db, eventRecorder()),
    tokens: new PostgresTokenRepository(db),
    setCounter,
    logEvent: (company_id, event) => logEvent(db, company_id, event),
    async insertDocument(company_id, { relation_id, delivery_location_id, journal_id }) {
      const id = randomUUID();
      const sequence_number = ++documents;
      const place = journal_id === undefined ? {} : { journal_id, period: '2026', sequence_number };
      if (journal_id !== undefined) {
        const counter = { period: '2026', last_number: sequence_number, last_issue_date: '2026-07-01' };
        await setCounter(company_id, journal_id, counter);
      }
      const states = { status: 'received', accounting_status: 'pending', payment_status: 'unpaid' };
      const references = { relation_id: relation_id ?? (await aRelation(company_id)), delivery_location_id };
      await insertRow(db, 'document', {
        ...{ company_id, id, number: String(sequence_number) },
        ...{ ...states, ...references, ...place },
      });
    },
    async end() {
      await db.destroy();
      await database.drop();
    },
  };

  async function aRelation(company_id: string): Promise<string> {
    const id = randomUUID();
    await insertRow(db, 'relation', { company_id, id, type: 'contact', last_name: 'Janssens' });
    return id;
  }
}
