import { testJournalRepository } from '../support/contracts/journal-contract';
import { testSequenceInspection } from '../support/contracts/sequence-inspection-contract';
import type { Store } from '../support/contracts/store';
import { inMemory } from '../support/memory/in-memory';
import { memoryStore } from '../support/memory/store';

let store: Store;
beforeEach(() => {
  store = memoryStore();
});

describe('journals in memory', () => testJournalRepository(() => store));
describe('the sequences of a journal in memory', () => testSequenceInspection(inMemory()));
