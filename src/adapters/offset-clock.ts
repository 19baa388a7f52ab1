import type { BusinessClock, ClockOffsets } from '../ports/business-clock';
import type { Log } from '../ports/log';
import { RepeatedFailures } from './repeated-failures';

/**
 * Interval of reads of the offset. With the duration of a read, a change by another node takes effect within a second.
 */
const POLL_MS = 400;

/** The system clock plus an offset that all nodes share. Not for production, which uses the system clock. */
export class OffsetClock implements BusinessClock {
  private offset_ms = 0;
  /** Number of changes made by this process. A read that began before a change does not overwrite the newer offset. */
  private changes = 0;
  private timer: NodeJS.Timeout | undefined;
  private running = false;
  private readonly failures: RepeatedFailures;

  constructor(
    private readonly offsets: ClockOffsets,
    log: Log,
  ) {
    this.failures = new RepeatedFailures({
      failure: (error) => log.error('The clock offset could not be read', error),
      success: () => log.info('The clock offset is read again'),
    });
  }

  now(): Date {
    return new Date(Date.now() + this.offset_ms);
  }

  async setOffset(offset_s: number): Promise<void> {
    this.changes += 1;
    await this.offsets.save(offset_s);
    this.changes += 1;
    this.offset_ms = offset_s * 1000;
  }

  /** Reads the offset, then polls it until `stop`. */
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
      this.failures.succeeded();
    } catch (error) {
      this.failures.failed(error); // the last known offset stays in effect
    }
    if (this.running) this.timer = setTimeout(() => void this.follow(), POLL_MS).unref();
  }
}
