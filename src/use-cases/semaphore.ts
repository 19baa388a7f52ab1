/**
 * A counting semaphore over bytes, which limits the memory in use. Requests are served first in, first out, so that
 * small requests do not starve a large one.
 */
export class Semaphore {
  private readonly queue: { readonly size: number; readonly enter: () => void }[] = [];
  private acquired = 0;

  /** @param capacity - in bytes; work that needs more runs alone */
  constructor(private readonly capacity: number) {}

  /** Acquires the bytes, does the work, and releases them. */
  async use<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    const size = Math.min(bytes, this.capacity);
    await this.acquire(size);
    try {
      return await work();
    } finally {
      this.acquired -= size;
      this.admit();
    }
  }

  private acquire(size: number): Promise<void> {
    return new Promise((enter) => {
      this.queue.push({ size, enter });
      this.admit();
    });
  }

  private admit(): void {
    for (let next = this.queue[0]; next && this.acquired + next.size <= this.capacity; next = this.queue[0]) {
      this.queue.shift();
      this.acquired += next.size;
      next.enter();
    }
  }
}
