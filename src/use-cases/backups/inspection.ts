import type { Company } from '../../domain/master-data/company';
import type { SequenceReport } from '../../domain/numbering/sequence-report';
import type { UnitsOfWork } from '../../ports/unit-of-work';
import { allRows, pagesOf } from '../all-pages';
import type { LogVerification } from '../events/verification';
import type { Journals } from '../numbering/journals';

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
  numbering: Pick<Journals, 'integrity'>,
  signal: AbortSignal,
): Promise<Inspection> {
  let [companies, events, journals] = [0, 0, 0];
  const faults: string[] = [];
  for await (const { id, name } of allCompanies(units)) {
    companies += 1;
    const report = await verification.verify(units.open(), id, signal);
    events += report.events;
    faults.push(
      ...report.faults.map((one) => `${name} (${id}): event at position ${one.position}: ${one.reason}`),
    );
    const own = await allRows((page) =>
      units.open().read((repositories) => repositories.journals.list(id, {}, page)),
    );
    journals += own.length;
    for (const journal of own) {
      const { periods } = await numbering.integrity(units.open(), id, journal.id);
      faults.push(
        ...periods.flatMap((period) =>
          wordsOf(period).map((words) => `${name} (${id}): journal ${journal.id}: ${words}`),
        ),
      );
    }
  }
  return { companies, events, journals, faults };
}

async function* allCompanies(units: UnitsOfWork): AsyncGenerator<Company> {
  const pages = pagesOf('created_at', PAGE, (page) =>
    units.open().read(({ companies }) => companies.list({}, page)),
  );
  for await (const page of pages) yield* page;
}

function wordsOf({ period, gaps, duplicates, date_inversions }: SequenceReport): string[] {
  const where = period === null ? '' : ` of ${period}`;
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
