import {
  changedHealth,
  type DeliveryAttempt,
  type DeliveryState,
  settledAttempt,
  TEST_TYPE,
} from '../../domain/events/webhooks/delivery';
import type { Webhook } from '../../domain/events/webhooks/webhook';
import type { Clock } from '../../ports/clock';
import type {
  DeliveryQueue,
  DueDelivery,
  EndpointHealth,
  SettledDelivery,
  WebhookKey,
} from '../../ports/events/webhooks/delivery-queue';
import type { Signal } from './signal';

export interface ResultParts {
  readonly queue: Pick<DeliveryQueue, 'settle'>;
  readonly clock: Clock;
  readonly worker_id: string;
  /** Called with the number of deliveries that have ended in a state, which may be none. */
  readonly onEnd: (state: Exclude<DeliveryState, 'pending'>, count: number) => void;
}

/** Results that are stored at once, without waiting for more. */
const FULL = 100;
/** Time in which results gather to be stored together. */
const GATHER_MS = 10;

interface Result extends SettledDelivery {
  readonly is_test: boolean;
  readonly is_sent: boolean;
  readonly url: string;
}

/** Collects the results of the deliveries of one leased webhook, and stores them together with one statement. */
export class DeliveryResults {
  private results: Result[] = [];

  /** @param signal - given when there are results to store */
  constructor(
    private readonly key: WebhookKey,
    private readonly parts: ResultParts,
    private readonly signal: Signal,
  ) {}

  get is_empty(): boolean {
    return this.results.length === 0;
  }

  /**
   * @param url - to which the delivery was sent
   * @param webhook - as it is stored now; undefined when it is not leased any more
   */
  add(
    { id, type, attempts }: DueDelivery,
    url: string,
    attempt: DeliveryAttempt & { readonly is_sent: boolean },
    webhook: Webhook | undefined,
  ): void {
    const is_test = type === TEST_TYPE;
    const { is_sent, ...reported } = attempt;
    const ended_at = this.parts.clock.now();
    const is_former_url = webhook?.url !== url;
    const facts = { attempts: attempts + 1, is_tried_once: is_test, is_former_url, ended_at };
    const next = settledAttempt(reported, facts);
    this.results.push({ id, attempt: reported, attempts_before: attempts, ...next, is_test, is_sent, url });
    if (this.results.length === 1) setTimeout(() => this.signal.give(), GATHER_MS);
    if (this.results.length >= FULL) this.signal.give();
  }

  /**
   * @param webhook - as it is stored now; undefined when it is not leased any more
   * @returns the results that were stored
   * @throws Error of the database; the results are stored with the next ones
   */
  async store(webhook: Webhook | undefined): Promise<readonly SettledDelivery[]> {
    if (this.is_empty) return [];
    const { queue, worker_id, clock, onEnd } = this.parts;
    const results = this.results.splice(0);
    try {
      const rows = results.map(({ is_test: _test, is_sent: _sent, url: _url, ...row }) => row);
      const health = webhook && healthAfter(webhook, results);
      const failed = await queue.settle(this.key, worker_id, rows, health, clock.now());
      if (failed !== undefined) {
        const ended = (as: DeliveryState) => results.filter(({ state }) => state === as).length;
        onEnd('delivered', ended('delivered'));
        onEnd('failed', ended('failed') + failed);
      }
    } catch (error) {
      this.results.unshift(...results);
      throw error;
    }
    return results;
  }
}

/** Results of a former URL do not count. */
function healthAfter(
  { url, failing_since }: Webhook,
  results: readonly Result[],
): EndpointHealth | undefined {
  const sent = results.filter((result) => result.is_sent && result.url === url);
  const health = changedHealth(failing_since, sent);
  return health && { ...health, url, was_failing_since: failing_since };
}
