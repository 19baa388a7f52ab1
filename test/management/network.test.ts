import { createDatabase, type TestDatabase } from '../support/database';
import { NETWORK } from '../../src/composition/keys';
import { ScriptedNetwork } from '../support/scripted-network';
import {
  anInvoice,
  aSender,
  DELIVERS,
  documentWith,
  hurry,
  put,
  refusal,
  transmissionsOf,
} from '../support/sending';
import { startService, type Service, type Tenant } from '../support/service';
import { until } from '../support/until';

const UNKNOWN = '0198a8e4-0000-7000-8000-000000000000';

let database: TestDatabase;
let service: Service;
let tenant: Tenant;

beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url, {}, (container) => {
    hurry(container);
    const silence = { kind: 'unknown', reason: 'No answer.' } as const;
    put(container, NETWORK, () => new ScriptedNetwork({ send: () => silence, statusOf: () => silence }));
  });
  tenant = await aSender(service);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const close = (message_id: string, body: object) =>
  service.manage('post', `/management/network/transmissions/${message_id}/outcome`).send(body);

/** A transmission with an unknown outcome. */
async function anOpenSend() {
  const { id } = await anInvoice(tenant, DELIVERS);
  await tenant.post(`/documents/${id}/send`).expect(202);
  await until(async () => (await tenant.get(`/documents/${id}`)).body.peppol_error !== null);
  const [{ message_id }] = await transmissionsOf(tenant, id);
  return { id, message_id };
}

describe('POST /management/network/transmissions/{message_id}/outcome', () => {
  test('records that it was sent', async () => {
    const { id, message_id } = await anOpenSend();
    const { status, body } = await close(message_id, { outcome: 'sent' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ message_id, document_id: id, state: 'sent' });
    expect(body.finished_at).not.toBeNull();
    const document = await documentWith(tenant, id, 'sent');
    expect(document).toMatchObject({ status: 'sent', peppol_error: null });
    expect(document.sent_at).not.toBeNull();
    expect(refusal(await tenant.post(`/documents/${id}/send`))).toEqual([409, 'already_sent']);
  });

  test('records that it failed, so that it can be sent again', async () => {
    const { id, message_id } = await anOpenSend();
    await close(message_id, { outcome: 'failed' }).expect(200);
    expect(await documentWith(tenant, id, 'failed')).toMatchObject({
      ...{ status: 'draft', peppol_error: { code: 'closed_by_operator' } },
    });
    await tenant.post(`/documents/${id}/send`).expect(202);
    expect(await transmissionsOf(tenant, id)).toHaveLength(2);
  });

  test('accepts the same outcome twice, and no other', async () => {
    const { message_id } = await anOpenSend();
    await close(message_id, { outcome: 'failed' }).expect(200);
    const { body: again } = await close(message_id, { outcome: 'failed' }).expect(200);
    expect(again).toMatchObject({ state: 'failed' });
    expect(refusal(await close(message_id, { outcome: 'sent' }))).toEqual([409, 'already_sent']);
  });

  test.each([
    ['an unknown message', UNKNOWN, { outcome: 'sent' }, [404, 'not_found']],
    ['another outcome', UNKNOWN, { outcome: 'delivered' }, [422, 'validation_error']],
    ['no outcome', UNKNOWN, {}, [422, 'validation_error']],
    ['a malformed id', 'x', { outcome: 'sent' }, [422, 'validation_error']],
  ])('refuses %s', async (_, message_id, body, expected) => {
    expect(refusal(await close(message_id, body))).toEqual(expected);
  });
});

test('the readiness check names the queue', async () => {
  const { body } = await service.manage('get', '/health/ready').expect(200);
  expect(body).toEqual({ status: 'ok', database: 'ok', queue: 'ok' });
});
