import { testClientRepository } from '../support/contracts/client-contract';
import { memoryStore } from '../support/memory/store';
import { MemoryTokenRepository } from '../support/memory-token-repository';
import { testTokenRepository } from '../support/token-repository-contract';

describe('clients in memory', () => {
  const store = memoryStore();
  testClientRepository(() => store);
});

describe('tokens in memory', () => {
  const repository = new MemoryTokenRepository();
  testTokenRepository(() => ({ repository, store: async (client) => repository.store(client) }));
});
