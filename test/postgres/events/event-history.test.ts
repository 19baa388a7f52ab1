import { randomUUID } from 'node:crypto';
import { PostgresEventHistory } from '../../../src/adapters/postgres/events/event-history';
import { aLog, anEvent } from '../../support/chains';
import { insertLog } from '../../support/event-rows';
import { onPostgres } from '../../support/on-postgres';

describe('the history of events on PostgreSQL', () => {
  const unitsOf = onPostgres();
  const [document_id, other_id] = [randomUUID(), randomUUID()];
  const document = { type: 'document', id: document_id, version: 1 } as const;
  const attachment = (of: string) =>
    ({
      type: 'attachment.created',
      resource: { type: 'attachment', id: randomUUID(), version: null },
      data: { document_id: of },
    }) as const;
  let company_id: string;
  beforeEach(async () => {
    company_id = randomUUID();
    const log = aLog([
      anEvent(1, { type: 'document.created', resource: document }),
      anEvent(2, attachment(document_id)),
      anEvent(3, attachment(other_id)),
      anEvent(4, { type: 'document.updated', resource: document }),
    ]);
    await insertLog(unitsOf().db, company_id, log);
    await insertLog(
      unitsOf().db,
      randomUUID(),
      log.map((row) => ({ ...row, id: randomUUID() })),
    );
  });
  const history = () => new PostgresEventHistory(unitsOf().db);
  const positions = (page: { readonly events: readonly { readonly position: number }[] }) =>
    page.events.map(({ position }) => position);

  test('has the events of one company before a position, the newest first', async () => {
    const page = await history().before(company_id, 5, 3, undefined);
    expect(page).toMatchObject({ before: 2, has_more: true });
    expect(positions(page)).toEqual([4, 3, 2]);
    const last = await history().before(company_id, page.before, 3, undefined);
    expect(last).toMatchObject({ events: [{ position: 1, type: 'document.created' }], has_more: false });
  });

  test('has events of the given types', async () => {
    const page = await history().before(company_id, 5, 10, ['attachment.created']);
    expect(page).toMatchObject({ has_more: false });
    expect(positions(page)).toEqual([3, 2]);
  });

  test('has the events of a document and of its attachments, page by page', async () => {
    const page = await history().ofDocument(company_id, document_id, 5, 2);
    expect(page).toMatchObject({ before: 2, has_more: true });
    expect(positions(page)).toEqual([4, 2]);
    const last = await history().ofDocument(company_id, document_id, page.before, 2);
    expect(last).toMatchObject({ events: [{ position: 1 }], before: 1, has_more: false });
  });

  test('is empty for a company without events', async () => {
    expect(await history().before(randomUUID(), 1, 10, undefined)).toMatchObject({
      events: [],
      has_more: false,
    });
  });
});
