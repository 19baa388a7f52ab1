import type { Store } from '../support/contracts/store';
import { testWebhookRepositories } from '../support/contracts/webhook-contract';
import { memoryStore } from '../support/memory/store';

let store: Store;
beforeEach(() => {
  store = memoryStore();
});

describe('webhooks in memory', () => testWebhookRepositories(() => store));
