import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { ArchiveEntry, Archives, FileDigest, LastEntry } from '../ports/documents/archives';

/** Bytes that are hashed at once, so that other requests run in between. */
const SLICE_BYTES = 64 * 1024;
/** Other files are compressed already. */
const COMPRESSIBLE = /\.(?:csv|json|txt|xml)$/i;
/** The first moment that the format knows, in any time zone, and the permissions of a readable file. */
const ATTRIBUTES = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, mode: 0o100644 };

/** ZIP files. Files are deflated in the thread pool of Node, one at a time. */
export class ZipArchives implements Archives {
  zip(
    entries: Iterable<ArchiveEntry> | AsyncIterable<ArchiveEntry>,
    last?: LastEntry,
  ): AsyncIterable<Uint8Array> {
    const archive = new ZipFile();
    const output = archive.outputStream as Readable;
    const digests: FileDigest[] = [];
    const fail = (error: Error) => void output.destroy(error);
    archive.on('error', fail);
    let reading: Readable | undefined;
    let finished: () => void = () => undefined;
    // A reader that stops, because its caller has disconnected, closes the file that is open.
    output.once('close', () => {
      reading?.destroy();
      finished();
    });

    /**
     * The file that is added. `archive` keeps all functions that it is given: they must not refer to bytes of files.
     */
    let added: ArchiveEntry | undefined;
    /** Resolves when the file has been read, or the output is closed. */
    const add = (entry: ArchiveEntry) => {
      added = entry;
      return addAt(entry.path);
    };
    const addAt = (path: string) =>
      new Promise<void>((resolve) => {
        finished = resolve;
        const options = { ...ATTRIBUTES, compress: COMPRESSIBLE.test(path) };
        archive.addReadStreamLazy(path, options, (begin) => {
          const opened = added!.open();
          added = undefined;
          opened.then((bytes) => {
            reading = Readable.from(
              hashed(bytes, (sha256) => {
                if (last) digests.push({ path, sha256 });
              }),
            );
            reading.on('error', fail);
            reading.once('close', resolve);
            if (output.destroyed) reading.destroy();
            begin(null, reading);
          }, fail);
        });
      });
    const write = async () => {
      for await (const entry of entries) {
        if (output.destroyed) return;
        await add(entry);
      }
      if (output.destroyed) return;
      if (last) await add({ path: last.path, open: async () => bytesOf(last.textOf(digests)) });
      archive.end();
    };
    write().catch(fail);
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
