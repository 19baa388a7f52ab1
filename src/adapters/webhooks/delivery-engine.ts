import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ForCompany } from '../../ports/unit-of-work';
import type { WebhookKey } from '../../ports/events/webhooks/delivery-queue';
import { RepeatedFailures } from '../repeated-failures';
import { Lanes } from './lanes';
import { type RunParts, WebhookRun } from './webhook-run';

export interface EngineOptions {
  /** How long the leases of this worker hold without renewal, in milliseconds. */
  readonly lease_ms: number;
  /** Between looks for work that no other event announces, in milliseconds. */
  readonly poll_ms: number;
}

const OPTIONS: EngineOptions = { lease_ms: 10_000, poll_ms: 1_000 };
/** Webhooks that are leased with one look. */
const CLAIM_LIMIT = 1_000;
/** The pause before another look at a webhook that another worker had when its company had new events. */
const LOOK_AGAIN_MS = 100;
const MAX_LOOKS = 10;
/** The pause after a run that failed, for example because the database was away. */
const RETRY_MS = 1_000;

export type EngineParts = Pick<RunParts, 'queue' | 'events' | 'requests' | 'clock' | 'ids' | 'log'> & {
  readonly forCompany: ForCompany;
  readonly onEnd?: RunParts['onEnd'];
};

/** Makes and sends the deliveries of all webhooks, together with the engines of other nodes. */
export class DeliveryEngine {
  private readonly worker_id = randomUUID();
  private readonly runs = new Map<string, { readonly run: WebhookRun; readonly ended: Promise<void> }>();
  /** Companies to look at, with the looks that are left while other workers have their webhooks. */
  private readonly woken = new Map<string, number>();
  private readonly options: EngineOptions;
  private readonly run_parts: RunParts;
  private timers: NodeJS.Timeout[] = [];
  private alive_until = 0;
  private is_stopped = true;
  private is_ended = false;
  private polling: Promise<void> | undefined;
  private looking: Promise<void> | undefined;
  private readonly failed_renewals: RepeatedFailures;
  private readonly failed_claims: RepeatedFailures;

  constructor(
    private readonly parts: EngineParts,
    options: Partial<EngineOptions> = {},
  ) {
    this.options = { ...OPTIONS, ...options };
    this.run_parts = {
      ...parts,
      lanes: new Lanes(),
      worker_id: this.worker_id,
      isAlive: () => performance.now() < this.alive_until,
      onEnd: parts.onEnd ?? (() => undefined),
    };
    const { log } = parts;
    this.failed_renewals = new RepeatedFailures({
      failure: (error) => log.warn('The leases of webhooks could not be renewed', {}, error),
      success: () => log.info('The leases of webhooks are renewed again'),
    });
    this.failed_claims = new RepeatedFailures({
      failure: (error) => log.warn('Webhooks could not be leased', {}, error),
      success: () => log.info('Webhooks are leased again'),
    });
  }

  start(): void {
    this.is_stopped = false;
    const { lease_ms, poll_ms } = this.options;
    this.timers = [
      setInterval(() => void this.renew(), lease_ms / 4),
      setInterval(() => this.poll(), poll_ms),
    ];
    void this.renew().then(() => this.poll());
  }

  /** To be called when events of a company have got their positions, or its webhooks have changed. */
  wake(company_id: string): void {
    if (this.is_stopped) return;
    for (const { run } of this.runs.values()) if (run.key.company_id === company_id) run.wake();
    this.lookAt(company_id, MAX_LOOKS);
  }

  /** Starts no more requests, waits for those in flight, and gives the leases back. */
  async stop(grace_ms: number): Promise<void> {
    if (this.is_stopped) return;
    this.is_stopped = true;
    for (const { run } of this.runs.values()) run.stop();
    clearInterval(this.timers[1]);
    await Promise.race([this.drained(), sleep(grace_ms, undefined, { ref: false })]);
    this.abort();
    await this.parts.queue.leave(this.worker_id);
  }

  /** Waits for the claims that have started, and for all runs, with those that these claims begin. */
  private async drained(): Promise<void> {
    await Promise.all([this.polling, this.looking]);
    while (this.runs.size > 0) await Promise.all([...this.runs.values()].map(({ ended }) => ended));
  }

  /** Ends as a crash would: the leases stay until they expire. */
  abort(): void {
    this.is_stopped = true;
    this.is_ended = true;
    this.alive_until = 0;
    for (const timer of this.timers) clearInterval(timer);
    this.parts.requests.close();
  }

  private async renew(): Promise<void> {
    const started = performance.now();
    try {
      await this.parts.queue.renew(this.worker_id, this.options.lease_ms);
      if (!this.is_ended) this.alive_until = started + this.options.lease_ms;
      this.failed_renewals.succeeded();
    } catch (error) {
      this.failed_renewals.failed(error);
    }
  }

  private poll(): void {
    this.polling ??= this.claim()
      .then(() => undefined)
      .finally(() => {
        this.polling = undefined;
      });
  }

  private lookAt(company_id: string, looks: number): void {
    if (this.is_stopped) return;
    this.woken.set(company_id, looks);
    this.looking ??= this.look();
  }

  /** Looks at all companies that were woken with one statement, so that many of them take one connection. */
  private async look(): Promise<void> {
    while (this.woken.size > 0) {
      const looks = new Map(this.woken);
      this.woken.clear();
      for (const company_id of await this.claim([...looks.keys()])) {
        const left = looks.get(company_id)! - 1;
        if (left > 0) setTimeout(() => this.lookAt(company_id, left), LOOK_AGAIN_MS);
      }
    }
    this.looking = undefined; // before anything else runs, so that the next company starts a new look
  }

  /** @returns the companies of which another worker has webhooks with work */
  private async claim(company_ids?: readonly string[]): Promise<readonly string[]> {
    if (this.is_stopped || performance.now() >= this.alive_until) return [];
    try {
      const which = { limit: CLAIM_LIMIT, ...(company_ids ? { company_ids } : {}) };
      const { queue, clock } = this.parts;
      const { claimed, own, held_elsewhere } = await queue.claim(this.worker_id, clock.now(), which);
      this.failed_claims.succeeded();
      for (const key of claimed) this.begin(key);
      for (const key of own) {
        const present = this.runs.get(key.webhook_id);
        if (present) present.run.remind();
        else this.begin(key); // its run has failed
      }
      return held_elsewhere;
    } catch (error) {
      this.failed_claims.failed(error);
      return [];
    }
  }

  private begin(key: WebhookKey): void {
    const present = this.runs.get(key.webhook_id);
    if (present) {
      // It has given the lease back, and is about to end.
      void present.ended.then(() => this.begin(key));
      return;
    }
    const run = new WebhookRun(key, this.run_parts);
    if (this.is_stopped) run.stop();
    const ended = this.finish(run).finally(() => this.runs.delete(key.webhook_id));
    this.runs.set(key.webhook_id, { run, ended });
  }

  private async finish(run: WebhookRun): Promise<void> {
    const { log, forCompany } = this.parts;
    const failures = new RepeatedFailures({
      failure: (error) => log.warn('The deliveries of a webhook failed', { ...run.key }, error),
      success: () => log.info('The deliveries of a webhook are continued', { ...run.key }),
    });
    while (this.run_parts.isAlive()) {
      try {
        await forCompany(run.key.company_id, () => run.work(() => failures.succeeded()));
        failures.succeeded();
        break;
      } catch (error) {
        failures.failed(error);
        await sleep(RETRY_MS);
      }
    }
    run.end();
  }
}
