import { type ChainHead, hashOf, positionedText, sha256 } from '../../domain/events/chain';
import type { NewEvent } from '../../domain/events/event';
import type { EventLog, Positioned } from '../../ports/events/event-log';

/** Events of one company that get positions with one statement. */
const BATCH = 500;

interface Next {
  readonly head: ChainHead;
  readonly positioned: readonly Positioned[];
  /** `occurred_at` of the last positioned event. */
  readonly occurred_at: string;
}

/**
 * Gives committed events their positions and hashes. Several callers may do so for the same company: they compare the
 * head of the chain, and the one that finds it moved looks again.
 */
export class EventPositions {
  constructor(private readonly events: Pick<EventLog, 'companiesWithPending' | 'unpositioned' | 'append'>) {}

  /** @returns ids of companies with events that have no position yet */
  waiting(limit: number): Promise<string[]> {
    return this.events.companiesWithPending(limit);
  }

  /**
   * Gives positions to the events of a company that were committed before the call. It ends as soon as all of them have
   * one, which it knows from its first read that is shorter than a batch: while a company writes without a pause,
   * another caller may always be faster.
   *
   * @returns how many events got positions by this call
   */
  async give(company_id: string): Promise<number> {
    let until: bigint | undefined;
    for (let total = 0; ;) {
      const next = await this.next(company_id);
      if (!next) return total;
      const { head, positioned, occurred_at } = next;
      // The events are read in the order of their sequences, so none of those up to `until` is left.
      if (until !== undefined && BigInt(positioned[0]!.sequence) > until) return total;
      // A read that is shorter than a batch has every event that is committed and has no position.
      if (positioned.length < BATCH) until ??= BigInt(positioned.at(-1)!.sequence);
      if (!(await this.events.append(company_id, head, positioned, occurred_at))) continue;
      total += positioned.length;
      if (positioned.length < BATCH) return total;
    }
  }

  /**
   * A function of its own, so that no variable keeps the texts in memory while the events are stored.
   *
   * @returns undefined when there is none
   */
  private async next(company_id: string): Promise<Next | undefined> {
    const { head, pending } = await this.events.unpositioned(company_id, BATCH);
    const last = pending.at(-1);
    if (!last) return undefined;
    let { position, hash } = head;
    const positioned = pending.map(({ sequence, text }) => {
      position++;
      const content = sha256(positionedText(text, position));
      hash = hashOf(hash, content);
      return { sequence, content, hash };
    });
    const { occurred_at } = JSON.parse(last.text) as NewEvent;
    return { head, positioned, occurred_at };
  }
}
