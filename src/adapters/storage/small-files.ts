import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { parentPort } from 'node:worker_threads';

/** A file that the thread writes. */
export interface SmallFile {
  readonly id: number;
  /** The path of the file, which does not exist yet; its folder does. */
  readonly place: string;
  readonly mode: number;
  readonly bytes: Uint8Array;
}

/** What became of a file. */
export type SmallFileResult =
  | { readonly id: number; readonly sha256: string }
  | {
      readonly id: number;
      readonly failure: { readonly code: string | undefined; readonly message: string };
    };

/** Limits how many files are open while they are written in turn. */
const MAX_IN_TURN = 16;
/** Limits how many files are open while they are written at the same time. */
const MAX_AT_ONCE = 64;

/**
 * Files that take longer each, in milliseconds, wait for a disk or a network, which is quicker with many at the same
 * time. Otherwise their operations cost less than waking other threads for them.
 */
const SLOW_MS = 1;
/** Number of batches in a row after which the disk counts as slow. A single one may have waited for a processor. */
const SLOW_BATCHES = 4;
/** On a slow disk, a few files are written in turn after so many others, to find out whether the disk still is slow. */
const FILES_BETWEEN_TRIALS = 128;
/** Number of these few files. */
const MAX_IN_TRIAL = 2;

const waiting: SmallFile[] = [];
let is_working = false;
/** Number of batches in a row, written in turn, that took long. */
let slow_batches = 0;
/** Number of files since the last ones that were written in turn. */
let files_since_trial = 0;

type Failures = Map<SmallFile, NodeJS.ErrnoException>;

parentPort!.on('message', (file: SmallFile) => {
  waiting.push(file);
  if (is_working) return;
  is_working = true;
  // Files that arrive together are a batch.
  setImmediate(() => void work());
});

async function work(): Promise<void> {
  while (waiting.length > 0) {
    const failures: Failures = new Map();
    if (isSlow() && files_since_trial < FILES_BETWEEN_TRIALS) {
      const batch = waiting.splice(0, MAX_AT_ONCE);
      files_since_trial += batch.length;
      await each(batch, write, (file, failure) => failures.set(file, failure));
      // The next files are written meanwhile.
      void finish(batch, failures);
      continue;
    }
    const batch = waiting.splice(0, isSlow() ? MAX_IN_TRIAL : MAX_IN_TURN);
    files_since_trial = 0;
    const began = performance.now();
    writeInTurn(batch, failures);
    const is_slow = performance.now() - began > SLOW_MS * batch.length;
    // Files that fail may take no time.
    if (failures.size < batch.length) slow_batches = is_slow ? slow_batches + 1 : 0;
    await finish(batch, failures);
  }
  is_working = false;
}

/** Syncs the folders of files that were written, each once, and reports all files. */
async function finish(files: readonly SmallFile[], failures: Failures): Promise<void> {
  const written = files.filter((file) => !failures.has(file));
  const folders = new Set(written.map(folderOf));
  await each([...folders], syncFolder, (folder, failure) => {
    for (const file of written) if (folderOf(file) === folder) failures.set(file, remove(file) ?? failure);
  });
  const results = files.map((file): SmallFileResult => {
    const failure = failures.get(file);
    return failure
      ? { id: file.id, failure: { code: failure.code, message: failure.message } }
      : { id: file.id, sha256: createHash('sha256').update(file.bytes).digest('hex') };
  });
  parentPort!.postMessage(results);
}

const folderOf = ({ place }: SmallFile): string => path.dirname(place);

async function each<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  onFailure: (item: Item, failure: NodeJS.ErrnoException) => void,
): Promise<void> {
  const results = await Promise.allSettled(items.map(work));
  for (const [index, result] of results.entries())
    if (result.status === 'rejected') onFailure(items[index]!, result.reason as NodeJS.ErrnoException);
}

const isSlow = (): boolean => slow_batches >= SLOW_BATCHES;

/** The first sync makes the file system store what it has of all files, so that the other syncs take little time. */
function writeInTurn(files: readonly SmallFile[], failures: Failures): void {
  const opened = new Map<SmallFile, number>();
  const attempt = (file: SmallFile, step: () => void) => {
    if (failures.has(file)) return;
    try {
      step();
    } catch (error) {
      failures.set(file, error as NodeJS.ErrnoException);
    }
  };
  for (const file of files) attempt(file, () => opened.set(file, openSync(file.place, 'wx', file.mode)));
  for (const [file, descriptor] of opened) attempt(file, () => writeWhole(descriptor, file.bytes));
  for (const [file, descriptor] of opened) attempt(file, () => fsyncSync(descriptor));
  for (const [file, descriptor] of opened) {
    try {
      closeSync(descriptor);
    } catch (error) {
      failures.set(file, failures.get(file) ?? (error as NodeJS.ErrnoException));
    }
    const failure = failures.get(file);
    if (failure) failures.set(file, remove(file) ?? failure);
  }
}

function writeWhole(descriptor: number, bytes: Uint8Array): void {
  for (let rest = bytes; rest.length > 0;) rest = rest.subarray(writeSync(descriptor, rest));
}

async function write(file: SmallFile): Promise<void> {
  const opened = await open(file.place, 'wx', file.mode);
  try {
    await opened.writeFile(file.bytes);
    await opened.sync();
  } catch (error) {
    throw remove(file) ?? error;
  } finally {
    await opened.close();
  }
}

/** @returns the error of a file that could not be removed */
function remove({ place }: SmallFile): NodeJS.ErrnoException | undefined {
  try {
    rmSync(place, { force: true });
    return undefined;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}

/** Windows cannot open folders and needs no sync. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  if (isSlow()) {
    const opened = await open(folder, 'r');
    return opened.sync().finally(() => opened.close());
  }
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
