import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { DATABASE, get, MANAGEMENT, NETWORK } from '../../src/composition/keys';
import { aLog, anEvent, numbers } from '../support/chains';
import { Reader } from '../support/console';
import { createDatabase, type TestDatabase } from '../support/database';
import { anEnvelope, aParty, aUbl } from '../support/e-invoices';
import { replaceLog } from '../support/event-rows';
import { ScriptedNetwork } from '../support/scripted-network';
import { aSender, anInvoice, DELIVERS, documentWith, FAILS, put, REJECTS } from '../support/sending';
import { aTenant, type Service, startService, type Tenant } from '../support/service';
import { until } from '../support/until';

const NETWORK_TOKEN = 'a-network-token-for-tests';
const HOUR_MS = 3600 * 1000;

let database: TestDatabase;
let service: Service;
let reader: Reader;
/** What the network answers about a message to an address; it delivers others. */
const answers = new Map<string, 'unknown' | 'rejected' | 'permanent_failure'>();
beforeAll(async () => {
  database = await createDatabase();
  const network = new ScriptedNetwork({
    send: ({ receiver }) => {
      const kind = answers.get(receiver);
      if (kind === undefined) return { kind: 'delivered' };
      const reason = `The network says ${kind}.`;
      if (kind === 'permanent_failure') return { kind, code: 'not_delivered', reason };
      return kind === 'rejected' ? { kind, reason } : { kind, reason };
    },
  });
  service = await startService(database.url, { NETWORK_TOKEN, LOCKOUT_ATTEMPTS: '2' }, (container) =>
    put(container, NETWORK, () => network),
  );
  reader = new Reader(service);
  await reader.signIn();
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const db = () => get(service.container, DATABASE);
/** The group of the page with that id, as text; empty without such a group. */
async function group(id: string, page = '/console/attention'): Promise<string> {
  const { status, text } = await reader.open(page);
  expect([page, status]).toEqual([page, 200]);
  const section = text.split('<section ').find((part) => part.includes(`id="${id}"`)) ?? '';
  return section
    .split('</section>')[0]!
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
}

async function sent(
  tenant: Tenant,
  receiver: string,
  state: string,
): Promise<{ id: string; number: string }> {
  const document = await anInvoice(tenant, receiver);
  await tenant.post(`/documents/${document.id}/send`);
  await documentWith(tenant, document.id, state);
  return document as { id: string; number: string };
}

async function actOn(tenant: Tenant, { id }: { id: string }, below: string, fields = {}) {
  const action = `/console/companies/${tenant.company_id}/documents/${id}${below}`;
  return reader.submit('/console', action, fields);
}

describe('without cases', () => {
  test('nothing needs attention, on the overview and on the page', async () => {
    for (const page of ['/console', '/console/attention'])
      expect((await reader.open(page)).text).toContain('Nothing needs attention.');
    expect((await reader.open('/console')).text).toContain('Create the first company');
  });
});

describe('a document that did not arrive', () => {
  test('is shown first on the overview with its reason, and sent again from there', async () => {
    const tenant = await aSender(service, { name: 'Sender <of> goods' });
    answers.set(FAILS, 'permanent_failure');
    const document = await sent(tenant, FAILS, 'failed');
    const text = await group('failed', '/console');
    expect(text).toContain('Did not arrive 1 ');
    expect(text).toContain('All failed transmissions');
    expect((await reader.open('/console')).text).not.toContain('Create the first company');
    expect(text).toContain(
      `${document.number} of Sender &lt;of&gt; goods just now The network says permanent_failure.`,
    );
    expect(await group('rejected')).toBe('');

    answers.delete(FAILS);
    const response = await actOn(tenant, document, '/send');
    expect(response.headers.location).toBe('/console?done=sent_again');
    expect((await reader.open('/console?done=sent_again')).text).toContain('accepted for sending again');
    await documentWith(tenant, document.id, 'delivered');
    expect(await group('failed', '/console')).toBe('');
  });

  test('is shown once, however often it failed, and no more once it is marked as sent', async () => {
    const tenant = await aSender(service);
    answers.set(FAILS, 'permanent_failure');
    const document = await sent(tenant, FAILS, 'failed');
    await actOn(tenant, document, '/send');
    await until(
      async () => (await tenant.get(`/documents/${document.id}/transmissions`)).body.data.length === 2,
    );
    await documentWith(tenant, document.id, 'failed');
    expect((await group('failed')).split(document.number)).toHaveLength(2);
    expect((await tenant.post(`/documents/${document.id}/mark-sent`)).status).toBe(200);
    expect(await group('failed')).toBe('');
  });

  test('that is refused again shows why, with the way back', async () => {
    const tenant = await aSender(service);
    const document = await sent(tenant, DELIVERS, 'delivered');
    answers.set(FAILS, 'permanent_failure');
    const failed = await sent(tenant, FAILS, 'failed');
    const { text } = await reader.open('/console');
    const [, form_token = ''] = /name="form_token" value="([^"]+)"/.exec(text)!;
    const action = `/console/companies/${tenant.company_id}/documents/${document.id}/send`;
    const refused = await reader.send(action, [['form_token', form_token]], {
      'Sec-Fetch-Site': 'same-origin',
      Referer: 'http://127.0.0.1/console/attention',
    });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('<a href="/console/attention">Back to the previous page</a>');
    expect((await reader.send(action, [])).status).toBe(403);
    await tenant.post(`/documents/${failed.id}/mark-sent`);
  });
});

