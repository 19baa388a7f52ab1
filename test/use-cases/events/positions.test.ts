import { randomUUID } from 'node:crypto';
import { type ChainHead, EMPTY_CHAIN } from '../../../src/domain/events/chain';
import type { PendingEvent, Positioned } from '../../../src/ports/events/event-log';
import { EventPositions } from '../../../src/use-cases/events/positions';
import { numbers } from '../../support/chains';

const BATCH = 500;
/** More reads than any of these tests needs. */
const MAX_READS = 20;

/** A log whose head another caller moves between every read and the statement that follows, while more events come. */
class ContestedLog {
  readonly positioned = new Set<number>();
  reads = 0;
  private readonly pending = new Set<number>();
  private head: ChainHead = EMPTY_CHAIN;

  /** @param next - sequences that are committed each time the head has moved */
  constructor(
    committed: readonly number[],
    private readonly next: readonly (readonly number[])[],
  ) {
    this.commit(committed);
  }

  companiesWithPending(): Promise<string[]> {
    throw new Error('No test needs it.');
  }

  async unpositioned(_company_id: string, limit: number) {
    if (++this.reads > MAX_READS) throw new Error('The log is read again and again.');
    return { head: this.head, pending: this.oldest(limit).map(pendingEvent) };
  }

  /** Another caller has read no more than this one. */
  async append(_company_id: string, _head: ChainHead, positioned: readonly Positioned[]): Promise<boolean> {
    for (const { sequence } of positioned) {
      this.pending.delete(Number(sequence));
      this.positioned.add(Number(sequence));
    }
    this.head = { ...this.head, position: this.head.position + positioned.length };
    this.commit(this.next[this.reads - 1] ?? [1_000_000 + this.reads]);
    return false;
  }

  isPositioned(sequences: readonly number[]): boolean {
    return sequences.every((sequence) => this.positioned.has(sequence));
  }

  private oldest(limit: number): number[] {
    return [...this.pending].sort((a, b) => a - b).slice(0, limit);
  }

  private commit(sequences: readonly number[]): void {
    for (const sequence of sequences) this.pending.add(sequence);
  }
}

/** The other caller has read before the last event was committed. */
class PartlyOvertaken extends ContestedLog {
  override async append(company_id: string, head: ChainHead, positioned: readonly Positioned[]) {
    const read_earlier = this.reads === 1 ? positioned.slice(0, -1) : positioned;
    return super.append(company_id, head, read_earlier);
  }
}

function pendingEvent(sequence: number): PendingEvent {
  const text = JSON.stringify({ occurred_at: '2026-07-01T00:00:00.000Z', position: 0 });
  return { sequence: String(sequence), text };
}

const giveIn = (log: ContestedLog): Promise<number> => new EventPositions(log).give(randomUUID());

describe('A call that another caller always overtakes', () => {
  test('ends when the events that were committed before it have positions', async () => {
    const committed = numbers(3);
    const log = new ContestedLog(committed, []);
    expect(await giveIn(log)).toBe(0);
    expect(log.isPositioned(committed)).toBe(true);
    expect(log.reads).toBe(2);
  });

  test('does not end before, when the first reads are full batches', async () => {
    const committed = numbers(2 * BATCH + 10);
    const log = new ContestedLog(committed, []);
    await giveIn(log);
    expect(log.isPositioned(committed)).toBe(true);
    expect(log.reads).toBe(4);
  });

  test('does not end while late events with lower sequences fill a batch before one of them', async () => {
    const [late, more] = [numbers(BATCH), numbers(BATCH).map((number) => BATCH + number)];
    const log = new PartlyOvertaken([2_001, 2_002], [late, more]);
    await giveIn(log);
    expect(log.isPositioned([2_001, 2_002])).toBe(true);
  });
});
