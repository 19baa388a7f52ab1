import type { Sequencer } from '../../ports/events/sequencer';
import type { Log } from '../../ports/log';
import type { ForCompany } from '../../ports/unit-of-work';
import type { EventPositions } from '../../use-cases/events/positions';
import { RepeatedFailures } from '../repeated-failures';

/** Companies that are looked for, and served, per sweep. */
const COMPANIES = 1_000;
/** Companies that this process serves at the same time. */
const AT_ONCE = 2;
/** The commits of this time, in milliseconds, share the statements that serve them. */
const MOMENT_MS = 50;
/** Between looks for events that another node has left without a position, because it ended. */
const SWEEP_MS = 2_000;

/**
 * Runs `EventPositions` for the companies that this process has written to, shortly after each commit, and at intervals
 * for all companies, so that no event is left behind when a node dies.
 */
export class EventSequencer implements Sequencer {
  /** Companies with commits in this moment. */
  private readonly gathered = new Set<string>();
  /** Companies with commits in a moment that is over. */
  private readonly due = new Set<string>();
  /** By company, each of which is served once at a time: the second would find the head of the chain moved. */
  private readonly services = new Map<string, Promise<void>>();
  private readonly listeners: ((company_id: string) => void)[] = [];
  private moment: NodeJS.Timeout | undefined;
  private sweeper: NodeJS.Timeout | undefined;
  private sweeping: Promise<void> | undefined;
  private is_stopped = false;
  private readonly failed_sweeps: RepeatedFailures;
  private readonly failed_services: RepeatedFailures;

  constructor(
    private readonly positions: Pick<EventPositions, 'give' | 'waiting'>,
    log: Log,
    private readonly forCompany: ForCompany,
  ) {
    this.failed_sweeps = new RepeatedFailures({
      failure: (error) => log.warn('Events without positions could not be looked for', {}, error),
      success: () => log.info('Events without positions are looked for again'),
    });
    this.failed_services = new RepeatedFailures({
      failure: (error, company_id) => log.warn('Events got no positions yet', { company_id }, error),
      success: (company_id) => log.info('Events get positions again', { company_id }),
    });
  }

  /** @param listener - called with a company whose log has grown by this process */
  onAppended(listener: (company_id: string) => void): void {
    this.listeners.push(listener);
  }

  wake(company_id: string): void {
    if (this.is_stopped) return;
    this.gathered.add(company_id);
    this.moment ??= setTimeout(() => this.endMoment(), MOMENT_MS);
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
    await this.sweeping;
    do {
      this.endMoment();
      await Promise.all(this.services.values());
    } while (this.gathered.size > 0 || this.services.size > 0);
    this.is_stopped = true;
    clearTimeout(this.moment);
  }

  private async sweep(): Promise<void> {
    try {
      for (const company_id of await this.positions.waiting(COMPANIES)) this.wake(company_id);
      this.failed_sweeps.succeeded();
    } catch (error) {
      this.failed_sweeps.failed(error);
    }
  }

  private endMoment(): void {
    clearTimeout(this.moment);
    this.moment = undefined;
    for (const company_id of this.gathered) this.due.add(company_id);
    this.gathered.clear();
    this.serveDue();
  }

  private serveDue(): void {
    for (const company_id of this.due) {
      if (this.services.size >= AT_ONCE) return;
      if (this.services.has(company_id)) continue;
      this.due.delete(company_id);
      const service = this.serve(company_id).then(() => {
        this.services.delete(company_id);
        this.serveDue();
      });
      this.services.set(company_id, service);
    }
  }

  private async serve(company_id: string): Promise<void> {
    try {
      const count = await this.forCompany(company_id, () => this.positions.give(company_id));
      this.failed_services.succeeded(company_id);
      if (count > 0) for (const listener of this.listeners) listener(company_id);
    } catch (error) {
      this.failed_services.failed(error, company_id); // the sweep comes back to them
    }
  }
}
