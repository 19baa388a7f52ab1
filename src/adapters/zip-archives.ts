import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { FileDigest } from '../domain/events/evidence';
import type { ArchiveEntry, Archives } from '../ports/events/archives';

/** Bytes that are hashed at once, so that other requests run in between. */
const SLICE_BYTES = 64 * 1024;
/** Other files are compressed already. */
const COMPRESSIBLE = /\.(?:csv|json|txt|xml)$/i;
/** The first moment that the format knows, in any time zone, and the permissions of a readable file. */
const ATTRIBUTES = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, mode: 0o100644 };

/** ZIP files. Files are deflated in the thread pool of Node, one at a time. */
export class ZipArchives implements Archives {
  zip(
    entries: readonly ArchiveEntry[],
    last: { readonly path: string; readonly textOf: (files: readonly FileDigest[]) => string },
  ): AsyncIterable<Uint8Array> {
    const archive = new ZipFile();
    const output = archive.outputStream as Readable;
    const digests: FileDigest[] = [];
    let reading: Readable | undefined;
    const fail = (error: Error) => void output.destroy(error);
    // A reader that stops, because its caller has disconnected, closes the file that is open.
    output.once('close', () => reading?.destroy());
    archive.on('error', fail);

    const add = (path: string, open: ArchiveEntry['open']) => {
      const options = { ...ATTRIBUTES, compress: COMPRESSIBLE.test(path) };
      archive.addReadStreamLazy(path, options, (begin) => {
        open().then((bytes) => {
          reading = Readable.from(hashed(bytes, (sha256) => digests.push({ path, sha256 })));
          reading.on('error', fail);
          if (output.destroyed) reading.destroy();
          begin(null, reading);
        }, fail);
      });
    };
    for (const entry of entries) add(entry.path, () => entry.open());
    add(last.path, async () => bytesOf(last.textOf(digests)));
    archive.end();
    return output;
  }
}

async function* hashed(
  bytes: AsyncIterable<Uint8Array>,
  done: (sha256: string) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const piece of bytes) {
    for (let start = 0; start < piece.byteLength; start += SLICE_BYTES) {
      const slice = piece.subarray(start, start + SLICE_BYTES);
      hash.update(slice);
      yield slice;
    }
  }
  done(hash.digest('hex'));
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
