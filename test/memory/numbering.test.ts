import { testJournalRepository } from '../support/contracts/journal-contract';
import type { Store } from '../support/contracts/store';
import { memoryStore } from '../support/memory/store';

let store: Store;
beforeEach(() => {
  store = memoryStore();
});

describe('journals in memory', () => testJournalRepository(() => store));
