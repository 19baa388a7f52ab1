import type { EndTurn, Turns } from '../../ports/access/turns';

/** Turns that are given in the memory of this process. */
export class TurnsInMemory implements Turns {
  /** The end of the latest turn of each key. */
  private readonly latest = new Map<string, Promise<void>>();

  async take(key: string): Promise<EndTurn> {
    const previous = this.latest.get(key);
    let end: EndTurn = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    this.latest.set(key, ended);
    await previous;
    return () => {
      if (this.latest.get(key) === ended) this.latest.delete(key);
      end();
    };
  }

  /** The number of keys with a turn that has not ended. */
  get size(): number {
    return this.latest.size;
  }
}
