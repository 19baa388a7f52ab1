import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import {
  assertStorageKey,
  type Bytes,
  type ExpectedFile,
  type Storage,
  type StoredFile,
  StorageFailure,
} from '../../ports/documents/storage';
import { withStorageFailure, writeHashed } from './hashed-file';
import { assertSize, verified } from './verified-file';
import { WritingThread } from './writing-thread';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const PIECE_BYTES = 64 * 1024;
/** A larger file would keep the others of the thread waiting. */
const SMALL_BYTES = 128 * 1024;
/** The thread is started for more files at the same time: for few it saves less than it costs. */
const FEW = 4;

/**
 * Stores files in a folder that every node of the installation can access: a local folder on one machine, otherwise a
 * shared volume.
 */
export class LocalFolderStorage implements Storage {
  private readonly folder: string;
  private readonly syncs = new FolderSyncs();
  private readonly thread = new WritingThread();
  /** Files that are written at the moment. */
  private puts = 0;
  /** Folders that are being created. */
  private readonly making = new Set<Promise<void>>();
  /** Folders with new folders in them that are not synced to disk yet, and a mark of the latest of these. */
  private readonly unsynced = new Map<string, symbol>();

  /** @param folder - created by `assertUsable`, or with the first file */
  constructor(folder: string) {
    this.folder = path.resolve(folder);
  }

  /** Creates the folder, and creates and removes a file in it. @throws StorageFailure */
  async assertUsable(): Promise<void> {
    const probe = path.join(this.folder, randomUUID());
    await withStorageFailure(async () => {
      await this.makeFolder(this.folder);
      await (await open(probe, 'wx', FILE_MODE)).close();
      await rm(probe);
    });
    await this.newFoldersSynced();
  }

  async put(key: string, bytes: Bytes): Promise<StoredFile> {
    const place = this.pathOf(key);
    this.puts += 1;
    try {
      const is_many = this.puts > FEW || this.thread.is_running;
      return bytes instanceof Uint8Array && bytes.length <= SMALL_BYTES && is_many
        ? await this.putSmall(place, bytes)
        : await this.putLarge(place, bytes);
    } finally {
      this.puts -= 1;
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

  /** One message to the thread: each operation by itself would wake a thread of Node's pool. */
  private async putSmall(place: string, bytes: Uint8Array): Promise<StoredFile> {
    const stored = await this.inFolder(place, () => this.thread.write(place, FILE_MODE, bytes));
    try {
      await this.newFoldersSynced();
      return stored;
    } catch (error) {
      await withStorageFailure(() => rm(place, { force: true }));
      throw error;
    }
  }

  private async putLarge(place: string, bytes: Bytes): Promise<StoredFile> {
    const file = await this.inFolder(place, () => withStorageFailure(() => open(place, 'wx', FILE_MODE)));
    try {
      const stored = await writeHashed(file, bytes);
      await withStorageFailure(() => file.sync());
      await this.newFoldersSynced();
      await withStorageFailure(() => this.syncs.sync(path.dirname(place)));
      return stored;
    } catch (error) {
      await withStorageFailure(() => rm(place, { force: true }));
      throw error;
    } finally {
      await file.close();
    }
  }

  /** The folder of a file usually exists already; it is created on ENOENT. @throws StorageFailure */
  private async inFolder<T>(place: string, make: () => Promise<T>): Promise<T> {
    try {
      return await make();
    } catch (error) {
      const { code } = ((error as StorageFailure).cause ?? {}) as NodeJS.ErrnoException;
      if (code !== 'ENOENT') throw error;
      const made = this.makeFolder(path.dirname(place));
      this.making.add(made);
      await withStorageFailure(() => made.finally(() => this.making.delete(made)));
      return make();
    }
  }

  private pathOf(key: string): string {
    assertStorageKey(key);
    return path.join(this.folder, ...key.split('/'));
  }

  private async makeFolder(folder: string): Promise<void> {
    const first_made = await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    if (first_made === undefined) return;
    for (let made = folder; made.length >= first_made.length; made = path.dirname(made))
      this.unsynced.set(path.dirname(made), Symbol('made'));
  }

  /**
   * Syncs the entries of all new folders: without it a power failure could remove them, with the files in them. A
   * folder that this call finds may have been created by another one a moment ago, or its sync may have failed.
   *
   * @throws StorageFailure
   */
  private async newFoldersSynced(): Promise<void> {
    await Promise.allSettled(this.making);
    for (const [folder, made] of this.unsynced) {
      await withStorageFailure(() => this.syncs.sync(folder));
      if (this.unsynced.get(folder) === made) this.unsynced.delete(folder);
    }
  }
}

/**
 * Coalesces the syncs of a folder. A sync may miss the files that were made after it began; so while one runs, all
 * further calls share the next one.
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
