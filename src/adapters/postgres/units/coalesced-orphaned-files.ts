import type { Kysely } from 'kysely';
import type { Deadlines } from '../../../ports/deadlines';
import type { DB } from '../database';
import { PostgresOrphanedFileRepository, type Upload } from '../documents/orphaned-file-repository';
import { type Batches, batchesOfCompanies } from './batches';

const MAX_BATCH = 64;

/** Coalesces the records of files that are about to be stored: those of a company share a statement. */
export class CoalescedOrphanedFiles extends PostgresOrphanedFileRepository {
  private readonly uploads: Batches<Upload, void>;

  constructor(db: Kysely<DB>, deadlines: Deadlines) {
    super(db);
    this.uploads = batchesOfCompanies(MAX_BATCH, deadlines, async (company_id, uploads) => {
      await this.insertUploads(company_id, uploads);
      return uploads.map(() => undefined);
    });
  }

  override insertAll(company_id: string, keys: readonly string[], now: Date): Promise<void> {
    return this.uploads.add(company_id, { keys, now });
  }
}
