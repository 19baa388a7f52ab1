/** A webhook with deliveries to send. */
export interface Lined {
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
  private readonly lanes = new Map<Lined, { readonly webhook_id: string; lane: Lane }>();
  /** Webhooks with waiting deliveries, the next one first. */
  private readonly ready = { fast: new Set<Lined>(), slow: new Set<Lined>() };
  private readonly used = { fast: 0, slow: 0 };
  private readonly slow_of_host = new Map<string, number>();
  private readonly remembered = new Set<string>();

  constructor(private readonly limits: LaneLimits = LANE_LIMITS) {}

  enter(lined: Lined, webhook_id: string): void {
    this.lanes.set(lined, { webhook_id, lane: this.remembered.has(webhook_id) ? 'slow' : 'fast' });
  }

  /** To be called when no request is in flight. */
  leave(lined: Lined): void {
    this.ready.fast.delete(lined);
    this.ready.slow.delete(lined);
    this.lanes.delete(lined);
  }

  isSlow(lined: Lined): boolean {
    return this.lanes.get(lined)?.lane === 'slow';
  }

  /** Lets a webhook with waiting deliveries take its turns. */
  offer(lined: Lined): void {
    const entry = this.lanes.get(lined);
    if (!entry) return;
    if (lined.has_waiting) this.ready[entry.lane].add(lined);
    this.serve(entry.lane);
  }

  /** To be called with each request that starts. */
  started(lined: Lined): void {
    this.count(lined, 1);
  }

  /** To be called with each request that ended, when it is no more counted in `in_flight`. */
  ended(lined: Lined): void {
    this.count(lined, -1);
    this.offer(lined);
  }

  /** Moves a webhook with its requests to a lane. */
  move(lined: Lined, lane: Lane): void {
    const entry = this.lanes.get(lined);
    if (!entry || entry.lane === lane) return;
    const left = entry.lane;
    this.count(lined, -lined.in_flight);
    this.ready[left].delete(lined);
    entry.lane = lane;
    this.count(lined, lined.in_flight);
    this.remember(entry.webhook_id, lane);
    this.offer(lined);
    this.serve(left);
  }

  private remember(webhook_id: string, lane: Lane): void {
    if (lane === 'fast') this.remembered.delete(webhook_id);
    else this.remembered.add(webhook_id);
    if (this.remembered.size > MAX_REMEMBERED) this.remembered.delete(this.remembered.values().next().value!);
  }

  private count(lined: Lined, requests: number): void {
    const { lane } = this.lanes.get(lined)!;
    this.used[lane] += requests;
    if (lane === 'fast') return;
    const of_host = (this.slow_of_host.get(lined.host) ?? 0) + requests;
    if (of_host > 0) this.slow_of_host.set(lined.host, of_host);
    else this.slow_of_host.delete(lined.host);
  }

  private serve(lane: Lane): void {
    // A webhook that is added again comes behind the others, and the loop reaches it there.
    for (const lined of this.ready[lane]) {
      if (this.used[lane] >= this.limits[lane]) return;
      if (lined.has_waiting && !this.maySend(lined, lane)) continue;
      this.ready[lane].delete(lined);
      if (!lined.has_waiting) continue;
      lined.sendNext();
      this.ready[lane].add(lined);
    }
  }

  private maySend(lined: Lined, lane: Lane): boolean {
    if (lane === 'fast') return lined.in_flight < lined.window;
    const { slow_per_webhook, slow_per_host } = this.limits;
    return lined.in_flight < slow_per_webhook && (this.slow_of_host.get(lined.host) ?? 0) < slow_per_host;
  }
}
