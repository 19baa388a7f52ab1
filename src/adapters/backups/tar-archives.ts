import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import {
  type ArchivedEntry,
  type ArchiveWriter,
  type BackupArchives,
  BackupFault,
} from '../../ports/backups/backup';

/** A backup contains secrets. */
const FILE_MODE = 0o600;

/** Archives in the form of `tar -z`, which are written and read as streams. */
export class TarArchives implements BackupArchives {
  write(file: string): ArchiveWriter {
    const archive = pack();
    const target = createWriteStream(file, { flags: 'wx', mode: FILE_MODE, flush: true });
    const gzip = createGzip({ level: constants.Z_BEST_SPEED });
    /** Whether the file is new, and so is removed when the archive is abandoned. */
    const is_own = new Promise<boolean>((resolve) => {
      target.once('open', () => resolve(true)).once('error', () => resolve(false));
    });
    const written = pipeline(archive, gzip, target);
    const failed = written.then(() => new Promise<never>(() => undefined));
    failed.catch(() => undefined); // each `add` and `finish` fails with it

    /** An entry fails too when the file cannot be written: the cause is the error of the file. */
    const causeOf = async (error: unknown): Promise<never> => {
      if (target.errored) throw target.errored;
      throw error;
    };
    const add = async (path: string, size: number, content: Parameters<ArchiveWriter['add']>[2]) => {
      const entry = archive.entry({ name: path, size, mode: FILE_MODE });
      const added = new Promise<void>((resolve, reject) => {
        entry.once('close', () => resolve());
        entry.once('error', reject);
      });
      added.catch(() => undefined); // awaited below, unless the content fails
      try {
        for await (const piece of content) {
          if (!entry.write(piece)) await new Promise<void>((drained) => entry.once('drain', drained));
        }
      } catch (error) {
        entry.destroy(error as Error);
        throw error;
      }
      entry.end(undefined);
      await added;
    };
    return {
      add: (path, size, content) => Promise.race([failed, add(path, size, content)]).catch(causeOf),
      async finish() {
        archive.finalize();
        await written;
      },
      async abandon() {
        const is_to_be_removed = await is_own;
        archive.destroy();
        await written.catch(() => undefined);
        if (is_to_be_removed) await rm(file, { force: true });
      },
    };
  }

  async *read(file: string): AsyncGenerator<ArchivedEntry> {
    await (await open(file, 'r')).close(); // a missing file fails as such
    const archive = extract();
    const feeding = pipeline(createReadStream(file), createGunzip(), archive);
    feeding.catch(() => undefined); // the loop fails with it
    const damaged = (error: unknown) =>
      new BackupFault(`${file} is not a backup, or it is damaged: ${(error as Error).message}.`);
    async function* contentOf(entry: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      try {
        yield* entry;
      } catch (error) {
        throw damaged(error);
      }
    }
    try {
      for await (const entry of archive) {
        yield { path: entry.header.name, content: contentOf(entry as AsyncIterable<Uint8Array>) };
        entry.resume();
      }
      await feeding;
    } catch (error) {
      throw error instanceof BackupFault ? error : damaged(error);
    } finally {
      archive.destroy();
    }
  }
}
