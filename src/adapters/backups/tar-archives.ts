import { createReadStream } from 'node:fs';
import { link, lstat, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
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

/** The file systems of some disks have no hard links. */
const NO_LINKS: readonly unknown[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** Archives in the form of `tar -z`, which are written and read as streams. */
export class TarArchives implements BackupArchives {
  async write(file: string, signal: AbortSignal): Promise<ArchiveWriter> {
    const partial = `${file}.partial`;
    await assertNew(file);
    const opened = await open(partial, 'wx', FILE_MODE).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') return unusable(partial, 'written', error);
      throw new BackupFault(
        `${partial} exists: another backup writes it, or one was killed. Remove it if no backup is running.`,
      );
    });
    const archive = pack();
    const target = opened.createWriteStream({ flush: true });
    const gzip = createGzip({ level: constants.Z_BEST_SPEED });
    const written = pipeline(archive, gzip, target, { signal });
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
        await written.catch(causeOf);
        await publish(partial, file);
      },
      async abandon() {
        archive.destroy();
        await written.catch(() => undefined);
        await rm(partial, { force: true });
      },
    };
  }

  async *read(file: string): AsyncGenerator<ArchivedEntry> {
    // A missing file fails as such.
    await open(file, 'r')
      .then((opened) => opened.close())
      .catch((error: NodeJS.ErrnoException) => unusable(file, 'read', error));
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

async function assertNew(file: string): Promise<void> {
  const found = await lstat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') unusable(file, 'written', error);
  });
  if (found) throw exists(file);
}

/** An operator has named the file, so no setting is to blame. @throws BackupFault */
function unusable(file: string, use: 'read' | 'written', { code }: NodeJS.ErrnoException): never {
  const reason = code === 'ENOENT' ? 'no such file or folder' : code;
  throw new BackupFault(`${file} cannot be ${use} (${reason}). Correct the path, or the rights of the file.`);
}

function exists(file: string): BackupFault {
  return new BackupFault(`${file} exists, and is not replaced. Choose another name, or remove it.`);
}

/** Gives a complete archive its name, durably, and replaces no file. */
async function publish(partial: string, file: string): Promise<void> {
  try {
    await link(partial, file); // unlike a rename, it fails if the file exists
    await rm(partial);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw exists(file);
    if (!NO_LINKS.includes(code)) throw error;
    await assertNew(file);
    await rename(partial, file);
  }
  if (process.platform === 'win32') return; // it cannot open folders
  const folder = await open(path.dirname(file), 'r');
  await folder.sync().finally(() => folder.close());
}
