import type { KeyedMutex, ReleaseKey } from '../../ports/access/keyed-mutex';

/** A mutex in the memory of this process. */
export class KeyedMutexInMemory implements KeyedMutex {
  /** Resolves when the latest caller of the key releases it. */
  private readonly latest = new Map<string, Promise<void>>();

  async acquire(key: string): Promise<ReleaseKey> {
    const previous = this.latest.get(key);
    let release: ReleaseKey = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    this.latest.set(key, released);
    await previous;
    return () => {
      if (this.latest.get(key) === released) this.latest.delete(key);
      release();
    };
  }

  /** The number of keys that are not released. */
  get size(): number {
    return this.latest.size;
  }
}
