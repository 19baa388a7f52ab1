import { testDocumentRepository } from '../support/contracts/document-repository-contract';
import { inMemory } from '../support/memory/in-memory';

describe('documents in memory', () => testDocumentRepository(inMemory()));
