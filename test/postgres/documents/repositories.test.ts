import { testAttachmentRepository } from '../../support/contracts/attachment-repository-contract';
import { testCreditNoteRepository } from '../../support/contracts/credit-note-repository-contract';
import { testDocumentRepository } from '../../support/contracts/document-repository-contract';
import { testLinkRepository } from '../../support/contracts/link-repository-contract';
import { testPaymentRepository } from '../../support/contracts/payment-repository-contract';
import { testOrphanedFileRepository } from '../../support/contracts/orphaned-file-repository-contract';
import { onPostgres } from '../../support/on-postgres';

const unitsOf = onPostgres();

describe('documents in PostgreSQL', () => testDocumentRepository(unitsOf));
describe('attachments in PostgreSQL', () => testAttachmentRepository(unitsOf));
describe('links in PostgreSQL', () => testLinkRepository(unitsOf));
describe('credit notes in PostgreSQL', () => testCreditNoteRepository(unitsOf));
describe('payments in PostgreSQL', () => testPaymentRepository(unitsOf));
describe('files without a row in PostgreSQL', () => testOrphanedFileRepository(unitsOf));
