interface WaitingWork {
  readonly size: number;
  readonly enter: () => void;
}

interface CompanyShare {
  /** In order of arrival. */
  readonly waiting: WaitingWork[];
  acquired: number;
}

/**
 * A counting semaphore over units of one kind, such as bytes or tasks, that companies share. Companies with waiting
 * work take turns, and the work of one company is served first in, first out. The work whose turn it is waits until it
 * fits, so that small work does not starve large work. One company acquires at most half of the units; larger work is
 * its only work then.
 */
export class Semaphore {
  /** The companies with waiting or running work. */
  private readonly shares = new Map<string, CompanyShare>();
  /** The companies whose first waiting work fits into their half, in the order of their turns. */
  private readonly turns = new Set<string>();
  private acquired = 0;

  /** @param capacity - in units; work that needs more runs alone */
  constructor(private readonly capacity: number) {}

  /**
   * Acquires the units, does the work, and releases them. Work that needs no units does not wait.
   *
   * @param until - called when the work has to wait; the wait ends when the signal is aborted
   * @returns undefined when the wait has ended without the units
   */
  use<T>(company_id: string, units: number, work: () => Promise<T>): Promise<T>;
  use<T>(
    company_id: string,
    units: number,
    work: () => Promise<T>,
    until: () => AbortSignal,
  ): Promise<T | undefined>;
  async use<T>(
    company_id: string,
    units: number,
    work: () => Promise<T>,
    until?: () => AbortSignal,
  ): Promise<T | undefined> {
    if (units === 0) return work();
    const size = Math.min(units, this.capacity);
    if (!(await this.acquire(company_id, size, until))) return undefined;
    try {
      return await work();
    } finally {
      this.release(company_id, size);
    }
  }

  private acquire(company_id: string, size: number, until?: () => AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const share = this.shares.get(company_id) ?? { waiting: [], acquired: 0 };
      this.shares.set(company_id, share);
      let is_admitted = false;
      let ignoreSignal = () => {};
      const enter = () => {
        is_admitted = true;
        ignoreSignal();
        resolve(true);
      };
      const waiting = { size, enter };
      share.waiting.push(waiting);
      this.awaitTurn(company_id, share);
      this.admit();
      if (is_admitted || !until) return;
      const signal = until();
      const leave = () => {
        this.leave(company_id, share, waiting);
        resolve(false);
      };
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave);
      ignoreSignal = () => signal.removeEventListener('abort', leave);
    });
  }

  private leave(company_id: string, share: CompanyShare, waiting: WaitingWork): void {
    share.waiting.splice(share.waiting.indexOf(waiting), 1);
    // The next work of the company may be larger.
    if (!this.mayBegin(share)) this.turns.delete(company_id);
    this.proceed(company_id, share);
  }

  private release(company_id: string, size: number): void {
    const share = this.shares.get(company_id)!;
    share.acquired -= size;
    this.acquired -= size;
    this.proceed(company_id, share);
  }

  /** Admits further work after a company has less work. */
  private proceed(company_id: string, share: CompanyShare): void {
    if (share.acquired === 0 && share.waiting.length === 0) this.shares.delete(company_id);
    this.awaitTurn(company_id, share);
    this.admit();
  }

  /** Adds the company as the last one, unless it has no work that it may begin, or has its place already. */
  private awaitTurn(company_id: string, share: CompanyShare): void {
    if (this.mayBegin(share)) this.turns.add(company_id);
  }

  /** Whether the first waiting work fits into the company's half. */
  private mayBegin({ waiting, acquired }: CompanyShare): boolean {
    const next = waiting[0];
    return next !== undefined && (acquired === 0 || acquired + next.size <= this.capacity / 2);
  }

  private admit(): void {
    // A company that is added again in the loop is visited again, after the others.
    for (const company_id of this.turns) {
      const share = this.shares.get(company_id)!;
      const { size, enter } = share.waiting[0]!;
      if (this.acquired + size > this.capacity) return;
      share.waiting.shift();
      share.acquired += size;
      this.acquired += size;
      this.turns.delete(company_id);
      this.awaitTurn(company_id, share);
      enter();
    }
  }
}
