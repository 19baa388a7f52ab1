import { testJournalRepository } from '../../support/contracts/journal-contract';
import { type PostgresStore, startPostgresStore } from '../../support/postgres-store';

let store: PostgresStore;
beforeAll(async () => {
  store = await startPostgresStore();
});
afterAll(() => store.end());

describe('journals in PostgreSQL', () => testJournalRepository(() => store));
