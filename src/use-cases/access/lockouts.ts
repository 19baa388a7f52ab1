import type { AttemptWindow, LockoutLimits } from '../../domain/access/failed-attempts';
import type { Log } from '../../ports/log';
import type { UnitsOfWork } from '../../ports/unit-of-work';

/** A client that is locked out by its failed attempts. */
export interface Lockout {
  readonly client_id: string;
  readonly window: AttemptWindow;
  /** Id of the request that noticed the lockout. */
  readonly request_id: string | null;
}

/** Records lockouts of clients, as the event `client.locked`. */
export class Lockouts {
  /** The lockouts that this process is recording, by client. */
  private readonly running = new Map<string, Promise<void>>();

  constructor(
    private readonly units: UnitsOfWork,
    private readonly limits: LockoutLimits,
    private readonly log: Log,
  ) {}

  /**
   * Records a lockout once, however often it is called. Returns before that is done: a response that waits for it would
   * take longer than that to an unknown client_id. If it fails, the next attempt that the lockout refuses repeats it.
   */
  record({ client_id, window, request_id }: Lockout): void {
    if (this.running.has(client_id)) return;
    const unit = this.units.open({ actor: { kind: 'service', id: null }, request_id });
    const recorded = unit
      .transaction(({ clients }) => clients.recordLockout(client_id, window, this.limits))
      .then(() => undefined)
      .catch((error: unknown) => this.log.error('A lockout could not be recorded', error, { client_id }))
      .finally(() => this.running.delete(client_id));
    this.running.set(client_id, recorded);
  }

  /** Waits for the lockouts that are being recorded. */
  async recorded(): Promise<void> {
    await Promise.all(this.running.values());
  }
}
