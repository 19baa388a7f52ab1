/**
 * A counting semaphore over units of one kind, such as bytes or tasks. Requests are served first in, first out, so that
 * small requests do not starve a large one.
 */
export class Semaphore {
  private readonly queue: { readonly size: number; readonly enter: () => void }[] = [];
  private acquired = 0;

  /** @param capacity - in units; work that needs more runs alone */
  constructor(private readonly capacity: number) {}

  /** Acquires the units, does the work, and releases them. */
  async use<T>(units: number, work: () => Promise<T>): Promise<T> {
    const size = Math.min(units, this.capacity);
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
