import { DomainError } from '../../../domain/errors';

/** A body of at most this size is accepted even when the budget is used up: it is the large ones that must wait. */
const SMALL_BYTES = 64 * 1024;

/** What a body takes of a budget. */
export interface BudgetUse {
  /** @throws DomainError internal_error: the budget is used up */
  add(bytes: number): void;
  /** All of it, once. */
  release(): void;
}

/**
 * Bounds the memory of all request bodies that are kept whole at the same time. Bytes count as they arrive, so that a
 * caller that announces a large body and sends none of it takes nothing.
 */
export class MemoryBudget {
  private used = 0;
  private readonly used_by_share = new Map<string, number>();

  /** @param max_bytes - of all bodies; those of one share may have half of it */
  constructor(private readonly max_bytes: number) {}

  /** @param share - the company that the body is for; without it, the body counts for the whole budget only */
  open(share?: string): BudgetUse {
    let size = 0;
    const count = (bytes: number) => {
      size += bytes;
      this.used += bytes;
      if (share === undefined) return 0;
      const used = (this.used_by_share.get(share) ?? 0) + bytes;
      if (used > 0) this.used_by_share.set(share, used);
      else this.used_by_share.delete(share);
      return used;
    };
    return {
      add: (bytes) => {
        const used_by_share = count(bytes);
        const is_used_up = this.used > this.max_bytes || used_by_share > this.max_bytes / 2;
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
