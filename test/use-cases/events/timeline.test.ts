import { randomUUID } from 'node:crypto';
import type { HeadOfLog } from '../../../src/ports/events/event-log';
import { Timeline, type TimelinePage } from '../../../src/use-cases/events/timeline';
import { aLog, anEvent, numbers } from '../../support/chains';
import { MemoryEventHistory } from '../../support/memory/event-history';
import { loggedEvent, MemoryLogs } from '../../support/memory/proof';

const company_id = randomUUID();
const document_id = randomUUID();
/** Every third is about the document. */
const EVENTS = 60;

let logs: MemoryLogs;
let timeline: Timeline;
/** Companies whose pending events were given positions. */
let positioned: string[];
beforeEach(async () => {
  positioned = [];
  logs = new MemoryLogs();
  const resource = { type: 'document', id: document_id, version: 1 } as const;
  const rows = numbers(EVENTS).map((number) =>
    anEvent(number, number % 3 === 0 ? { resource, type: 'document.updated' } : {}),
  );
  await logs.insert(company_id, aLog(rows));
  timeline = new Timeline(
    {
      async head(company_id): Promise<HeadOfLog> {
        const last = logs.of(company_id).at(-1);
        return { position: last?.position ?? 0, hash: last?.hash ?? '', occurred_at: null };
      },
      async page(company_id, after, limit, { types }) {
        const log = logs.of(company_id).filter(({ position }) => position > after);
        const events = log.filter(({ type }) => types?.includes(type) ?? true).map(loggedEvent);
        const page = events.slice(0, limit);
        return { events: page, after: page.at(-1)?.position ?? after, has_more: events.length > limit };
      },
    },
    new MemoryEventHistory(logs),
    { give: async (company_id) => positioned.push(company_id) },
    { emailsOf: async () => new Map() },
  );
});

const range = ({ events }: TimelinePage) => [events[0]?.position, events.at(-1)?.position];

describe('the timeline of a company', () => {
  test('begins with the newest events, and leads to all older ones', async () => {
    const newest = await timeline.page(company_id, {});
    expect(range(newest)).toEqual([60, 36]);
    expect(newest).toMatchObject({ older: 36, newer: undefined, head: { position: EVENTS } });
    const middle = await timeline.page(company_id, { before: newest.older });
    expect(range(middle)).toEqual([35, 11]);
    expect(middle).toMatchObject({ older: 11, newer: 35 });
    const oldest = await timeline.page(company_id, { before: middle.older });
    expect(range(oldest)).toEqual([10, 1]);
    expect(oldest).toMatchObject({ older: undefined, newer: 10 });
  });

  test('leads back to the newest events', async () => {
    const middle = await timeline.page(company_id, { after: 10 });
    expect(range(middle)).toEqual([35, 11]);
    expect(middle).toMatchObject({ older: 11, newer: 35 });
    const newest = await timeline.page(company_id, { after: middle.newer });
    expect(range(newest)).toEqual([60, 36]);
    expect(newest).toMatchObject({ older: 36, newer: undefined });
  });

  test('has no older page before the first event', async () => {
    expect(await timeline.page(company_id, { after: 0 })).toMatchObject({ older: undefined, newer: 25 });
  });

  test.each([{ before: 1_000 }, { before: EVENTS + 1 }])('with %j is the newest page', async (request) => {
    expect(await timeline.page(company_id, request)).toEqual(await timeline.page(company_id, {}));
  });

  test('after a position beyond the head is empty, and leads back', async () => {
    const page = await timeline.page(company_id, { after: 1_000 });
    expect(page).toMatchObject({ events: [], older: EVENTS + 1, newer: undefined });
  });

  test('has events of the given types only', async () => {
    const page = await timeline.page(company_id, { types: ['document.updated'] });
    expect(page.events.map(({ position }) => position)).toEqual(numbers(20).map((n) => 63 - 3 * n));
    expect(page).toMatchObject({ older: undefined, newer: undefined });
  });

  test('of a company without events is empty', async () => {
    expect(await timeline.page(randomUUID(), {})).toMatchObject({
      ...{ events: [], older: undefined, newer: undefined },
    });
  });

  test('gives positions to pending events first, so that they are shown', async () => {
    await timeline.page(company_id, {});
    await timeline.ofDocument(company_id, document_id);
    expect(positioned).toEqual([company_id, company_id]);
  });
});

test('the timeline of a document has its events, and leads to the older ones', async () => {
  for (const number of numbers(10)) {
    const resource = { type: 'document', id: document_id, version: number } as const;
    const head = logs.of(company_id).at(-1)!;
    await logs.insert(company_id, aLog([anEvent(EVENTS + number, { resource })], head));
  }
  const newest = await timeline.ofDocument(company_id, document_id);
  expect(newest.events).toHaveLength(25);
  expect(newest).toMatchObject({ older: 18, newer: undefined });
  const oldest = await timeline.ofDocument(company_id, document_id, newest.older);
  expect(oldest.events.map(({ position }) => position)).toEqual([15, 12, 9, 6, 3]);
  expect(oldest.older).toBeUndefined();
});