describe('a document that the receiver rejected', () => {
  test('arrived: it has a group of its own', async () => {
    const tenant = await aSender(service);
    answers.set(REJECTS, 'rejected');
    const { number } = await sent(tenant, REJECTS, 'rejected');
    expect(await group('rejected')).toContain(`${number} of Sender NV just now The network says rejected.`);
    expect(await group('failed')).toBe('');
    const overview = (await reader.open(`/console/companies/${tenant.company_id}`)).text
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ');
    expect(overview).toContain('1 rejected by the receiver');
    expect(overview).toMatch(/Did not arrive 0 /);
    const list = (await reader.open('/console/transmissions?state=rejected')).text;
    expect(list).toContain(number);
    expect((await reader.open('/console/transmissions?state=failed&receiver=0088:1')).text).not.toContain(
      number,
    );
    expect((await reader.open('/console/transmissions?state=lost')).status).toBe(400);
  });
});

describe('an unknown outcome', () => {
  test('is shown when it has been unknown for an hour, and closed from there', async () => {
    const tenant = await aSender(service);
    answers.set(DELIVERS, 'unknown');
    const document = await anInvoice(tenant, DELIVERS);
    await tenant.post(`/documents/${document.id}/send`);
    const row = await until(() =>
      db()
        .selectFrom('transmission')
        .select(['message_id', 'attempts'])
        .where('document_id', '=', document.id)
        .executeTakeFirst()
        .then((found) => (found?.attempts[0]?.outcome === 'unknown' ? found : undefined)),
    );
    expect(await group('unknown')).toBe('');
    const before = (ms: number) => new Date(Date.now() - ms);
    const attempts = row.attempts.map((attempt) => ({ ...attempt, at: before(HOUR_MS * 1.1).toISOString() }));
    await db()
      .updateTable('transmission')
      .set({ attempts: JSON.stringify(attempts), created_at: before(HOUR_MS * 1.2) })
      .where('message_id', '=', row.message_id)
      .execute();
    expect(await group('unknown')).toContain('The network says unknown. Mark as sent Mark as failed');
    const closed = await actOn(tenant, document, `/transmissions/${row.message_id}/outcome`, {
      outcome: 'sent',
    });
    expect(closed.headers.location).toBe('/console?done=outcome');
    expect(await group('unknown')).toBe('');
    answers.delete(DELIVERS);
  });
});

describe('an inbound document that was refused', () => {
  test('is shown with the reason, and its bytes can be downloaded', async () => {
    await request(get(service.container, MANAGEMENT))
      .post('/management/network/inbound')
      .set('Authorization', `Bearer ${NETWORK_TOKEN}`)
      .set('Content-Type', 'application/xml')
      .send('<not an invoice>');
    expect(await group('refused')).toContain('From an unknown sender to an unknown receiver just now');
    const { text } = await reader.open('/console/refusals');
    const [, file = ''] = /href="(\/console\/refusals\/[^"]+\/file)"/.exec(text)!;
    const { body, headers } = await reader.open(file);
    expect(headers['content-disposition']).toMatch(/^attachment; /);
    expect((body as Buffer).toString()).toBe('<not an invoice>');
    expect((await new Reader(service).open(file)).status).toBe(303);
    expect((await reader.open('/console/refusals/1/file')).status).toBe(404);
  });
});

