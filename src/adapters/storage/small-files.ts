import { createHash } from 'node:crypto';
import { closeSync, fsync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { parentPort } from 'node:worker_threads';

/** A file that the thread writes. */
export interface SmallFile {
  readonly id: number;
  /** Its path, where no file is yet. The folder exists. */
  readonly place: string;
  readonly mode: number;
  readonly bytes: Uint8Array;
}

/** What became of a file. A file that failed is gone again. */
export type SmallFileResult =
  | { readonly id: number; readonly sha256: string }
  | {
      readonly id: number;
      readonly failure: { readonly code: string | undefined; readonly message: string };
    };

/** Limits how many files are open at the same time. */
const MAX_BATCH = 64;

/**
 * A sync that takes longer, in milliseconds, waits for a disk, which is quicker with many at the same time. A shorter
 * one costs less than waking another thread for it.
 */
const SLOW_SYNC_MS = 0.5;

const syncElsewhere = promisify(fsync);

const waiting: SmallFile[] = [];
let is_working = false;
let are_syncs_slow = false;
/** The shortest sync of a batch: the others may have waited for each other. */
let shortest_ms = Infinity;

parentPort!.on('message', (file: SmallFile) => {
  waiting.push(file);
  if (is_working) return;
  is_working = true;
  // Files that arrive together are a batch.
  setImmediate(() => void work());
});

async function work(): Promise<void> {
  while (waiting.length > 0) {
    const batch = waiting.splice(0, MAX_BATCH);
    shortest_ms = Infinity;
    const results = await storeAll(batch);
    are_syncs_slow = shortest_ms > SLOW_SYNC_MS;
    parentPort!.postMessage(results);
  }
  is_working = false;
}

/** Writes files, then syncs each of their folders once. */
async function storeAll(files: readonly SmallFile[]): Promise<SmallFileResult[]> {
  const folders = new Map<string, SmallFile[]>();
  const failures = new Map<SmallFile, NodeJS.ErrnoException>();
  await each(files, write, (file, failure) => {
    if (failure) return failures.set(file, failure);
    const folder = path.dirname(file.place);
    const others = folders.get(folder);
    return others ? others.push(file) : folders.set(folder, [file]);
  });
  await each([...folders.keys()], syncFolder, (folder, failure) => {
    if (!failure) return;
    for (const file of folders.get(folder)!) failures.set(file, remove(file) ?? failure);
  });
  return files.map((file) => {
    const failure = failures.get(file);
    return failure
      ? { id: file.id, failure: { code: failure.code, message: failure.message } }
      : { id: file.id, sha256: createHash('sha256').update(file.bytes).digest('hex') };
  });
}

function remove({ place }: SmallFile): NodeJS.ErrnoException | undefined {
  try {
    rmSync(place, { force: true });
    return undefined;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}

async function each<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  end: (item: Item, failure: NodeJS.ErrnoException | undefined) => void,
): Promise<void> {
  const results = await Promise.allSettled(items.map(work));
  for (const [index, result] of results.entries())
    end(items[index]!, result.status === 'rejected' ? (result.reason as NodeJS.ErrnoException) : undefined);
}

async function write({ place, mode, bytes }: SmallFile): Promise<void> {
  const file = openSync(place, 'wx', mode);
  try {
    for (let rest = bytes; rest.length > 0;) rest = rest.subarray(writeSync(file, rest));
    await sync(file);
  } catch (error) {
    rmSync(place, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Windows cannot open folders and needs no sync. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const file = openSync(folder, 'r');
  try {
    await sync(file);
  } finally {
    closeSync(file);
  }
}

async function sync(file: number): Promise<void> {
  const began = performance.now();
  if (are_syncs_slow) await syncElsewhere(file);
  else fsyncSync(file);
  const took_ms = performance.now() - began;
  shortest_ms = Math.min(shortest_ms, took_ms);
  if (took_ms > SLOW_SYNC_MS) are_syncs_slow = true;
}
