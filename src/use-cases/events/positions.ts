import { hashOf, positionedText, sha256 } from '../../domain/events/chain';
import type { NewEvent } from '../../domain/events/event';
import type { EventLog, Positioned } from '../../ports/events/event-log';

/** Events of one company that get positions with one statement. */
const BATCH = 500;

/**
 * Gives committed events their positions and hashes. Several nodes may do so for the same company: they compare the
 * head of the chain, and the one that finds it moved looks again.
 */
export class EventPositions {
  constructor(private readonly events: EventLog) {}

  /** @returns ids of companies with events that have no position yet */
  waiting(limit: number): Promise<string[]> {
    return this.events.companiesWithPending(limit);
  }

  /**
   * Gives positions to all committed events of a company.
   *
   * @returns how many events got positions
   */
  async give(company_id: string): Promise<number> {
    for (let total = 0; ;) {
      const { head, pending } = await this.events.unpositioned(company_id, BATCH);
      if (pending.length === 0) return total;
      const positioned: Positioned[] = [];
      let { position, hash } = head;
      for (const { sequence, text } of pending) {
        position++;
        const content = sha256(positionedText(text, position));
        hash = hashOf(hash, content);
        positioned.push({ sequence, content, hash });
      }
      const { occurred_at } = JSON.parse(pending.at(-1)!.text) as NewEvent;
      if (!(await this.events.append(company_id, head, positioned, occurred_at))) continue;
      total += positioned.length;
      if (pending.length < BATCH) return total;
    }
  }
}
