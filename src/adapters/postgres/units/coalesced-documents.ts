import type { Kysely } from 'kysely';
import type { FoundReferences } from '../../../domain/documents/references';
import type { Deadlines } from '../../../ports/deadlines';
import type { FoundDocument, References } from '../../../ports/documents/document-repository';
import { Batches } from './batches';
import { forCompany } from '../connections/shares';
import type { DB } from '../database';
import { PostgresDocumentRepository } from '../documents/document-repository';

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
    this.documents = new Batches(
      async (company_id, queued) => {
        const batch = queued.slice(0, MAX_BATCH);
        const ids = batch.map(({ item }) => item);
        const found = await forCompany(company_id, () => this.findAll(company_id, ids));
        for (const [index, one] of batch.entries()) one.resolve(found[index]);
      },
      () => deadlines,
    );
    this.references = new Batches(
      async (company_id, queued) => {
        const batch = queued.slice(0, MAX_BATCH);
        // Concurrent creations often have the same references, which are looked up once.
        const keys = batch.map(({ item }) => JSON.stringify(item));
        const asked = new Map(batch.map(({ item }, index) => [keys[index]!, item]));
        const found = await forCompany(company_id, () =>
          this.findAllReferences(company_id, [...asked.values()]),
        );
        const by_key = new Map([...asked.keys()].map((key, index) => [key, found[index]!]));
        for (const [index, one] of batch.entries()) one.resolve(by_key.get(keys[index]!)!);
      },
      () => deadlines,
    );
  }

  override find(company_id: string, id: string): Promise<FoundDocument | undefined> {
    return this.documents.add(company_id, id);
  }

  override findReferences(company_id: string, references: References): Promise<FoundReferences> {
    return this.references.add(company_id, references);
  }
}
