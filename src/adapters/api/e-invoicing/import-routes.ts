import { createHash } from 'node:crypto';
import type { ImportFile, Reception } from '../../../use-cases/e-invoicing/reception';
import { type Route, route } from '../../http/route';
import { fileUpload, type SentFile } from '../../http/requests/upload';
import { documentBody } from '../documents/document-body';

/** @param max_bytes - of a file */
export function importRoutes(reception: Reception, max_bytes: number): Route[] {
  return [
    route({
      method: 'post',
      path: '/documents/import',
      operation: {
        id: 'importDocument',
        tag: 'Documents',
        summary: 'Import a received document',
        description:
          'One part, `file`: `.xml` (UBL Invoice or CreditNote, CII) or `.pdf` (Factur-X, ZUGFeRD). What it states is kept; its sender becomes a relation if it is none yet.',
      },
      access: 'document:create',
      upload: fileUpload(max_bytes, knownOf),
      receive: ({ caller, readUpload }) =>
        reception.receiveImport(caller.company_id, async () => whole(await readUpload())),
      status: 201,
      response: documentBody,
      location: ({ id }: { id: string }) => `/documents/${id}`,
      handle: ({ received }) => reception.importFile(received),
    }),
  ];
}

/** Whether it is what its extension says is seen when it is read. */
const ANYTHING = { take: () => true, end: () => true };

function knownOf(sent_as: string) {
  const extension = /\.(xml|pdf)$/i.exec(sent_as)?.[1]?.toLowerCase();
  return extension === undefined ? undefined : { form: extension as 'xml' | 'pdf', check: ANYTHING };
}

/** Read as a whole, the only way to look into it: it has as many bytes as an upload may have. */
async function whole({ sent_as, form, bytes }: SentFile & Pick<ImportFile, 'form'>): Promise<ImportFile> {
  const pieces: Uint8Array[] = [];
  const hash = createHash('sha256');
  for await (const piece of bytes) {
    pieces.push(piece);
    hash.update(piece); // as it comes: all at once would keep other requests waiting
  }
  return { sent_as, form, bytes: Buffer.concat(pieces), sha256: hash.digest('hex') };
}
