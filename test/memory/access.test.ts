import { testClientRepository } from '../support/contracts/client-contract';
import type { Store } from '../support/contracts/store';
import { memoryStore } from '../support/memory/store';
import { MemoryTokenRepository } from '../support/memory/tokens';
import { testTokenRepository } from '../support/contracts/token-repository-contract';

describe('clients in memory', () => {
  let store: Store;
  beforeEach(() => {
    store = memoryStore();
  });
  testClientRepository(() => store);
});

describe('tokens in memory', () => {
  const repository = new MemoryTokenRepository();
  testTokenRepository(() => ({ repository, store: async (client) => repository.store(client) }));
});
