import type { EventLog } from '../../ports/events/event-log';
import type { GrowingLogs } from '../../ports/events/growing-logs';

/** Between looks at the logs that a request waits for; another node may have made one of them grow. */
const LOOK_AGAIN_MS = 100;

interface Waiting {
  readonly after: number;
  readonly resolve: () => void;
}

/** Logs that this process makes grow are noticed at once, those that other nodes make grow by looking. */
export class PolledLogs implements GrowingLogs {
  private readonly waiting = new Map<string, Set<Waiting>>();
  private timer: NodeJS.Timeout | undefined;
  private is_stopped = false;

  constructor(private readonly events: Pick<EventLog, 'heads'>) {}

  async wait(company_id: string, after: number, until: number, signal: AbortSignal): Promise<void> {
    if (this.is_stopped || signal.aborted) return;
    let end = () => {};
    const timer = setTimeout(() => end(), until - performance.now());
    const ended = () => end();
    signal.addEventListener('abort', ended);
    await new Promise<void>((resolve) => {
      const waiting = { after, resolve };
      const others = this.waiting.get(company_id);
      if (others) others.add(waiting);
      else this.waiting.set(company_id, new Set([waiting]));
      end = () => this.end(company_id, waiting);
      this.timer ??= this.later();
    });
    clearTimeout(timer);
    signal.removeEventListener('abort', ended);
  }

  /** To be called when the log of a company has grown. */
  grown(company_id: string): void {
    for (const waiting of this.waiting.get(company_id) ?? []) this.end(company_id, waiting);
  }

  get isStopped(): boolean {
    return this.is_stopped;
  }

  /** Ends all waits. */
  stop(): void {
    this.is_stopped = true;
    clearTimeout(this.timer);
    for (const company_id of [...this.waiting.keys()]) this.grown(company_id);
  }

  private end(company_id: string, waiting: Waiting): void {
    const others = this.waiting.get(company_id);
    others?.delete(waiting);
    if (others?.size === 0) this.waiting.delete(company_id);
    waiting.resolve();
  }

  private later(): NodeJS.Timeout {
    return setTimeout(() => {
      void this.look().finally(() => {
        this.timer = this.waiting.size > 0 && !this.is_stopped ? this.later() : undefined;
      });
    }, LOOK_AGAIN_MS);
  }

  private async look(): Promise<void> {
    // While the database does not answer, the requests go on waiting.
    const heads = await this.events.heads([...this.waiting.keys()]).catch(() => new Map<string, number>());
    for (const [company_id, position] of heads) {
      const requests = [...(this.waiting.get(company_id) ?? [])];
      for (const waiting of requests) if (waiting.after < position) this.end(company_id, waiting);
    }
  }
}
