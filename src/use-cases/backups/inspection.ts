import type { SequenceReport } from '../../ports/documents/document-repository';
import type { UnitsOfWork } from '../../ports/unit-of-work';
import type { Documents } from '../documents/documents';
import type { LogVerification } from '../events/verification';

const PAGE = 100;

/** The state of an installation: its chains of events and its numbers. */
export interface Inspection {
  readonly companies: number;
  readonly events: number;
  readonly journals: number;
  /** One line for each fault, with the company that it concerns. */
  readonly faults: readonly string[];
}

/** Verifies the chains of events of all companies, and the numbers of their journals. */
export async function inspect(
  units: UnitsOfWork,
  verification: Pick<LogVerification, 'verify'>,
  documents: Pick<Documents, 'integrity'>,
  signal: AbortSignal,
): Promise<Inspection> {
  let [companies, events, journals] = [0, 0, 0];
  const faults: string[] = [];
  for await (const { id, name } of pages((page) =>
    units.open().read((repositories) => repositories.companies.list({}, page)),
  )) {
    companies += 1;
    const report = await verification.verify(units.open(), id, signal);
    events += report.events;
    faults.push(
      ...report.faults.map((one) => `${name} (${id}): event at position ${one.position}: ${one.reason}`),
    );
    for await (const journal of pages((page) =>
      units.open().read((repositories) => repositories.journals.list(id, {}, page)),
    )) {
      journals += 1;
      const { periods } = await documents.integrity(units.open(), id, journal.id);
      faults.push(
        ...periods.flatMap((period) =>
          wordsOf(period).map((words) => `${name} (${id}): journal ${journal.id}: ${words}`),
        ),
      );
    }
  }
  return { companies, events, journals, faults };
}

function wordsOf({ period, gaps, duplicates, date_inversions }: SequenceReport): string[] {
  const where = period === '' ? '' : ` of ${period}`;
  return (
    [
      ['missing numbers', gaps],
      ['numbers of several documents', duplicates],
      ['numbers with an earlier date than the number before', date_inversions],
    ] as const
  )
    .filter(([, numbers]) => numbers.length > 0)
    .map(([what, numbers]) => `${what}${where}: ${numbers.slice(0, 10).join(', ')}`);
}

type Paged<Row> = (page: {
  sort: string;
  limit: number;
  after?: { value: string; id: string } | undefined;
}) => Promise<{ readonly data: readonly Row[]; readonly next: { value: string; id: string } | null }>;

async function* pages<Row>(read: Paged<Row>): AsyncGenerator<Row> {
  for (let after: { value: string; id: string } | undefined; ;) {
    const { data, next } = await read({ sort: 'created_at', limit: PAGE, after });
    yield* data;
    if (!next) return;
    after = next;
  }
}
