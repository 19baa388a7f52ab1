import { execFile } from 'node:child_process';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PIECE_BYTES = 64 * 1024;
const MARGIN_BYTES = 32 * 1024 * 1024;

/** A small disk of its own, in memory, that can be filled; or a folder where no disk can be mounted. */
export class Disk {
  private constructor(
    readonly folder: string,
    /** Why it is a plain folder and cannot be filled. */
    readonly not_small_because: string | undefined,
  ) {}

  /** @param size - as tmpfs takes it: `64m` */
  static async mount(folder: string, size: string): Promise<Disk> {
    await mkdir(folder, { recursive: true });
    if (process.platform !== 'linux') return new Disk(folder, 'small disks are mounted on Linux only');
    if (process.getuid?.() !== 0) return new Disk(folder, 'mounting a small disk needs root');
    try {
      await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0711`, 'tmpfs', folder]);
    } catch {
      return new Disk(folder, 'this machine does not let root mount a small disk');
    }
    return new Disk(folder, undefined);
  }

  /** Leaves no space, as far as others do not free some of theirs meanwhile. */
  async fill(): Promise<void> {
    const { bavail, bsize } = await statfs(this.folder);
    const at_once = bavail * bsize - MARGIN_BYTES; // others write, too, and all of it must be there
    if (at_once > 0) await run('fallocate', ['-l', String(at_once), this.ballast]);
    const file = await open(this.ballast, 'a');
    try {
      while ((await file.write(Buffer.alloc(PIECE_BYTES)).catch(withoutSpace)).bytesWritten > 0);
    } finally {
      await file.close();
    }
  }

  async free(): Promise<void> {
    await rm(this.ballast, { force: true });
  }

  /** Nothing may run on it any more. */
  async unmount(): Promise<void> {
    if (this.not_small_because === undefined) await run('umount', ['-l', this.folder]);
  }

  private get ballast(): string {
    return path.join(this.folder, 'ballast');
  }
}

function withoutSpace(error: unknown): { bytesWritten: number } {
  if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  return { bytesWritten: 0 };
}
