import { testJournalRepository } from '../../support/contracts/journal-contract';
import { testSequenceInspection } from '../../support/contracts/sequence-inspection-contract';
import { onPostgres } from '../../support/on-postgres';
import { type PostgresStore, startPostgresStore } from '../../support/postgres-store';

let store: PostgresStore;
beforeAll(async () => {
  store = await startPostgresStore();
});
afterAll(() => store.end());

describe('journals in PostgreSQL', () => testJournalRepository(() => store));
describe('the sequences of a journal in PostgreSQL', () => testSequenceInspection(onPostgres()));
