import type { CountedWaits, EndWait } from '../../ports/counted-waits';

/** Waits that are counted in the memory of this process. */
export class WaitsInMemory implements CountedWaits {
  private readonly waits = new Map<string, number>();

  async enter(reader: string, max: number): Promise<EndWait | undefined> {
    const count = this.waits.get(reader) ?? 0;
    if (count >= max) return undefined;
    this.waits.set(reader, count + 1);
    return () => {
      const left = this.waits.get(reader)! - 1;
      if (left === 0) this.waits.delete(reader);
      else this.waits.set(reader, left);
    };
  }
}
