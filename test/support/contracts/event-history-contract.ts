import { randomUUID } from 'node:crypto';
import type { StoredEvent } from '../../../src/domain/events/verification';
import type { EarlierEvents, EventHistory } from '../../../src/ports/events/event-history';
import { aLog, anEvent, numbers } from '../chains';

/** A place to store logs, and their history. */
export interface HistoryStore {
  readonly history: EventHistory;
  readonly insertLog: (company_id: string, rows: readonly StoredEvent[]) => Promise<void>;
}

/** What every history of events does; run on the fake and on PostgreSQL. */
export function testEventHistory(storeOf: () => HistoryStore): void {
  const [document_id, other_id] = [randomUUID(), randomUUID()];
  const document = { type: 'document', id: document_id, version: 1 } as const;
  const attachment = (verb: 'created' | 'deleted', of: string) =>
    ({
      type: `attachment.${verb}`,
      resource: { type: 'attachment', id: randomUUID(), version: null },
      data: { document_id: of },
    }) as const;
  const ids = <T extends { readonly id: string }>(row: T) => ({ ...row, id: randomUUID() });
  const positions = (page: EarlierEvents) => page.events.map(({ position }) => position);

  let history: EventHistory;
  let company_id: string;
  let log: readonly StoredEvent[];
  beforeEach(async () => {
    const { insertLog } = storeOf();
    ({ history } = storeOf());
    company_id = randomUUID();
    const relation = { type: 'relation', id: randomUUID(), version: 1 } as const;
    log = aLog(
      [
        anEvent(1, { type: 'document.created', resource: document }),
        anEvent(2, attachment('created', document_id)),
        anEvent(3, attachment('created', other_id)),
        anEvent(4, { type: 'document.deleted', resource: document }),
        anEvent(5, attachment('deleted', document_id)),
        anEvent(6, { type: 'relation.created', resource: relation, data: { document_id } }),
      ].map(ids),
    );
    await insertLog(company_id, log);
    await insertLog(randomUUID(), log.map(ids));
  });

  describe('the events before a position', () => {
    test('are those of one company, the newest first, page by page', async () => {
      const page = await history.before(company_id, 6, 3, undefined);
      expect(positions(page)).toEqual([5, 4, 3]);
      expect(page).toMatchObject({ before: 3, has_more: true });
      const last = await history.before(company_id, page.before, 3, undefined);
      expect(positions(last)).toEqual([2, 1]);
      expect(last.has_more).toBe(false);
    });

    test('have the body that every reader gets', async () => {
      const { events } = await history.before(company_id, 3, 1, undefined);
      const { content: _content, hash: _hash, ...row } = log[1]!;
      expect(events).toEqual([row]);
    });

    test('end with the first, also when the page is full', async () => {
      const page = await history.before(company_id, 3, 2, undefined);
      expect(positions(page)).toEqual([2, 1]);
      expect(page.has_more).toBe(false);
    });

    test('are of the given types only', async () => {
      const types = ['attachment.created', 'relation.created'];
      const page = await history.before(company_id, 6, 10, types);
      expect(positions(page)).toEqual([3, 2]);
      expect(page.has_more).toBe(false);
      expect(positions(await history.before(company_id, 6, 10, []))).toEqual([]);
    });

    test('of a rare type are found over several pages, each of which looks at a part of the log', async () => {
      const long = randomUUID();
      const rare = { type: 'branding.created' } as const;
      const rows = numbers(12_000).map((number) => anEvent(number, number === 2 ? rare : {}));
      await storeOf().insertLog(long, aLog(rows.map(ids)));
      const pages: EarlierEvents[] = [];
      for (let before = 12_001; pages.at(-1)?.has_more ?? true; before = pages.at(-1)!.before)
        pages.push(await history.before(long, before, 10, [rare.type]));
      expect(pages.length).toBeGreaterThan(1);
      expect(pages.flatMap(positions)).toEqual([2]);
    });

    test('are none for a company without events', async () => {
      const page = await history.before(randomUUID(), 1, 10, undefined);
      expect(page).toMatchObject({ events: [], has_more: false });
    });
  });

  test('resources are deleted when the last of their events in the company says so', async () => {
    const [deleted_id, made_id] = [log[4]!.resource_id, log[1]!.resource_id];
    const asked = [made_id, document_id, deleted_id, randomUUID()];
    expect(new Set(await history.deleted(company_id, asked))).toEqual(new Set([document_id, deleted_id]));
    expect(await history.deleted(company_id, [made_id])).toEqual([]);
    expect(await history.deleted(company_id, [])).toEqual([]);
    expect(await history.deleted(randomUUID(), asked)).toEqual([]);
  });

  describe('the events of a document', () => {
    test('are its own and those of its attachments, the newest first, page by page', async () => {
      const page = await history.ofDocument(company_id, document_id, 7, 2);
      expect(positions(page)).toEqual([5, 4]);
      expect(page).toMatchObject({ before: 4, has_more: true });
      const last = await history.ofDocument(company_id, document_id, page.before, 2);
      expect(positions(last)).toEqual([2, 1]);
      expect(last).toMatchObject({ before: 1, has_more: false });
      const { content: _content, hash: _hash, ...row } = log[1]!;
      expect(last.events[0]).toEqual(row);
    });

    test('are those before a position', async () => {
      expect(positions(await history.ofDocument(company_id, document_id, 4, 10))).toEqual([2, 1]);
    });

    test('are none when the company has no such document', async () => {
      const unknown = await history.ofDocument(company_id, randomUUID(), 7, 10);
      expect(unknown).toMatchObject({ events: [], has_more: false });
      const of_another = await history.ofDocument(randomUUID(), document_id, 7, 10);
      expect(of_another).toMatchObject({ events: [], has_more: false });
    });
  });
}
