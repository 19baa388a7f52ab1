import type { Journal } from '../../domain/numbering/journal';
import { firstNumberOf, formatNumber, periodOf } from '../../domain/numbering/number-format';
import { missingNumbers, type NumberedSequence } from '../../domain/numbering/sequence-gaps';
import { today } from '../../domain/values/calendar';
import type { Clock } from '../../ports/clock';
import type { NumberedSequences } from '../../ports/numbering/numbered-sequences';
import type { UnitOfWork } from '../../ports/unit-of-work';
import { allRows } from '../all-pages';

/** A sequence with the count of its numbers without a document, as of `missingNumbers`. */
export type CheckedSequence = NumberedSequence & { readonly missing: number };

export interface CheckedJournal {
  readonly journal: Journal;
  /** The number of a document of today; another document may get it first. */
  readonly next_number: string;
  /** The newest period first; undefined when the count took too long. */
  readonly sequences: readonly CheckedSequence[] | undefined;
}

/** The journals of a company with their next numbers, and whether their numbers have gaps. */
export class NumberingIntegrity {
  constructor(
    private readonly sequences: NumberedSequences,
    private readonly clock: Clock,
  ) {}

  async check(
    unit: UnitOfWork,
    { id, timezone }: { readonly id: string; readonly timezone: string },
  ): Promise<CheckedJournal[]> {
    const journals = await allRows((page) =>
      unit.read((repositories) => repositories.journals.list(id, {}, page)),
    );
    const all = await this.sequences.list(id);
    const date = today(this.clock.now(), timezone);
    return journals.map((journal) => {
      const own = all?.filter(({ journal_id }) => journal_id === journal.id);
      return {
        journal,
        next_number: nextNumber(journal, own ?? [], date),
        sequences: own?.map((sequence) => ({ ...sequence, missing: missingNumbers(sequence, journal) })),
      };
    });
  }
}

function nextNumber(journal: Journal, sequences: readonly NumberedSequence[], date: string): string {
  const period = periodOf(journal.sequence_scope, date);
  const last = sequences.find((sequence) => sequence.period === period);
  const first = firstNumberOf(period, journal);
  return formatNumber(journal, date, last === undefined ? first : Math.max(first, last.last_number + 1));
}
