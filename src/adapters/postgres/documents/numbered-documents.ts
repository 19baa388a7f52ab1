import { CompiledQuery, type Kysely } from 'kysely';
import type { Document } from '../../../domain/documents/document';
import type {
  IssuedDocument,
  NumberingRequest,
  Sequence,
} from '../../../ports/documents/document-repository';
import { inOneRoundTrip } from '../connect';
import type { DB } from '../database';
import { rowsById } from '../rows-of';
import { sortedBy } from '../sorted';
import { keepBooks } from '../numbering/books-lock';
import { NEW_COLUMNS, smallMembers } from './document-statements';
import { withoutNulls } from './null-fields';
import { columnOf, PART_NAMES, partArrays, separateParts } from './separate-parts';

const SEQUENCES = `
json_to_recordset($2::json) as (
  journal_id uuid, period text, first_number integer, count integer, first_date date, last_date date, first_given date,
  before text, digits integer, after text
)`;

/** SQL: the last day of the closed books, of company $1. */
const CLOSED_UNTIL = '(select books_closed_until from company where id = $1)';

/** SQL: the number that the draft `d` gets in its sequence `n`. */
const GIVEN_NUMBER = 'n.number_before + d.rank';

/**
 * Numbers and inserts documents; returns their ids and numbers. The counters are locked before a document is inserted,
 * and in a fixed order. A counter is not incremented for a date before its last issue date, nor for a given date in
 * closed books, and no document of its sequence is then inserted. When a counter does not exist, nothing is stored: see
 * `CREATE_COUNTERS`. `numbered` is materialized so that the planner does not merge it into the join with the drafts.
 *
 * $2: the sequences; $3: the small fields of the drafts; $4 and $5: the position of each draft's sequence among the
 * sequences, and the draft's rank in its sequence, both from 1; from $6: the separate parts of all drafts.
 *
 * A draft has sixty columns, and each node of the plan that passes drafts on copies them. Therefore nothing is sorted
 * or ranked here: one join passes them to the insert. With PostgreSQL's default costs it hashes the sequences and reads
 * the drafts in their order, by `external_id`, so that two statements wait for the same external ids in one order. With
 * another plan they may deadlock, and one of them is repeated.
 *
 * `s.position = abs(s.position)` is always true; it makes the planner expect few rows, so that its generic plan looks
 * each counter up by key.
 */
const ISSUE = `
with sequence as materialized (
  select * from rows from (${SEQUENCES}) with ordinality as s (
    journal_id, period, first_number, count, first_date, last_date, first_given, before, digits, after, position
  )
  where s.position = abs(s.position)
), locked as materialized (
  select n.journal_id, n.period
  from numbering_sequence n join sequence s on s.journal_id = n.journal_id and s.period = n.period
  where n.company_id = $1
  order by n.journal_id, n.period for no key update of n
), counter as (
  update numbering_sequence n
  set last_number = n.last_number + s.count, last_issue_date = s.last_date
  from locked l join sequence s on s.journal_id = l.journal_id and s.period = l.period
  where n.company_id = $1 and n.journal_id = l.journal_id and n.period = l.period
    and (n.last_issue_date is null or n.last_issue_date <= s.first_date)
    and (s.first_given <= ${CLOSED_UNTIL}) is not true
    and (select count(*) from locked) = (select count(*) from sequence)
  returning n.journal_id, n.period, n.last_number
), numbered as materialized (
  select s.position, c.last_number - s.count as number_before, s.before, s.digits, s.after
  from sequence s join counter c on c.journal_id = s.journal_id and c.period = s.period
)
insert into document (company_id, ${NEW_COLUMNS.join(', ')})
select $1, ${NEW_COLUMNS.map((column) => {
  if (column === 'sequence_number') return GIVEN_NUMBER;
  if (column === 'number') {
    return `n.before || lpad((${GIVEN_NUMBER})::text, greatest(n.digits, length((${GIVEN_NUMBER})::text)), '0') || n.after`;
  }
  return columnOf('d', column);
}).join(', ')}
from rows from (
  unnest($4::integer[], $5::integer[], ${partArrays(6)}),
  json_populate_recordset(null::document, $3::json)
) as d (position, rank, ${PART_NAMES})
join numbered n on n.position = d.position
returning id, sequence_number, number`;

/** The sequences that refuse the dates of their drafts. */
const REFUSALS = `
select s.period from json_to_recordset($2::json) as s (journal_id uuid, period text, first_date date, first_given date)
where s.first_given <= ${CLOSED_UNTIL} or (
  select n.last_issue_date from numbering_sequence n
  where n.company_id = $1 and n.journal_id = s.journal_id and n.period = s.period
) > s.first_date`;

/** Creates the counters that do not exist, as they are before the first document. */
const CREATE_COUNTERS = `
insert into numbering_sequence (company_id, journal_id, period, last_number)
select $1, s.journal_id, s.period, s.first_number - 1
from json_to_recordset($2::json) as s (journal_id uuid, period text, first_number integer)
order by s.journal_id, s.period
on conflict (company_id, journal_id, period) do nothing
returning period`;

