import { testDocumentRepository } from '../../support/contracts/document-repository-contract';
import { onPostgres } from '../../support/on-postgres';

describe('documents in PostgreSQL', () => testDocumentRepository(onPostgres()));
