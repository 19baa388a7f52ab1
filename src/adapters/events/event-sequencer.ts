import type { Sequencer } from '../../ports/events/sequencer';
import type { Log } from '../../ports/log';
import type { EventPositions } from '../../use-cases/events/positions';

/** Companies that are looked for, and served, per sweep. */
const COMPANIES = 1_000;
/** Companies that this process serves at the same time. */
const AT_ONCE = 2;
/** Between a commit and the look for its events, so that the commits of a moment share the statements. */
const GATHER_MS = 50;
/** Between looks for events that another node has left without a position, because it ended. */
const SWEEP_MS = 2_000;

/**
 * Runs `EventPositions` for the companies that this process has written to, shortly after each commit, and at intervals
 * for all companies, so that no event is left behind when a node dies.
 */
export class EventSequencer implements Sequencer {
  private readonly waiting = new Set<string>();
  private readonly listeners: ((company_id: string) => void)[] = [];
  private running = 0;
  private timer: NodeJS.Timeout | undefined;
  private sweeper: NodeJS.Timeout | undefined;
  private sweeping: Promise<void> | undefined;
  private serving = new Set<Promise<void>>();
  private is_stopped = false;

  constructor(
    private readonly positions: EventPositions,
    private readonly log: Log,
  ) {}

  /** @param listener - called with a company whose log has grown by this process */
  onAppended(listener: (company_id: string) => void): void {
    this.listeners.push(listener);
  }

  wake(company_id: string): void {
    if (this.is_stopped) return;
    this.waiting.add(company_id);
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.serve();
    }, GATHER_MS);
  }

  start(): void {
    this.sweeper = setInterval(() => {
      this.sweeping ??= this.sweep().finally(() => {
        this.sweeping = undefined;
      });
    }, SWEEP_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.sweeper);
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.sweeping;
    this.serve();
    while (this.serving.size > 0) await Promise.all(this.serving);
    this.is_stopped = true;
  }

  private async sweep(): Promise<void> {
    try {
      for (const company_id of await this.positions.waiting(COMPANIES)) this.wake(company_id);
    } catch (error) {
      this.log.warn('Events without positions could not be looked for', { reason: (error as Error).message });
    }
  }

  private serve(): void {
    while (this.running < AT_ONCE && this.waiting.size > 0) {
      const [company_id] = this.waiting;
      this.waiting.delete(company_id!);
      this.running++;
      const served = this.positions
        .give(company_id!)
        .then((count) => {
          if (count > 0) for (const listener of this.listeners) listener(company_id!);
        })
        .catch((error: unknown) => {
          // The sweep comes back to them.
          this.log.warn('Events got no positions yet', { company_id, reason: (error as Error).message });
        })
        .then(() => {
          this.running--;
          this.serving.delete(served);
          this.serve();
        });
      this.serving.add(served);
    }
  }
}
