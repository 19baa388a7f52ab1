import { createDatabase, type TestDatabase } from '../support/database';
import {
  anInvoice,
  aReceiver,
  aSender,
  DELIVERS,
  documentWith,
  FAILS,
  hurry,
  refusal,
  REJECTS,
  transmissionsOf,
} from '../support/sending';
import { type Service, startService, type Tenant } from '../support/service';
import { until } from '../support/until';

const PATH = '/management/transmissions';
const UNKNOWN = '0198a8e4-0000-7000-8000-000000000000';

let database: TestDatabase;
/** Two nodes on one database. */
let nodes: readonly [Service, Service];
let tenant: Tenant;
beforeAll(async () => {
  database = await createDatabase();
  const node = () => startService(database.url, {}, (container) => hurry(container));
  nodes = [await node(), await node()];
  tenant = await aSender(nodes[0], { name: 'First NV' });
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await database.drop();
});

const manage: Service['manage'] = (method, path) => nodes[0].manage(method, path);
const list = async (query: string) => (await manage('get', `${PATH}?${query}`).expect(200)).body;
const sendAgain = (id: string, { company_id }: Tenant = tenant, node = nodes[0]) =>
  node.manage('post', `/management/companies/${company_id}/documents/${id}/send`);

/** A document whose send to a participant has ended with the status. */
async function sent(participant: string, status: string, by = tenant) {
  const document = await anInvoice(by, participant);
  await by.post(`/documents/${document.id}/send`).expect(202);
  return documentWith(by, document.id, status);
}

/** A document that failed, and would be delivered now. */
async function failedAndCorrected() {
  const document = await sent(FAILS, 'failed');
  const relation_id = await aReceiver(tenant, DELIVERS);
  await tenant.patch(`/documents/${document.id}`, { relation_id }).expect(200);
  return document.id as string;
}

describe('GET /management/transmissions', () => {
  test('has the transmissions of all companies, with company and document, the newest first', async () => {
    const other = await aSender(nodes[0], { name: 'Second NV' });
    const first = await sent(DELIVERS, 'delivered');
    const second = await sent(FAILS, 'failed', other);
    const { data } = await list('limit=2');
    const [transmission] = await transmissionsOf(other, second.id);
    expect(data).toEqual([
      {
        ...transmission,
        company: { id: other.company_id, name: 'Second NV' },
        document: { id: second.id, number: second.number, type: 'invoice' },
      },
      expect.objectContaining({ document: expect.objectContaining({ id: first.id }), state: 'delivered' }),
    ]);
  });

  test('is paged by a cursor that is stable while others send', async () => {
    const mine = [await sent(DELIVERS, 'delivered'), await sent(DELIVERS, 'delivered')];
    const filter = `company_id=${tenant.company_id}&receiver=${DELIVERS}&limit=1`;
    const page = await list(filter);
    await sent(DELIVERS, 'delivered');
    const next = await list(`${filter}&cursor=${page.next_cursor}`);
    const ids = [...page.data, ...next.data].map(({ document }) => document.id);
    expect(ids).toEqual(mine.map(({ id }) => id).reverse());
  });

  test('filters by company, state and receiver', async () => {
    const own = await aSender(nodes[0]);
    const failed = await sent(FAILS, 'failed', own);
    const rejected = await sent(REJECTS, 'rejected', own);
    const found = async (query: string) =>
      (await list(`company_id=${own.company_id}&${query}`)).data.map(
        ({ document }: { document: { id: string } }) => document.id,
      );
    expect(await found('')).toEqual([rejected.id, failed.id]);
    expect(await found('state=failed')).toEqual([failed.id]);
    expect(await found('state=delivered')).toEqual([]);
    expect(await found(`receiver=${REJECTS}`)).toEqual([rejected.id]);
    expect(await found('updated_since=2999-01-01T00:00:00Z')).toEqual([]);
    expect((await list(`company_id=${UNKNOWN}`)).data).toEqual([]);
  });

  test.each([
    ['company_id=x', 400, 'invalid_filter'],
    ['state=open', 400, 'invalid_filter'],
    ['sort=receiver', 400, 'invalid_filter'],
    ['limit=0', 422, 'validation_error'],
    ['cursor=x', 422, 'validation_error'],
    ['kind=reconciliation', 422, 'invalid_parameter'],
    ['nonsense=1', 422, 'validation_error'],
  ])('refuses %s', async (query, status, code) => {
    expect(refusal(await manage('get', `${PATH}?${query}`))).toEqual([status, code]);
  });
});

