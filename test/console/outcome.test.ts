import { NETWORK } from '../../src/composition/keys';
import { Reader } from '../support/console';
import { createDatabase, type TestDatabase } from '../support/database';
import { ScriptedNetwork } from '../support/scripted-network';
import { aSender, anInvoice, DELIVERS, put, transmissionsOf } from '../support/sending';
import { type Service, startService } from '../support/service';
import { until } from '../support/until';

let database: TestDatabase;
let service: Service;
const reader = () => new Reader(service);
beforeAll(async () => {
  database = await createDatabase();
  const silent = new ScriptedNetwork({ send: () => ({ kind: 'unknown', reason: 'It did not answer.' }) });
  service = await startService(database.url, {}, (container) => put(container, NETWORK, () => silent));
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

describe('an unknown outcome', () => {
  test('is reported by the operator, once', async () => {
    const tenant = await aSender(service);
    const { id } = await anInvoice(tenant, DELIVERS);
    await tenant.post(`/documents/${id}/send`);
    const transmission = await until(async () => {
      const [latest] = await transmissionsOf(tenant, id);
      return latest?.attempts[0]?.outcome === 'unknown' && latest;
    });
    const operator = reader();
    await operator.signIn();
    const page = `/console/companies/${tenant.company_id}/documents/${id}`;
    const action = `${page}/transmissions/${transmission.message_id}/outcome`;
    const { text } = await operator.open(page);
    expect(text).toContain('It did not answer.');
    const [, form_token = ''] = /name="form_token" value="([^"]+)"/.exec(text)!;

    expect((await operator.submit(page, action, { outcome: 'lost' })).status).toBe(422);
    const other = await aSender(service);
    const elsewhere = { company_id: other.company_id, id: (await anInvoice(other, DELIVERS)).id };
    const form = [
      ['form_token', form_token],
      ['outcome', 'failed'],
    ] as const;
    for (const [company_id, document_id] of [
      [elsewhere.company_id, elsewhere.id],
      [tenant.company_id, elsewhere.id],
      [elsewhere.company_id, id],
    ]) {
      const another = `/console/companies/${company_id}/documents/${document_id}`;
      const sent = await operator.send(`${another}/transmissions/${transmission.message_id}/outcome`, form);
      expect(sent.status).toBe(404);
    }
    expect((await tenant.get(`/documents/${id}`)).body.peppol_status).toBe('pending');
    const closed = await operator.submit(page, action, { outcome: 'failed' });
    expect(closed.headers.location).toBe(`${page}?done=outcome`);
    expect((await tenant.get(`/documents/${id}`)).body.peppol_status).toBe('failed');
    const { text: after } = await operator.open(page);
    expect(after).not.toContain(action);
    expect(after.replace(/<[^>]*>/g, ' ')).toMatch(/Sending of document failed\s+Operator\s+\d{4}-/);
    const contradicted = await operator.send(action, [
      ['form_token', form_token],
      ['outcome', 'sent'],
    ]);
    expect(contradicted.status).toBe(409);
  });
});