type IssuedRow = Pick<Document, 'id' | 'number' | 'sequence_number'>;

/**
 * Numbers and stores several drafts as one transaction.
 *
 * @param requests - the issue dates of drafts in the same sequence must not decrease
 * @param makeOthers - further statements of the transaction; called while PostgreSQL numbers the drafts
 * @returns in the order of the requests: a draft is undefined and not stored when the last document of its sequence has
 *   a later date than the first draft of that sequence, or the books are closed for a given date of that sequence
 */
export async function issueAll(
  db: Kysely<DB>,
  company_id: string,
  requests: readonly NumberingRequest[],
  makeOthers: () => readonly CompiledQuery[] = () => [],
): Promise<(IssuedDocument | undefined)[]> {
  const { sequences, placed } = sequencesOf(requests);
  const counted = countersOf(company_id, sequences);
  return sortedBy(
    placed,
    ({ draft }) => draft.external_id ?? '',
    async (sorted) => {
      const drafts = sorted.map(({ draft }) => draft);
      const issue = CompiledQuery.raw(ISSUE, [
        ...counted,
        smallMembers(drafts),
        sorted.map(({ position }) => position),
        sorted.map(({ rank }) => rank),
        ...separateParts(drafts).map(withoutNulls),
      ]);
      let others: readonly CompiledQuery[] | undefined;
      const run = async () => {
        const first = [keepBooks(company_id), issue];
        const results = await inOneRoundTrip<IssuedRow>(db, first, () => (others ??= makeOthers()));
        return results[1]!.rows;
      };
      let rows = await run();
      if (rows.length === 0 && (await refusals(db, counted)) < sequences.length) {
        await db.executeQuery(CompiledQuery.raw(CREATE_COUNTERS, counted));
        rows = await run();
      }
      const ids = drafts.map(({ id }) => id);
      const numbers = rowsById(rows, ids);
      return sorted.map(({ draft, is_last }, index) => {
        const numbered = numbers[index];
        if (!numbered) return undefined;
        const { number, sequence_number } = numbered;
        return { ...draft, number, sequence_number, is_last_in_sequence: is_last };
      });
    },
  );
}

/**
 * Creates the counters of the sequences that have no document yet, unless a sequence refuses the date of a draft.
 * Another transaction may have created them meanwhile.
 *
 * @returns whether no sequence refuses: the drafts can be stored
 */
export async function createCounters(
  db: Kysely<DB>,
  company_id: string,
  requests: readonly NumberingRequest[],
): Promise<boolean> {
  const counted = countersOf(company_id, sequencesOf(requests).sequences);
  if ((await refusals(db, counted)) > 0) return false;
  await db.executeQuery(CompiledQuery.raw(CREATE_COUNTERS, counted));
  return true;
}

function countersOf(company_id: string, sequences: ReturnType<typeof sequencesOf>['sequences']): unknown[] {
  return [company_id, JSON.stringify(sequences)];
}

/** @returns how many sequences refuse the dates of their drafts; a sequence without a counter refuses none */
async function refusals(db: Kysely<DB>, counted: readonly unknown[]): Promise<number> {
  return (await db.executeQuery(CompiledQuery.raw(REFUSALS, [...counted]))).rows.length;
}

/** The documents that `issueAll` will return, with placeholders in place of numbers. */
export function expectAll(requests: readonly NumberingRequest[]): IssuedDocument[] {
  return sequencesOf(requests).placed.map(({ draft, is_last }) => ({
    ...draft,
    number: numberPlaceholder(draft),
    is_last_in_sequence: is_last,
  }));
}

/**
 * Replaced by the number in a prepared response. It is unique, because it contains the id that was generated for the
 * document, so no text of the caller contains it.
 */
export function numberPlaceholder({ id }: { readonly id: string }): string {
  return ['number of', id].join(' '); // V8 joins it at once, so that JSON with it is written fast
}

/** The sequences of the requests, and the drafts with their places: the sequence, and the rank there, both from 1. */
function sequencesOf(requests: readonly NumberingRequest[]) {
  const by_key = new Map<
    string,
    Sequence & {
      count: number;
      first_date: string;
      last_date: string;
      first_given: string | null;
      position: number;
    }
  >();
  const placed = requests.map(({ sequence, draft, is_date_given }) => {
    const { issue_date } = draft;
    const key = `${sequence.journal_id} ${sequence.period}`;
    const known = by_key.get(key);
    const position = known?.position ?? by_key.size + 1;
    const rank = (known?.count ?? 0) + 1;
    const first_date = known?.first_date ?? issue_date;
    const first_given = known?.first_given ?? (is_date_given ? issue_date : null);
    by_key.set(key, { position, count: rank, first_date, last_date: issue_date, first_given, ...sequence });
    return { draft, position, rank };
  });
  const sequences = [...by_key.values()];
  return {
    sequences,
    placed: placed.map((place) => ({
      is_last: place.rank === sequences[place.position - 1]!.count,
      ...place,
    })),
  };
}
