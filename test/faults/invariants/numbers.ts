import { groupBy } from '../group-by';
import { type Ledger, verdictOf } from '../ledger';
import type { Observed, ObservedDocument, ObservedJournal } from '../observed';
import type { Violation } from './violation';

/**
 * Numbers of a journal's period follow each other from its first without gap or duplicate, and dates do not run
 * backwards along them (api.md §6, "Numbering"). The last run of digits of a number is its place in the sequence.
 */
export function numberViolations(ledger: Ledger, observed: Observed): Violation[] {
  const documents = groupBy([...observed.documents.values()].flat(), ({ journal_id }) => journal_id);
  return [
    ...observed.journals.flatMap((journal) => ofJournal(journal, documents.get(journal.id) ?? [])),
    ...sharedNumbers(ledger),
  ];
}

function ofJournal(journal: ObservedJournal, documents: readonly ObservedDocument[]): Violation[] {
  const violations: Violation[] = [];
  for (const { period, count, gaps, duplicates, date_inversions } of journal.periods) {
    const faults = { gaps, duplicates, date_inversions };
    for (const [kind, list] of Object.entries(faults))
      if (list.length > 0)
        violations.push({
          rule: 'numbering',
          what: `integrity of ${journal.id} ${period}: ${kind} ${JSON.stringify(list)}`,
        });
    const seen = documents.filter((document) => periodOf(document) === period).length;
    if (seen !== count)
      violations.push({
        rule: 'numbering',
        what: `integrity of ${journal.id} ${period} counts ${count}, the list ${seen}`,
      });
  }
  for (const [period, members] of groupBy(documents, periodOf)) violations.push(...ofPeriod(period, members));
  return violations;
}

function ofPeriod(period: string, documents: readonly ObservedDocument[]): Violation[] {
  const sorted = documents
    .map((document) => ({ ...document, place: placeOf(document.number) }))
    .sort((a, b) => a.place - b.place);
  const violations: Violation[] = [];
  for (const [index, { number, place, issue_date }] of sorted.entries()) {
    const before = sorted[index - 1];
    const due = before ? before.place + 1 : 1;
    if (place < due) violations.push({ rule: 'numbering', what: `${number} of ${period} was given twice` });
    if (place > due) violations.push({ rule: 'numbering', what: `a gap before ${number} of ${period}` });
    if (before && issue_date < before.issue_date)
      violations.push({
        rule: 'numbering',
        what: `${number} is of ${issue_date}, ${before.number} before it of ${before.issue_date}`,
      });
  }
  return violations;
}

/** Journals of the run number by year, and their numbers have it in them. */
const periodOf = ({ issue_date }: ObservedDocument) => issue_date.slice(0, 4);
const placeOf = (number: string) => Number(/\d+$/.exec(number)?.[0]);

/** Two acknowledged documents bear one number at one time: the second came before anybody asked to delete the first. */
function sharedNumbers({ creations, deletions }: Ledger): Violation[] {
  const deletion_began = new Map<string, number>();
  for (const { document_id, attempts } of deletions) {
    const begun = Math.min(
      ...attempts.filter((attempt) => verdictOf(attempt) !== 'refused').map(({ started_ms }) => started_ms),
    );
    deletion_began.set(document_id, begun);
  }
  const lives = creations.flatMap(({ journal_id, attempts }) => {
    const [first] = attempts
      .filter(({ answer }) => answer?.status === 201)
      .sort((a, b) => a.ended_ms - b.ended_ms);
    if (!first) return [];
    const { id, number } = first.answer!.body as { id: string; number: string };
    return [
      {
        id,
        name: `${journal_id} ${number}`,
        from_ms: first.ended_ms,
        to_ms: deletion_began.get(id) ?? Infinity,
      },
    ];
  });
  return [...groupBy(lives, ({ name }) => name)].flatMap(([name, owners]) => {
    const sorted = owners.sort((a, b) => a.from_ms - b.from_ms);
    const overlap = sorted.find((life, index) => index > 0 && sorted[index - 1]!.to_ms > life.from_ms);
    return overlap ? [{ rule: 'numbering', what: `${name} was given while another document had it` }] : [];
  });
}
