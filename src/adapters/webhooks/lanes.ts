/** A webhook with deliveries to send. */
export interface QueuedWebhook {
  /** The host and port of its endpoint. */
  readonly host: string;
  /** Requests that are being sent. */
  readonly in_flight: number;
  /** The most requests that it sends at the same time in the fast lane. */
  readonly window: number;
  readonly has_waiting: boolean;
  /** Starts the next request. */
  sendNext(): void;
}

export interface LaneLimits {
  /** Requests of all webhooks in the fast lane. */
  readonly fast: number;
  /** Requests of all webhooks in the slow lane. */
  readonly slow: number;
  /** Requests of one webhook in the slow lane. */
  readonly slow_per_webhook: number;
  /** Requests to one host in the slow lane. */
  readonly slow_per_host: number;
}

const LANE_LIMITS: LaneLimits = { fast: 256, slow: 128, slow_per_webhook: 2, slow_per_host: 8 };

/** Slow webhooks that are remembered while they send nothing. */
const MAX_REMEMBERED = 10_000;

type Lane = 'fast' | 'slow';

/**
 * Shares the requests that a node sends at the same time. A webhook with a request that takes long moves to the slow
 * lane with all its requests, so that slow and dead endpoints occupy no place of the others. In each lane the webhooks
 * take turns.
 */
export class Lanes {
  private readonly lanes = new Map<QueuedWebhook, { readonly webhook_id: string; lane: Lane }>();
  /** Webhooks with waiting deliveries, the next one first. */
  private readonly ready = { fast: new Set<QueuedWebhook>(), slow: new Set<QueuedWebhook>() };
  private readonly used = { fast: 0, slow: 0 };
  private readonly slow_of_host = new Map<string, number>();
  private readonly remembered = new Set<string>();

  constructor(private readonly limits: LaneLimits = LANE_LIMITS) {}

  enter(webhook: QueuedWebhook, webhook_id: string): void {
    this.lanes.set(webhook, { webhook_id, lane: this.remembered.has(webhook_id) ? 'slow' : 'fast' });
  }

  /** To be called when no request is in flight. */
  leave(webhook: QueuedWebhook): void {
    this.ready.fast.delete(webhook);
    this.ready.slow.delete(webhook);
    this.lanes.delete(webhook);
  }

  isSlow(webhook: QueuedWebhook): boolean {
    return this.lanes.get(webhook)?.lane === 'slow';
  }

  /** Lets a webhook with waiting deliveries take its turns. */
  offer(webhook: QueuedWebhook): void {
    const entry = this.lanes.get(webhook);
    if (!entry) return;
    if (webhook.has_waiting) this.ready[entry.lane].add(webhook);
    this.serve(entry.lane);
  }

  /** To be called with each request that starts. */
  started(webhook: QueuedWebhook): void {
    this.count(webhook, 1);
  }

  /** To be called with each request that ended, when it is no more counted in `in_flight`. */
  ended(webhook: QueuedWebhook): void {
    this.count(webhook, -1);
    this.offer(webhook);
  }

  /** Moves a webhook with its requests to a lane. */
  move(webhook: QueuedWebhook, lane: Lane): void {
    const entry = this.lanes.get(webhook);
    if (!entry || entry.lane === lane) return;
    const left = entry.lane;
    this.count(webhook, -webhook.in_flight);
    this.ready[left].delete(webhook);
    entry.lane = lane;
    this.count(webhook, webhook.in_flight);
    this.remember(entry.webhook_id, lane);
    this.offer(webhook);
    this.serve(left);
  }

  private remember(webhook_id: string, lane: Lane): void {
    if (lane === 'fast') this.remembered.delete(webhook_id);
    else this.remembered.add(webhook_id);
    if (this.remembered.size > MAX_REMEMBERED) this.remembered.delete(this.remembered.values().next().value!);
  }

  private count(webhook: QueuedWebhook, requests: number): void {
    const { lane } = this.lanes.get(webhook)!;
    this.used[lane] += requests;
    if (lane === 'fast') return;
    const of_host = (this.slow_of_host.get(webhook.host) ?? 0) + requests;
    if (of_host > 0) this.slow_of_host.set(webhook.host, of_host);
    else this.slow_of_host.delete(webhook.host);
  }

  private serve(lane: Lane): void {
    // A webhook that is added again comes behind the others, and the loop reaches it there.
    for (const webhook of this.ready[lane]) {
      if (this.used[lane] >= this.limits[lane]) return;
      if (webhook.has_waiting && !this.maySend(webhook, lane)) continue;
      this.ready[lane].delete(webhook);
      if (!webhook.has_waiting) continue;
      webhook.sendNext();
      this.ready[lane].add(webhook);
    }
  }

  private maySend(webhook: QueuedWebhook, lane: Lane): boolean {
    if (lane === 'fast') return webhook.in_flight < webhook.window;
    const { slow_per_webhook, slow_per_host } = this.limits;
    return webhook.in_flight < slow_per_webhook && (this.slow_of_host.get(webhook.host) ?? 0) < slow_per_host;
  }
}
