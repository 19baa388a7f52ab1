import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import {
  assertStorageKey,
  type ExpectedFile,
  type Storage,
  type StoredFile,
  StorageFailure,
} from '../../ports/documents/storage';
import { ofTheStore, writeHashed } from './hashed-file';
import { assertSize, verified } from './verified-file';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const PIECE_BYTES = 64 * 1024;

/** Files in a folder that every node of the installation sees: on one machine a local one, else a shared volume. */
export class LocalFolderStorage implements Storage {
  private readonly folder: string;

  /** @param folder - made when the first file comes */
  constructor(folder: string) {
    this.folder = path.resolve(folder);
  }

  async put(key: string, bytes: AsyncIterable<Uint8Array>): Promise<StoredFile> {
    const place = this.placeOf(key);
    const folder = path.dirname(place);
    const make = () => open(place, 'wx', FILE_MODE);
    const file = await ofTheStore(() =>
      // Nearly always its folder is there.
      make().catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        await this.makeFolder(folder);
        return make();
      }),
    );
    try {
      const stored = await writeHashed(file, bytes);
      await ofTheStore(() => file.sync());
      await ofTheStore(() => syncFolder(folder));
      return stored;
    } catch (error) {
      await ofTheStore(() => rm(place, { force: true }));
      throw error;
    } finally {
      await file.close();
    }
  }

  async open(key: string, expected: ExpectedFile): Promise<AsyncIterable<Uint8Array> | undefined> {
    const place = this.placeOf(key);
    const file = await open(place, 'r').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw new StorageFailure(error);
    });
    if (!file) return undefined;
    try {
      const { size } = await ofTheStore(() => file.stat());
      assertSize(key, size, expected);
    } catch (error) {
      await file.close();
      throw error;
    }
    return verified(key, file.createReadStream({ highWaterMark: PIECE_BYTES }), expected);
  }

  async delete(key: string): Promise<void> {
    const place = this.placeOf(key);
    await ofTheStore(() => rm(place, { force: true }));
  }

  private placeOf(key: string): string {
    assertStorageKey(key);
    return path.join(this.folder, ...key.split('/'));
  }

  /** A folder that was just made is lost in a power failure, unless the one around it is written down too. */
  private async makeFolder(folder: string): Promise<void> {
    const first_made = await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    if (first_made === undefined) return;
    for (let made = folder; made.length >= first_made.length; made = path.dirname(made)) {
      await syncFolder(path.dirname(made));
    }
  }
}

/** Windows opens no folders, and writes them down by itself. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
