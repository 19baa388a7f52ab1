import type { Clock } from './clock';

/** A business clock that can be set ahead of the real time, to test expiry, lockouts and the end of a year. */
export interface BusinessClock extends Clock {
  /**
   * Sets the clock of all nodes ahead of the real time: of this process at once, of the others within a second.
   *
   * @param offset_s - whole seconds, 0 or more; may be smaller than the present offset
   */
  setOffset(offset_s: number): Promise<void>;
}

/** The stored offset, shared by all nodes, in whole seconds. */
export interface ClockOffsets {
  load(): Promise<number>;
  save(offset_s: number): Promise<void>;
}
