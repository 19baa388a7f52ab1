import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '../caller';
import type { Tenant } from '../installation';
import { type Attempt, verdictOf } from '../ledger';
import type { Chance, World } from '../world';

/** A caller that repeats a step for as long as the run goes on. */
export interface Actor {
  readonly name: string;
  step(): Promise<void>;
}

/** The time after which a caller stops retrying. */
const MAX_TRIES = 12;
/** Some callers wait for a node that is frozen for 35 s. */
const LONG_PATIENCE_MS = 60_000;

/** The base of all callers of the API. */
export class Requests {
  constructor(
    private readonly world: World,
    private readonly chance: Chance,
  ) {}

  /** One request to any node; a token that is refused is renewed for the next. */
  async once(tenant: Tenant, call: Call): Promise<Attempt> {
    const { caller, anyNode } = this.world;
    const authorization = await tenant.authorization();
    const patience = this.chance.happens(0.1) ? { patience_ms: LONG_PATIENCE_MS } : {};
    const attempt = await caller.call(anyNode(), { authorization, ...patience, ...call });
    if (attempt.answer?.status === 401) tenant.forgetToken();
    return attempt;
  }

  /**
   * Retries until the outcome is known. Each attempt is added to `attempts` when it
   * ends.
   *
   * @returns the last attempt
   */
  async insist(tenant: Tenant, call: Call, attempts: Attempt[]): Promise<Attempt> {
    for (let tries = 1; ; tries++) {
      const attempt = await this.once(tenant, call);
      attempts.push(attempt);
      if (isDefinite(attempt) || tries >= MAX_TRIES) return attempt;
      await sleep(this.chance.between(100, 600));
    }
  }

  /** Repeats a read until there is a response. @returns undefined when none came, or the run is over */
  async read(tenant: Tenant, path: string): Promise<Attempt | undefined> {
    const attempt = await this.insist(tenant, { method: 'GET', path }, []);
    return attempt.answer?.status === 200 ? attempt : undefined;
  }
}

/** The outcome is known, and is not a refusal for a temporary reason. */
function isDefinite(attempt: Attempt): boolean {
  if (verdictOf(attempt) === 'acknowledged') return true;
  const { answer } = attempt;
  if (!answer || answer.status >= 500 || answer.status === 401) return false;
  return answer.body?.error?.code !== 'idempotency_in_progress';
}
