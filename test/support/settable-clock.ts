import type { Clock } from '../../src/ports/clock';

/** A clock that stands still until a test moves it. */
export class SettableClock implements Clock {
  constructor(private time = new Date('2026-07-01T10:00:00.000Z')) {}

  now(): Date {
    return new Date(this.time);
  }

  advance(ms: number): void {
    this.time = new Date(this.time.getTime() + ms);
  }
}
