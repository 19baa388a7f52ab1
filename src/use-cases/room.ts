/**
 * Bounds what is held in memory at once: whoever needs more than there is waits for its turn. First come, first served,
 * so that large ones are not passed by small ones for ever.
 */
export class Room {
  private readonly waiting: { readonly size: number; readonly enter: () => void }[] = [];
  private taken = 0;

  /** @param capacity - bytes; what is larger than that by itself has all of it to itself */
  constructor(private readonly capacity: number) {}

  async hold<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    const size = Math.min(bytes, this.capacity);
    await this.enter(size);
    try {
      return await work();
    } finally {
      this.taken -= size;
      this.admit();
    }
  }

  private enter(size: number): Promise<void> {
    return new Promise((enter) => {
      this.waiting.push({ size, enter });
      this.admit();
    });
  }

  private admit(): void {
    for (
      let next = this.waiting[0];
      next && this.taken + next.size <= this.capacity;
      next = this.waiting[0]
    ) {
      this.waiting.shift();
      this.taken += next.size;
      next.enter();
    }
  }
}
