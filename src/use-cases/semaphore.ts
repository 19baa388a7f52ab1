/**
 * A counting semaphore over bytes: it limits how much is held in memory at once. Requests are served in the order in
 * which they come, so that small ones do not overtake a large one for ever.
 */
export class Semaphore {
  private readonly queue: { readonly size: number; readonly enter: () => void }[] = [];
  private acquired = 0;

  /** @param capacity - bytes; work that needs more than that runs alone */
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
