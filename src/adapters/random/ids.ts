import type { Clock } from '../../ports/clock';
import type { Ids } from '../../ports/ids';
import { RandomPool } from './random-pool';

/** Generates UUIDs of version 7 (RFC 9562 §5.7): 48 bits of the business clock's milliseconds, then 74 random bits. */
export class TimeOrderedIds implements Ids {
  private readonly random = new RandomPool(16);

  constructor(private readonly clock: Clock) {}

  next(): string {
    const bytes = this.random.next();
    bytes.writeUIntBE(this.clock.now().getTime(), 0, 6);
    bytes[6] = 0x70 | (bytes[6]! & 0x0f);
    bytes[8] = 0x80 | (bytes[8]! & 0x3f);
    const hex = bytes.toString('hex');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  }
}