describe('POST /management/companies/{id}/documents/{document_id}/send', () => {
  test('sends a failed document again, as another transmission, in the name of an operator', async () => {
    const id = await failedAndCorrected();
    const { status, body } = await sendAgain(id);
    expect([status, body.id, body.peppol_status]).toEqual([202, id, 'pending']);
    await documentWith(tenant, id, 'delivered');
    const messages = (await transmissionsOf(tenant, id)).map(
      ({ message_id }: { message_id: string }) => message_id,
    );
    expect(new Set(messages).size).toBe(2);
    const log = `/management/companies/${tenant.company_id}/events`;
    const events = await until(async () => {
      const { body: page } = await manage('get', `${log}?resource_id=${id}&types=document.send_accepted`);
      return page.data.length === 2 && (page.data as readonly { readonly actor: object }[]);
    });
    expect(events.map(({ actor }) => actor)).toEqual([
      { kind: 'client', id: tenant.client_id },
      { kind: 'operator', id: null },
    ]);
  });

  test('sends a rejected document again', async () => {
    const { id } = await sent(REJECTS, 'rejected');
    await sendAgain(id).expect(202);
    await documentWith(tenant, id, 'rejected');
    expect(await transmissionsOf(tenant, id)).toHaveLength(2);
  });

  test('sends once when operators and the client send on two nodes at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await failedAndCorrected();
      const answers = await Promise.all([
        ...[0, 1, 0, 1].map((node) => sendAgain(id, tenant, nodes[node as 0 | 1])),
        tenant.post(`/documents/${id}/send`),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409]);
      const refused = answers.filter(({ status }) => status === 409);
      expect(new Set(refused.map(({ body }) => body.error.code))).toEqual(new Set(['already_sent']));
      await documentWith(tenant, id, 'delivered');
      expect(await transmissionsOf(tenant, id)).toHaveLength(2);
    }
  });

  test('refuses what the client could not send, with the same errors', async () => {
    const delivered = await sent(DELIVERS, 'delivered');
    expect(refusal(await sendAgain(delivered.id))).toEqual([409, 'already_sent']);
    const quote = await anInvoice(tenant, DELIVERS, { type: 'quote' });
    expect(refusal(await sendAgain(quote.id))).toEqual([422, 'not_sendable']);
    const failed = await sent(FAILS, 'failed');
    const relation_id = await aReceiver(tenant, null);
    await tenant.patch(`/documents/${failed.id}`, { relation_id }).expect(200);
    const { status, body } = await sendAgain(failed.id);
    expect([status, body.error.code, body.error.details[0].document_id]).toEqual([
      ...[422, 'send_failed', failed.id],
    ]);
  });

  test('refuses a document that was never sent', async () => {
    const { id } = await anInvoice(tenant, DELIVERS);
    expect(refusal(await sendAgain(id))).toEqual([409, 'not_sendable']);
    expect((await tenant.get(`/documents/${id}`)).body.peppol_status).toBeNull();
  });

  test.each([
    ['an unknown document', UNKNOWN, [404, 'not_found']],
    ['a malformed id', 'x', [422, 'validation_error']],
  ])('refuses %s', async (_what, id, expected) => {
    expect(refusal(await sendAgain(id))).toEqual(expected);
  });

  test('does not send a document of another company', async () => {
    const id = await failedAndCorrected();
    const other = await aSender(nodes[0]);
    expect(refusal(await sendAgain(id, other))).toEqual([404, 'not_found']);
    expect(await transmissionsOf(tenant, id)).toHaveLength(1);
  });
});
