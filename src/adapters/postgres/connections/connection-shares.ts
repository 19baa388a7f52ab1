/** The id of the company that work is for; undefined for work that is for no single company. */
export type ShareName = string | undefined;

/**
 * What the end of a unit of work says about the database server of its company: `done` without a fault; `overdue` when
 * it failed at its deadline although it had enough time; undefined when it failed otherwise, which says nothing.
 */
export type UnitEnd = 'done' | 'overdue' | undefined;

interface Share {
  /** Connections in use. */
  running: number;
  /**
   * The number of connections in use when the company became overdue, less one for each that has ended since. The
   * company gets another connection only when no other than these is in use.
   */
  running_before_overdue: number;
  /** Functions that begin the waiting work, in order of arrival. */
  readonly waiting: Set<() => void>;
}

/** Companies that are remembered as overdue; the oldest are forgotten. */
const MAX_OVERDUE = 10_000;

/**
 * Divides the connections of a pool. Each company has a share, and so has the work that is for no single company, such
 * as tokens and sweeps. Waiting work without a company is served first; the companies follow in turn (round robin). A
 * share has at most half of the connections, rounded up. Companies whose last unit of work was overdue have at most
 * half of them together, and each of these companies gets one connection at a time. So a server that hangs,
 * as one worker of a cluster can, leaves connections to the companies that it does not have: the service does not know
 * which these are, but it learns that from overdue units of work.
 */
export class ConnectionShares {
  /** The shares with connections or waiting work, in the order in which they are served next. */
  private readonly shares = new Map<ShareName, Share>();
  private readonly overdue = new Set<string>();
  private running = 0;
  private overdue_running = 0;
  private waiting_count = 0;
  private readonly half: number;

  /** @param size - connections in all */
  constructor(private readonly size: number) {
    this.half = Math.ceil(size / 2);
  }

  get waiting(): number {
    return this.waiting_count;
  }

  /**
   * Takes a connection of the share, which is in use until `end`, or waits for one.
   *
   * @param limit_ms - the longest wait, in milliseconds
   * @returns undefined when a connection is free at once; otherwise whether one became free in time
   */
  take(name: ShareName, limit_ms: number): Promise<boolean> | undefined {
    const share = this.shares.get(name) ?? { running: 0, running_before_overdue: 0, waiting: new Set() };
    this.shares.set(name, share);
    if (share.waiting.size === 0 && this.isFree(name, share)) {
      this.start(name, share);
      return undefined;
    }
    this.waiting_count++;
    return new Promise((resolve) => {
      const start = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        share.waiting.delete(start);
        this.waiting_count--;
        this.forget(name, share);
        resolve(false);
      }, limit_ms);
      share.waiting.add(start);
    });
  }

  /** Gives a connection of the share back. */
  end(name: ShareName, end: UnitEnd): void {
    const share = this.shares.get(name)!;
    if (this.isOverdue(name)) this.overdue_running -= share.running;
    this.running--;
    share.running--;
    share.running_before_overdue = Math.max(0, share.running_before_overdue - 1);
    if (name !== undefined && end === 'done') this.overdue.delete(name);
    if (name !== undefined && end === 'overdue') this.remember(name, share);
    if (this.isOverdue(name)) this.overdue_running += share.running;
    this.forget(name, share);
    this.serve();
  }

  private serve(): void {
    for (let next = this.next(); next; next = this.next()) {
      const [name, share] = next;
      const [start] = share.waiting;
      share.waiting.delete(start!);
      this.waiting_count--;
      this.shares.delete(name);
      this.shares.set(name, share);
      this.start(name, share);
      start!();
    }
  }

  private next(): readonly [ShareName, Share] | undefined {
    if (this.running >= this.size) return undefined;
    const of_none = this.shares.get(undefined);
    if (of_none && of_none.waiting.size > 0 && this.isFree(undefined, of_none)) return [undefined, of_none];
    for (const [name, share] of this.shares)
      if (share.waiting.size > 0 && this.isFree(name, share)) return [name, share];
    return undefined;
  }

  private isFree(name: ShareName, { running, running_before_overdue }: Share): boolean {
    if (this.running >= this.size) return false;
    if (this.isOverdue(name)) return running === running_before_overdue && this.overdue_running < this.half;
    return running < this.half;
  }

  private start(name: ShareName, share: Share): void {
    share.running++;
    this.running++;
    if (this.isOverdue(name)) this.overdue_running++;
  }

  private isOverdue(name: ShareName): boolean {
    return name !== undefined && this.overdue.has(name);
  }

  private remember(name: string, share: Share): void {
    if (this.overdue.has(name)) return;
    this.overdue.add(name);
    share.running_before_overdue = share.running;
    if (this.overdue.size <= MAX_OVERDUE) return;
    for (const oldest of this.overdue) {
      if (this.shares.has(oldest)) continue; // its connections are counted
      this.overdue.delete(oldest);
      return;
    }
  }

  private forget(name: ShareName, { running, waiting }: Share): void {
    if (running === 0 && waiting.size === 0) this.shares.delete(name);
  }
}