describe('the list of refused messages', () => {
  const bring = (bytes: string) =>
    request(get(service.container, MANAGEMENT))
      .post('/management/network/inbound')
      .set('Authorization', `Bearer ${NETWORK_TOKEN}`)
      .set('Content-Type', 'application/xml')
      .send(bytes)
      .expect(422);
  /** The kinds of the rows that the list has. */
  async function kinds(query: string): Promise<string[]> {
    const { text, status } = await reader.open(`/console/refusals?${query}`);
    expect([query, status]).toEqual([query, 200]);
    const rows = [...text.matchAll(/<tr role="row" id="refusal-.*?<\/tr>/gs)];
    return rows.map(([row]) => /data-label="Kind">([^<]+)<\/td>/.exec(row)![1]!);
  }
  const envelope = (content: string, receiver: string) =>
    anEnvelope(content, { message_id: randomUUID(), sender: '0208:0123456749', receiver });

  test('is filtered by receiver, kind and time, ordered, and reached from the page of the company', async () => {
    const tenant = await aTenant(service, { electronic_address: '0208:0403170701' });
    const own = 'receiver=0208%3A0403170701';
    await db().deleteFrom('refused_message').execute();
    await bring('<not an invoice>');
    await bring(envelope(aUbl({ buyer: aParty() }), '0208:0999999922'));
    await bring(envelope(aUbl({ buyer: aParty() }).replaceAll('EUR', 'XXX'), '0208:0403170701'));
    expect(await kinds('')).toEqual(['Invalid', 'Unknown receiver', 'Unreadable']);
    expect(await kinds('sort=created_at')).toEqual(['Unreadable', 'Unknown receiver', 'Invalid']);
    expect(await kinds('kind=unknown_receiver')).toEqual(['Unknown receiver']);
    expect(await kinds(own)).toEqual(['Invalid']);
    expect(await kinds(`${own}&kind=unreadable`)).toEqual([]);
    const { now } = Date;
    const day = (days: number) => new Date(now() + days * 24 * HOUR_MS).toISOString().slice(0, 10);
    expect(await kinds(`from=${day(-1)}&to=${day(1)}&limit=200`)).toHaveLength(3);
    expect(await kinds(`from=${day(1)}`)).toEqual([]);
    expect(await kinds(`to=${day(-1)}`)).toEqual([]);
    expect((await reader.open('/console/refusals?kind=other')).status).toBe(400);
    expect((await reader.open('/console/refusals?from=yesterday')).status).toBe(400);
    const { text } = await reader.open(`/console/companies/${tenant.company_id}/transmissions`);
    expect(text).toContain(`href="/console/refusals?${own}"`);
  });
});

describe('a webhook that the service turned off', () => {
  test('is shown with its client', async () => {
    const tenant = await aTenant(service, { name: 'Listener' });
    const { body } = await tenant.post('/webhooks', { url: 'https://hooks.example/off', types: ['*'] });
    await tenant.post('/webhooks', { url: 'https://hooks.example/quiet', types: ['*'], active: false });
    expect(await group('webhooks')).toBe('');
    await db()
      .updateTable('webhook')
      .set({ active: false, disabled_at: new Date() })
      .where('id', '=', body.id as string)
      .execute();
    const text = await group('webhooks');
    expect(text).toContain('https://hooks.example/off of Listener');
    expect(text).not.toContain('quiet');
  });
});

describe('a client that is locked out', () => {
  test('is shown, and unlocked from there', async () => {
    const { client_id, client_secret } = await aTenant(service, { name: 'Locked' });
    const tokens = (secret: string) =>
      request(service.api)
        .post('/auth/token')
        .send({ grant_type: 'client_credentials', client_id, client_secret: secret });
    for (let nth = 1; nth <= 2; nth++) await tokens('wrong-secret-of-some-length');
    expect((await tokens(client_secret)).status).toBe(429);
    expect(await group('clients')).toContain('A client of Locked just now 2 failed attempts Unlock');
    const response = await reader.submit('/console', `/console/clients/${client_id}/lockout`);
    expect(response.headers.location).toBe('/console?done=unlocked');
    expect(await group('clients')).toBe('');
    expect((await tokens(client_secret)).status).toBe(200);
  });
});

describe('a log that does not verify', () => {
  test('is shown after its verification found faults, until one finds none', async () => {
    const tenant = await aTenant(service, { name: 'Altered' });
    const events = `/console/companies/${tenant.company_id}/events`;
    expect((await reader.open(events)).text).toContain('Never verified.');
    const stored = await db()
      .selectFrom('event')
      .selectAll()
      .where('company_id', '=', tenant.company_id)
      .orderBy('position')
      .execute();
    await replaceLog(db(), tenant.company_id, aLog(numbers(3).map((number) => anEvent(number))));
    expect(await group('logs')).toBe('');
    await reader.submit(events, `${events}/verification`);
    expect(await group('logs')).toMatch(/3 faults of Altered just now .+ Verify again/);
    expect((await reader.open(events)).text).toMatch(/up to position 3: .*3 faults/);

    await db().deleteFrom('event').where('company_id', '=', tenant.company_id).execute();
    await db().insertInto('event').values(stored).execute();
    const { position, hash } = stored.at(-1)!;
    await db()
      .updateTable('event_head')
      .set({ position, hash: hash.toString('hex') })
      .where('company_id', '=', tenant.company_id)
      .execute();
    await reader.submit('/console', `${events}/verification`);
    expect(await group('logs')).toBe('');
    expect((await reader.open(events)).text).toContain('no faults');
  });
});

describe('an address without a page', () => {
  test('is answered in words', async () => {
    const { status, text } = await reader.open('/console/nowhere');
    expect(status).toBe(404);
    expect(text).toContain('<h1>Page not found</h1>');
    expect(text).toContain('There is no page at this address.');
    expect(text).not.toContain('No such route');
  });
});
