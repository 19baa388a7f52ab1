import { createHash, randomBytes } from 'node:crypto';
import type { Attempt } from '../ledger';
import { type Chance, newMark, type World } from '../world';
import { type Actor, Requests } from './actor';
import { type Desk, documentsOf, type Made } from './documents';

/** A document takes 20; below that, so that no upload is refused for it. */
const UPLOADS_A_DOCUMENT = 15;

/** Uploads attachments, with and without a key. */
export function uploader(world: World, chance: Chance, desk: Desk): Actor {
  const documents = documentsOf(world, chance);
  const requests = new Requests(world, chance);
  let document: Made | undefined;
  let uploads = 0;
  return {
    name: 'uploads',
    async step() {
      if (uploads >= UPLOADS_A_DOCUMENT) document = undefined;
      if (!document) {
        document = await documents.create(desk, { keyed: true });
        uploads = 0;
        if (!document) return;
      }
      uploads += 1;
      const filename = `${newMark()}.csv`;
      const bytes = Buffer.from(randomBytes(Math.floor(chance.between(1_000, 100_000))).toString('hex'));
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const keyed = chance.happens(0.6);
      const attempts: Attempt[] = [];
      world.ledger.uploads.push({
        company: desk.tenant.name,
        document_id: document.id,
        filename,
        sha256,
        keyed,
        attempts,
      });
      const call = {
        ...({ method: 'POST', path: `/documents/${document.id}/attachments` } as const),
        ...multipart(filename, bytes),
      };
      await requests.insist(desk.tenant, keyed ? { ...call, key: newMark() } : call, attempts);
    },
  };
}

function multipart(filename: string, bytes: Buffer): { content_type: string; body: Buffer } {
  const boundary = 'a-boundary-of-the-faults';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\nContent-Type: text/csv\r\n\r\n`;
  return {
    content_type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}
