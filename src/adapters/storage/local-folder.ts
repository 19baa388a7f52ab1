import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import {
  assertStorageKey,
  type ExpectedFile,
  type Storage,
  type StoredFile,
  StorageFailure,
} from '../../ports/documents/storage';
import { withStorageFailure, writeHashed } from './hashed-file';
import { assertSize, verified } from './verified-file';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const PIECE_BYTES = 64 * 1024;

/**
 * Stores files in a folder that every node of the installation can access: a local folder on one machine, otherwise a
 * shared volume.
 */
export class LocalFolderStorage implements Storage {
  private readonly folder: string;
  private readonly syncs = new FolderSyncs();
  /** Folders that are created and not yet synced to disk. */
  private readonly created = new Map<string, Promise<void>>();

  /** @param folder - created with the first file */
  constructor(folder: string) {
    this.folder = path.resolve(folder);
  }

  async put(key: string, bytes: AsyncIterable<Uint8Array>): Promise<StoredFile> {
    const file_path = this.pathOf(key);
    const folder = path.dirname(file_path);
    const make = () => open(file_path, 'wx', FILE_MODE);
    const file = await withStorageFailure(() =>
      // The subfolder usually exists already; it is created on ENOENT.
      make().catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        let made = this.created.get(folder);
        if (!made) {
          made = this.makeFolder(folder).finally(() => this.created.delete(folder));
          this.created.set(folder, made);
        }
        await made;
        return make();
      }),
    );
    try {
      const stored = await writeHashed(file, bytes);
      await withStorageFailure(() => file.sync());
      // Another call may have created the folder a moment ago.
      await withStorageFailure(async () => this.created.get(folder));
      await withStorageFailure(() => this.syncs.sync(folder));
      return stored;
    } catch (error) {
      await withStorageFailure(() => rm(file_path, { force: true }));
      throw error;
    } finally {
      await file.close();
    }
  }

  async open(key: string, expected: ExpectedFile): Promise<AsyncIterable<Uint8Array> | undefined> {
    const file_path = this.pathOf(key);
    const file = await open(file_path, 'r').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw new StorageFailure(error);
    });
    if (!file) return undefined;
    try {
      const { size } = await withStorageFailure(() => file.stat());
      assertSize(key, size, expected);
    } catch (error) {
      await file.close();
      throw error;
    }
    return verified(key, file.createReadStream({ highWaterMark: PIECE_BYTES }), expected);
  }

  async delete(key: string): Promise<void> {
    const file_path = this.pathOf(key);
    await withStorageFailure(() => rm(file_path, { force: true }));
  }

  private pathOf(key: string): string {
    assertStorageKey(key);
    return path.join(this.folder, ...key.split('/'));
  }

  /** Creates a folder and syncs its parents. Without the sync a power failure could remove the new folder. */
  private async makeFolder(folder: string): Promise<void> {
    const first_made = await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    if (first_made === undefined) return;
    for (let made = folder; made.length >= first_made.length; made = path.dirname(made)) {
      await syncFolder(path.dirname(made));
    }
  }
}

/**
 * Coalesces the syncs of a folder. A sync may miss the files that were made after it began; so while one runs, all further
 * calls share the next one.
 */
class FolderSyncs {
  private readonly running = new Map<string, Promise<void>>();
  private readonly next = new Map<string, Promise<void>>();

  sync(folder: string): Promise<void> {
    let next = this.next.get(folder);
    if (!next) {
      const last = this.running.get(folder) ?? Promise.resolve();
      next = last.then(
        () => this.run(folder),
        () => this.run(folder), // its callers have the error
      );
      this.next.set(folder, next);
    }
    return next;
  }

  private run(folder: string): Promise<void> {
    this.next.delete(folder);
    const sync = syncFolder(folder).finally(() => {
      if (this.running.get(folder) === sync) this.running.delete(folder);
    });
    this.running.set(folder, sync);
    return sync;
  }
}

/** Syncs a folder's entries to disk. Windows cannot open folders and needs no sync. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
