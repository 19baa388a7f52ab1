import { DomainError } from '../../../domain/errors';

/** A body of at most this size is accepted even when the budget is exhausted; only larger bodies are refused. */
const SMALL_BYTES = 64 * 1024;

/** The share of the budget that one body uses. */
export interface BudgetUse {
  /** @throws DomainError internal_error when the budget is exhausted */
  add(bytes: number): void;
  /** Returns all bytes of the body to the budget. Called once. */
  release(): void;
}

/**
 * Limits the memory of all request bodies that are buffered at the same time. Bytes count when they arrive: announcing
 * a large body without sending it uses nothing.
 */
export class MemoryBudget {
  private used = 0;
  private readonly used_by_share = new Map<string, number>();

  /** @param max_bytes - limit for all bodies */
  constructor(private readonly max_bytes: number) {}

  /**
   * @param share - whose body it is: the id of a company, or a name for other callers. The bodies of a share may use as
   *   much as is free: one alone half of the budget, two a third each. So a share cannot use up what others need.
   */
  open(share: string): BudgetUse {
    let size = 0;
    const count = (bytes: number) => {
      size += bytes;
      this.used += bytes;
      const used = (this.used_by_share.get(share) ?? 0) + bytes;
      if (used > 0) this.used_by_share.set(share, used);
      else this.used_by_share.delete(share);
      return used;
    };
    return {
      add: (bytes) => {
        const is_used_up = count(bytes) > this.max_bytes - this.used;
        if (is_used_up && size > SMALL_BYTES) throw tooManyBodies();
      },
      release: () => void count(-size),
    };
  }
}

function tooManyBodies(): DomainError {
  return new DomainError('internal_error', 'Too many large requests at once. Retry later.', {
    retry_after_s: 2,
  });
}
