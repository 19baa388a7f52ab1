import { testAttachmentRepository } from '../support/contracts/attachment-repository-contract';
import { testCreditNoteRepository } from '../support/contracts/credit-note-repository-contract';
import { testDocumentRepository } from '../support/contracts/document-repository-contract';
import { testLinkRepository } from '../support/contracts/link-repository-contract';
import { testPaymentRepository } from '../support/contracts/payment-repository-contract';
import { testOrphanedFileRepository } from '../support/contracts/orphaned-file-repository-contract';
import { inMemory } from '../support/memory/in-memory';

describe('documents in memory', () => testDocumentRepository(inMemory()));
describe('attachments in memory', () => testAttachmentRepository(inMemory()));
describe('links in memory', () => testLinkRepository(inMemory()));
describe('credit notes in memory', () => testCreditNoteRepository(inMemory()));
describe('payments in memory', () => testPaymentRepository(inMemory()));
describe('files without a row in memory', () => testOrphanedFileRepository(inMemory()));
