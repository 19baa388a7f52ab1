import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Timing } from '../ports/timing';

const RANDOM_VALUES = 2 ** 32;
/** Time constant of the moving average of timer lateness, in pauses. */
const REMEMBERED = 32;

/** Timers fire late, by a millisecond and more under load. Pauses are shortened by the average lateness. */
export class ProcessTiming implements Timing {
  private late_ms = 1;

  now_ms(): number {
    return performance.now();
  }

  async pause(ms: number): Promise<void> {
    if (ms <= 0) return;
    const started = performance.now();
    const timer_ms = Math.max(0, ms - this.late_ms);
    // Timers take whole milliseconds. The pause is rounded at random, so that its mean keeps the fraction.
    await sleep(Math.floor(timer_ms) + (this.random() < timer_ms % 1 ? 1 : 0));
    const late_ms = performance.now() - started - timer_ms;
    this.late_ms = Math.max(0, this.late_ms + (late_ms - this.late_ms) / REMEMBERED);
  }

  random(): number {
    return randomInt(RANDOM_VALUES) / RANDOM_VALUES;
  }
}
