import type { BusinessClock, ClockOffsets } from '../ports/business-clock';
import type { Log } from '../ports/log';

/** With what the reading itself takes, another node's change is seen within a second. */
const POLL_MS = 400;

/** The process's time, put ahead by the offset that the nodes share. Not for production, whose clock is the real one. */
export class OffsetClock implements BusinessClock {
  private offset_ms = 0;
  /** Counts the changes made here, so that a reading that began before one of them does not undo it. */
  private changes = 0;
  private timer: NodeJS.Timeout | undefined;
  private running = false;
  private reading_failed = false;

  constructor(
    private readonly offsets: ClockOffsets,
    private readonly log: Log,
  ) {}

  now(): Date {
    return new Date(Date.now() + this.offset_ms);
  }

  async setOffset(offset_s: number): Promise<void> {
    this.changes += 1;
    await this.offsets.save(offset_s);
    this.changes += 1;
    this.offset_ms = offset_s * 1000;
  }

  /** Reads the offset, then follows it until `stop`. */
  async start(): Promise<void> {
    this.running = true;
    await this.follow();
  }

  stop(): void {
    this.running = false;
    clearTimeout(this.timer);
  }

  private async follow(): Promise<void> {
    const { changes } = this;
    try {
      const offset_s = await this.offsets.load();
      if (changes === this.changes) this.offset_ms = offset_s * 1000;
      this.reading_failed = false;
    } catch (error) {
      // The last known offset holds on; said once, not every time while the database is away.
      if (!this.reading_failed) this.log.error('The clock offset could not be read', error);
      this.reading_failed = true;
    }
    if (this.running) this.timer = setTimeout(() => void this.follow(), POLL_MS).unref();
  }
}
