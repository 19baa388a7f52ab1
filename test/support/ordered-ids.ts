import type { Clock } from '../../src/ports/clock';
import type { Ids } from '../../src/ports/ids';

let drawn = 0;

/** Ids that sort in the order in which they are drawn, also those of one instant; no two of a process are the same. */
export class OrderedIds implements Ids {
  constructor(private readonly clock: Clock) {}

  next(): string {
    const time = this.clock.now().getTime().toString(16).padStart(12, '0');
    const nth = (drawn += 1).toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${nth}`;
  }
}
