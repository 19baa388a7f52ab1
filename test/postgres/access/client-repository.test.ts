import { testClientRepository } from '../../support/contracts/client-contract';
import { type PostgresStore, startPostgresStore } from '../../support/postgres-store';

let store: PostgresStore;
beforeAll(async () => {
  store = await startPostgresStore();
});
afterAll(() => store.end());

describe('clients in PostgreSQL', () => testClientRepository(() => store));
