import { testJournalRepository } from '../support/contracts/journal-contract';
import { memoryStore } from '../support/memory/store';

const store = memoryStore();

describe('journals in memory', () => testJournalRepository(() => store));
