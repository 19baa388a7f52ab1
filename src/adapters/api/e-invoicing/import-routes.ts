import { createHash } from 'node:crypto';
import type { ImportFile, Reception } from '../../../use-cases/e-invoicing/reception';
import { type BudgetUse, MemoryBudget } from '../../http/requests/memory-budget';
import { fileUpload, type SentFile } from '../../http/requests/upload';
import { type Route, route } from '../../http/route';
import { documentBody } from '../documents/document-body';

/** Limit of all files that are being imported. They are held in memory until they are stored. */
const FILES_AT_ONCE_BYTES = 256 * 1024 * 1024;

/** @param max_bytes - limit of a single file */
export function importRoutes(
  reception: Pick<Reception, 'receiveImport' | 'importFile'>,
  max_bytes: number,
  budget = new MemoryBudget(FILES_AT_ONCE_BYTES),
): Route[] {
  return [
    route({
      method: 'post',
      path: '/documents/import',
      operation: {
        id: 'importDocument',
        tag: 'Documents',
        summary: 'Import a received document',
        description:
          'One part, `file`: `.xml` (UBL Invoice or CreditNote, CII) or `.pdf` (Factur-X, ZUGFeRD). The values that it states are stored; its sender becomes a relation if there is none yet. The company must be its buyer (of a self-billed one its seller). A document with the same sender, type, number and date as a received one is refused: `file: already received as <id>`.',
      },
      access: 'document:create',
      upload: fileUpload(max_bytes, knownOf),
      async receive({ unit, caller: { company_id }, readUpload }) {
        const memory = budget.open(company_id);
        try {
          return await reception.receiveImport(unit, company_id, async () =>
            readWhole(await readUpload(), memory),
          );
        } finally {
          memory.release();
        }
      },
      status: 201,
      response: documentBody,
      location: ({ id }: { id: string }) => `/documents/${id}`,
      handle: ({ unit, received }) => reception.importFile(unit, received),
    }),
  ];
}

/** Accepts every content; the file's format is checked when it is parsed. */
const ACCEPT_ALL = { take: () => true, end: () => true };

function knownOf(sent_as: string) {
  const extension = /\.(xml|pdf)$/i.exec(sent_as)?.[1]?.toLowerCase();
  return extension === undefined ? undefined : { form: extension as 'xml' | 'pdf', check: ACCEPT_ALL };
}

/**
 * Reads the whole file into memory, because it can only be parsed as a whole.
 *
 * @throws DomainError internal_error when too many files are in memory
 */
async function readWhole(
  { sent_as, form, bytes }: SentFile & Pick<ImportFile, 'form'>,
  memory: BudgetUse,
): Promise<ImportFile> {
  const pieces: Uint8Array[] = [];
  const hash = createHash('sha256');
  for await (const piece of bytes) {
    memory.add(piece.length);
    pieces.push(piece);
    hash.update(piece); // in pieces: hashing the whole file at once would block the event loop
  }
  return { sent_as, form, bytes: Buffer.concat(pieces), sha256: hash.digest('hex') };
}
