import { testAttachmentRepository } from '../support/contracts/attachment-repository-contract';
import { testDocumentRepository } from '../support/contracts/document-repository-contract';
import { testLinkRepository } from '../support/contracts/link-repository-contract';
import { testStrayFileRepository } from '../support/contracts/stray-file-repository-contract';
import { inMemory } from '../support/memory/in-memory';

describe('documents in memory', () => testDocumentRepository(inMemory()));
describe('attachments in memory', () => testAttachmentRepository(inMemory()));
describe('links in memory', () => testLinkRepository(inMemory()));
describe('files without a row in memory', () => testStrayFileRepository(inMemory()));
