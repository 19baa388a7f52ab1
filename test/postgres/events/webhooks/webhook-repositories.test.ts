import { testWebhookRepositories } from '../../../support/contracts/webhook-contract';
import { type PostgresStore, startPostgresStore } from '../../../support/postgres-store';

let store: PostgresStore;
beforeAll(async () => {
  store = await startPostgresStore();
});
afterAll(() => store.end());

describe('webhooks in PostgreSQL', () => testWebhookRepositories(() => store));
