import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Timing } from '../ports/timing';

const RANDOM_VALUES = 2 ** 32;
/** How many pauses the mean lateness of timers looks back on, about. */
const REMEMBERED = 32;

/** Timers fire late, by whole milliseconds and more under load. Pauses are shortened by the mean of that. */
export class ProcessTiming implements Timing {
  private late_ms = 1;

  now_ms(): number {
    return performance.now();
  }

  async pause(ms: number): Promise<void> {
    if (ms <= 0) return;
    const started = performance.now();
    const timer_ms = Math.max(0, ms - this.late_ms);
    // A timer takes whole milliseconds: it is rounded up as often as its fraction is large.
    await sleep(Math.floor(timer_ms) + (this.random() < timer_ms % 1 ? 1 : 0));
    const late_ms = performance.now() - started - timer_ms;
    this.late_ms = Math.max(0, this.late_ms + (late_ms - this.late_ms) / REMEMBERED);
  }

  random(): number {
    return randomInt(RANDOM_VALUES) / RANDOM_VALUES;
  }
}
