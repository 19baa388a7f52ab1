import type { ChainedEvent } from '../../../src/domain/events/event';
import { createDatabase, type TestDatabase } from '../../support/database';
import { anInvoice, aSender, documentWith, hurry, transmissionsOf } from '../../support/sending';
import { startService, type Service } from '../../support/service';
import { until } from '../../support/until';

let database: TestDatabase;
let nodes: readonly [Service, Service];

beforeAll(async () => {
  database = await createDatabase();
  nodes = [await startService(database.url, {}, hurry), await startService(database.url, {}, hurry)];
});
afterAll(async () => {
  for (const node of nodes) await node.close();
  await database.drop();
});

describe('two companies of the installation', () => {
  test("get each other's documents once, on whichever node the job runs", async () => {
    const [from, to] = [await aSender(nodes[0]), await aSender(nodes[1])];
    const { body: receiver } = await nodes[0].manage('get', `/management/companies/${to.company_id}`);
    const sent = [];
    for (let n = 0; n < 4; n++) {
      const { id, number } = await anInvoice(from, receiver.electronic_address, {
        buyer_reference: `PO ${n}`,
      });
      await from.post(`/documents/${id}/send`).expect(202);
      sent.push({ id, number });
    }
    for (const { id } of sent) {
      await documentWith(from, id, 'delivered');
      expect(await transmissionsOf(from, id)).toHaveLength(1);
    }
    const changed = await until(async () => {
      const { body } = await from.get('/events?types=document.delivered');
      return body.data.length === sent.length && body.data.map((event: ChainedEvent) => event.changed);
    });
    expect(changed).toEqual(sent.map(() => ['peppol_status', 'sent_at']));
    const { body: received } = await to.get('/documents?sort=number');
    expect(received.data).toMatchObject(
      sent.map(({ number }, n) => ({
        ...{ number, type: 'purchase_invoice', status: 'received', peppol_status: null, journal_id: null },
        buyer_reference: `PO ${n}`,
      })),
    );
    expect(await to.post(`/documents/${received.data[0].id}/send`)).toMatchObject({
      ...{ status: 409, body: { error: { code: 'not_sendable' } } },
    });
  });
});
