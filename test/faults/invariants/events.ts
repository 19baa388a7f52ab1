import { groupBy } from '../group-by';
import type { Observed, ObservedDocument, ObservedLog } from '../observed';
import type { Violation } from './violation';

/** Each stored document has one event of these. */
const BEGINNINGS = ['document.created', 'document.received', 'document.imported'];

/**
 * The log of each company is dense and unaltered, each document begins with an event, and the webhook receives every
 * event at least once, each time as the feed shows it (api.md §12).
 */
export function eventViolations({ logs, documents }: Observed): Violation[] {
  return [...logs].flatMap(([company, log]) =>
    [
      ...positionViolations(log),
      ...log.faults.map(({ position, reason }) => ({
        rule: 'event log',
        what: `position ${position}: ${reason}`,
      })),
      ...beginningViolations(log, documents.get(company) ?? []),
      ...deliveryViolations(log),
    ].map(({ rule, what }) => ({ rule, what: `${company}, ${what}` })),
  );
}

function positionViolations({ events }: ObservedLog): Violation[] {
  const wrong = events.find(({ position }, index) => position !== index + 1);
  const ids = new Set(events.map(({ id }) => id));
  return [
    ...(wrong
      ? [{ rule: 'event log', what: `position ${wrong.position} follows another one than before it` }]
      : []),
    ...(ids.size < events.length ? [{ rule: 'event log', what: 'an event is there twice' }] : []),
  ];
}

function beginningViolations({ events }: ObservedLog, documents: readonly ObservedDocument[]): Violation[] {
  const begun = groupBy(
    events.filter(({ type }) => BEGINNINGS.includes(type)),
    ({ resource }) => resource.id,
  );
  return documents.flatMap(({ id, number }) => {
    const count = begun.get(id)?.length ?? 0;
    return count === 1 ? [] : [{ rule: 'events', what: `${number} (${id}) was made by ${count} events` }];
  });
}

function deliveryViolations({ due, received }: ObservedLog): Violation[] {
  const lost = [...due.keys()].filter((id) => !received.has(id));
  const arrived = [...received].flatMap(([id, bodies]) => {
    const digest = due.get(id);
    if (digest === undefined) return [{ rule: 'webhooks', what: `${id} was sent and is in no feed` }];
    const others = [...bodies].filter((body) => body !== digest);
    return others.map((body) => ({ rule: 'webhooks', what: `${id} was sent as ${body}, and is ${digest}` }));
  });
  return [...lost.map((id) => ({ rule: 'webhooks', what: `${id} was not delivered` })), ...arrived];
}
