/** A separate process that renders another document, then that of its input, and writes the digest of the bytes. */
import { createHash } from 'node:crypto';
import { PdfDocumentRendering } from '../../../src/adapters/rendering/pdf-document-rendering';
import type { RenderingInput } from '../../../src/ports/documents/rendering';
import { aDocument } from '../../support/documents';

async function main(): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const { document } = JSON.parse(Buffer.concat(chunks).toString()) as RenderingInput;
  const input = {
    document: { ...document, created_at: new Date(document.created_at) },
    logo: null,
  };
  const rendering = new PdfDocumentRendering();
  await rendering.pdf({ ...input, document: aDocument({ note: 'AVATAR \u00a0 To Wa ﬁ', language: 'fr' }) });
  const digests = [await rendering.pdf(input), await rendering.facturX(input)].map((bytes) =>
    createHash('sha256').update(bytes).digest('hex'),
  );
  process.stdout.write(digests.join(' '));
}

void main();
