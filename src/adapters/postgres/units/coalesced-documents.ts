import type { Kysely } from 'kysely';
import type { FoundReferences } from '../../../domain/documents/references';
import type { Deadlines } from '../../../ports/deadlines';
import type { FoundDocument, References } from '../../../ports/documents/document-repository';
import { type Batches, batchesOfCompanies } from './batches';
import type { DB } from '../database';
import { PostgresDocumentRepository } from '../documents/document-repository';
import { findReferences } from '../documents/found-references';

/** Limits how long a request waits for other requests in the same statement. */
const MAX_BATCH = 64;

/**
 * Coalesces look-ups of documents outside of transactions. While a look-up of a company runs, further ones are queued,
 * and the next statement executes all of them with one round trip.
 */
export class CoalescedDocuments extends PostgresDocumentRepository {
  private readonly documents: Batches<string, FoundDocument | undefined>;
  private readonly references: Batches<References, FoundReferences>;

  constructor(db: Kysely<DB>, deadlines: Deadlines) {
    super(db);
    this.documents = batchesOfCompanies(MAX_BATCH, deadlines, (...batch) => this.findAll(...batch));
    this.references = batchesOfCompanies(MAX_BATCH, deadlines, (...batch) => findReferences(db, ...batch));
  }

  override find(company_id: string, id: string): Promise<FoundDocument | undefined> {
    return this.documents.add(company_id, id);
  }

  override findReferences(company_id: string, references: References): Promise<FoundReferences> {
    return this.references.add(company_id, references);
  }
}
