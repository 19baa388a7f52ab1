import type { Clock } from './clock';

/** A business clock that can be put ahead of the real time, to try what expiry, lock windows and a year's end do. */
export interface BusinessClock extends Clock {
  /**
   * Puts every node's clock ahead of the real time: this process's at once, the others' within a second.
   *
   * @param offset_s - whole seconds from 0; may be less than before
   */
  setOffset(offset_s: number): Promise<void>;
}

/** The offset as all nodes share it, in whole seconds. */
export interface ClockOffsets {
  load(): Promise<number>;
  save(offset_s: number): Promise<void>;
}
