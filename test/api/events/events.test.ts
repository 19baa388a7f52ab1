import { FIRST_HASH, contentOf, hashOf } from '../../../src/domain/events/chain';
import type { ChainedEvent } from '../../../src/domain/events/event';
import { sql } from 'kysely';
import { PostgresDefaultPointers } from '../../../src/adapters/postgres/default-pointers';
import { DATABASE, EVENT_LOG, get } from '../../../src/composition/keys';
import { digestOf } from '../../support/chains';
import { createDatabase, type TestDatabase } from '../../support/database';
import {
  addressOf,
  bodyOf,
  callOf,
  collectionsOf,
  declaredRoutes,
  IMPORTER,
  oneMore,
  oneOfEach,
} from '../../support/every-route';
import { hurry } from '../../support/sending';
import {
  aRelation,
  aTenant,
  BELGIAN_ADDRESS,
  type Service,
  startService,
  type Tenant,
} from '../../support/service';
import { until } from '../../support/until';

let database: TestDatabase;
let service: Service;

beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url, {}, (container) => hurry(container));
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

/** All events that were committed before, after a position, without those by which this was waited for. */
async function eventsOf(tenant: Tenant, after = 0): Promise<ChainedEvent[]> {
  const end = await headOf(tenant);
  const { body } = await tenant.get(`/events?after=${after}&limit=1000`);
  return (body.data as ChainedEvent[]).filter(({ position }) => position < end - 1);
}

async function headOf(tenant: Tenant): Promise<number> {
  // Whatever was committed has its position when an event that is committed later has one.
  const { body: branding } = await tenant.post('/brandings', { name: 'A mark' });
  await tenant.delete(`/brandings/${branding.id}`);
  return until(async () => {
    const { body } = await tenant.get(`/events?types=branding.deleted&resource_id=${branding.id}`);
    return body.data[0]?.position as number | undefined;
  });
}

const line = { name: 'Consulting', quantity: '1', unit_price: '100', vat_rate: '21' };
const shown = ({ type, changed }: ChainedEvent) => [type, changed];

describe('the events of a company', () => {
  let tenant: Tenant;
  beforeEach(async () => {
    tenant = await aTenant(service, { address: BELGIAN_ADDRESS });
  });

  it('show who made which document when, and what it is', async () => {
    const relation_id = await aRelation(tenant);
    const created = await tenant.post('/documents', { type: 'invoice', relation_id, lines: [line] });
    const events = await eventsOf(tenant);
    const event = events.find(({ type }) => type === 'document.created')!;
    expect(event).toMatchObject({
      actor: { kind: 'client', id: tenant.client_id },
      request_id: created.headers['x-request-id'],
      resource: { type: 'document', id: created.body.id, version: 1 },
      changed: [],
      data: { number: created.body.number, type: 'invoice', relation_id, totals: created.body.totals },
      digest: digestOf(created.body),
    });
    expect(Object.keys(event.data).sort()).toEqual(
      [
        'external_id',
        'number',
        'payment_status',
        'peppol_status',
        'relation_id',
        'status',
        'totals',
        'type',
      ].sort(),
    );
  });

  it('have the digest of the resource as its GET returns it, after each change', async () => {
    const relation_id = await aRelation(tenant);
    const { body } = await tenant.post('/documents', { type: 'invoice', relation_id, lines: [line] });
    const digests: string[] = [digestOf((await tenant.get(`/documents/${body.id}`)).body)];
    for (const change of [{ note: 'One' }, { note: null, lines: [line, line] }]) {
      await tenant.patch(`/documents/${body.id}`, change).expect(200);
      digests.push(digestOf((await tenant.get(`/documents/${body.id}`)).body));
    }
    const events = await eventsOf(tenant);
    const of = events.filter(({ resource }) => resource.id === body.id);
    expect(of.map(({ digest }) => digest)).toEqual(digests);
    expect(of.map(shown)).toEqual([
      ['document.created', []],
      ['document.updated', ['note']],
      ['document.updated', ['lines', 'note', 'totals', 'vat_breakdown']],
    ]);
    expect(of.map(({ resource }) => resource.version)).toEqual([1, 2, 3]);
  });

  it('are a chain without a gap', async () => {
    const relation_id = await aRelation(tenant);
    await Promise.all(
      Array.from({ length: 20 }, () =>
        tenant.post('/documents', { type: 'invoice', relation_id, lines: [line] }).expect(201),
      ),
    );
    await headOf(tenant);
    // Operators' events are hidden from the client, and are part of the chain.
    const { events } = await get(service.container, EVENT_LOG).page(tenant.company_id, 0, 1_000, {});
    let before = FIRST_HASH;
    for (const [index, { body }] of events.entries()) {
      const event = JSON.parse(body) as ChainedEvent;
      expect([event.position, event.previous_hash]).toEqual([index + 1, before]);
      expect(event.hash).toBe(hashOf(before, contentOf(event)));
      before = event.hash;
    }
    const { body: head } = await tenant.get('/events/head').expect(200);
    expect(head).toMatchObject({ position: events.length, hash: before });
  });

  it('include the default that another resource replaces, and the journals of a deleted account', async () => {
    const accounts: string[] = [];
    for (const reference of ['BE68539007547034', 'BE71096123456769']) {
      accounts.push((await tenant.post('/bank-accounts', { reference }).expect(201)).body.id);
    }
    const journal = { code: 'X', name: 'X', category: 'sales', bank_account_id: accounts[1] };
    await tenant.post('/journals', journal).expect(201);
    const after = await headOf(tenant);
    await tenant.patch(`/bank-accounts/${accounts[1]}`, { default: true }).expect(200);
    await tenant.patch(`/bank-accounts/${accounts[0]}`, { default: true }).expect(200);
    await tenant.delete(`/bank-accounts/${accounts[1]}`).expect(204);
    const events = await eventsOf(tenant, after);
    expect(events.map((event) => [event.type, event.changed, event.resource.id === accounts[0]])).toEqual([
      ['bank_account.updated', ['default'], true],
      ['bank_account.updated', ['default'], false],
      ['bank_account.updated', ['default'], false],
      ['bank_account.updated', ['default'], true],
      ['journal.updated', ['bank_account_id'], false],
      ['bank_account.deleted', [], false],
    ]);
  });

  it('show a deleted default as its GET returned it last', async () => {
    const { body: account } = await tenant
      .post('/bank-accounts', { reference: 'BE68539007547034' })
      .expect(201);
    expect(account.default).toBe(true);
    const { body: branding } = await tenant.post('/brandings', { name: 'Only' }).expect(201);
    await tenant.delete(`/bank-accounts/${account.id}`).expect(204);
    await tenant.delete(`/brandings/${branding.id}`).expect(204);
    const { body: journals } = await tenant.get('/journals?category=sales');
    await tenant.delete(`/journals/${journals.data[0].id}`).expect(204);
    const deleted = (await eventsOf(tenant)).filter(({ type }) => type.endsWith('.deleted'));
    expect(deleted.map(({ digest }) => digest)).toEqual([account, branding, journals.data[0]].map(digestOf));
  });

  it('have the default that a change of own data waited for', async () => {
    const { body: first } = await tenant.post('/brandings', { name: 'One' }).expect(201);
    const { body: second } = await tenant.post('/brandings', { name: 'Two' }).expect(201);
    const own_data = { external_id: 'two', metadata: {} };
    let answered;
    await get(service.container, DATABASE)
      .transaction()
      .execute(async (trx) => {
        // As a change of the default does it, which is not committed yet.
        const { company_id } = tenant;
        await new PostgresDefaultPointers(trx).move(
          { kind: 'branding', company_id },
          first.id,
          second.id,
          new Date(),
        );
        await sql`update branding set version = version + 1 where company_id = ${company_id} and id = ${second.id}`.execute(
          trx,
        );
        answered = tenant
          .put(`/brandings/${second.id}/own-data`)
          .send(own_data)
          .then((answer) => answer);
        await new Promise((resolve) => setTimeout(resolve, 200));
      });
    expect((await answered!).body).toMatchObject({ ...own_data, default: true });
  });

  it('include the delivery locations of a deleted relation and the attachments of a deleted document', async () => {
    const relation_id = await aRelation(tenant);
    await tenant.post(`/relations/${relation_id}/delivery-locations`, {
      name: 'D',
      address: BELGIAN_ADDRESS,
    });
    const document = await tenant.post('/documents', { type: 'invoice', relation_id, lines: [line] });
    await tenant
      .post(`/documents/${document.body.id}/attachments`)
      .attach('file', Buffer.from('%PDF-1.4\n%%EOF'), 'a.pdf')
      .expect(201);
    const after = await headOf(tenant);
    await tenant.delete(`/documents/${document.body.id}`).expect(204);
    await tenant.delete(`/relations/${relation_id}`).expect(204);
    const events = await eventsOf(tenant, after);
    expect(events.map(shown)).toEqual([
      ['attachment.deleted', []],
      ['document.deleted', []],
      ['delivery_location.deleted', []],
      ['relation.deleted', []],
    ]);
    expect(events[0]!.data).toMatchObject({ document_id: document.body.id, filename: 'a.pdf' });
    expect(events[2]!.data).toEqual({ name: 'D', relation_id });
    expect(events[1]!.digest).toBe(digestOf(document.body));
  });

  it('are payment events for links with amounts, and only for those', async () => {
    const relation_id = await aRelation(tenant);
    const document = await tenant.post('/documents', { type: 'invoice', relation_id, lines: [line] });
    const after = await headOf(tenant);
    const link = (members: object) =>
      service
        .manage('post', `/management/companies/${tenant.company_id}/links`)
        .send({ target: 'document', target_id: document.body.id, kind: 'reconciliation', ...members })
        .expect(201);
    const paid = await link({ amount: '121.00' });
    await link({});
    await service
      .manage('delete', `/management/companies/${tenant.company_id}/links/${paid.body.id}`)
      .expect(204);
    await link({ amount: '1.00' });
    const events = await eventsOf(tenant, after);
    expect(events.map((event) => [...shown(event), event.actor.kind])).toEqual([
      ['document.payment_recorded', ['payment_status'], 'operator'],
      ['document.payment_removed', ['payment_status'], 'operator'],
      ['document.payment_recorded', ['payment_status'], 'operator'],
    ]);
    await link({ amount: '1.00' }); // the payment status stays
    const later = await eventsOf(tenant, events.at(-1)!.position);
    const same = later.find(({ resource }) => resource.id === document.body.id);
    expect([shown(same!), same!.resource.version]).toEqual([['document.payment_recorded', []], 5]);
  });
});

describe('every route', () => {
  const QUIET = ['/documents/preview'];

  it('that changes something leaves an event, and no other route does', async () => {
    const tenant = await aTenant(service, {
      name: 'Sender NV',
      vat: 'BE0200000043',
      address: BELGIAN_ADDRESS,
      electronic_address: IMPORTER,
    });
    const call = callOf(service, tenant.access_token);
    const ids = await oneOfEach(call);
    for (const route of declaredRoutes(service)) {
      if (/webhooks|evidence/.test(route.path)) continue;
      const fresh = { ...ids };
      // What is deleted or sent is one more of its kind.
      for (const collection of collectionsOf(route.path))
        fresh[collection] = await oneMore(collection, call, fresh);
      const after = await headOf(tenant);
      const address = addressOf(route.path, fresh);
      const { status } = await bodyOf(route, fresh)(call(route.method, address));
      const events = await eventsOf(tenant, after);
      const is_change = route.method !== 'get' && !QUIET.includes(route.path);
      expect([route.name, status < 300 || status === 304, events.length > 0]).toEqual([
        route.name,
        true,
        is_change,
      ]);
    }
  }, 120_000);

  it('leaves no event when it is refused, or changes nothing', async () => {
    const tenant = await aTenant(service, { address: BELGIAN_ADDRESS });
    const relation_id = await aRelation(tenant);
    const document = await tenant.post('/documents', { type: 'invoice', relation_id, lines: [line] });
    const { id } = document.body;
    const after = await headOf(tenant);
    await tenant.patch(`/documents/${id}`, { note: null }).expect(200);
    await tenant.patch(`/documents/${id}`, { note: 'x' }).set('If-Match', '"7"').expect(412);
    await tenant.post('/documents', { type: 'invoice', relation_id, lines: [] }).expect(422);
    await tenant.delete(`/relations/${relation_id}`).expect(409);
    await tenant.post('/relations', { type: 'company', name: '' }).expect(422);
    const until = await headOf(tenant);
    expect(until - after).toBe(2);
  });
});

describe('the feed', () => {
  it('answers as soon as there is an event for which it waits', async () => {
    const tenant = await aTenant(service, { address: BELGIAN_ADDRESS });
    const { body: head } = await tenant.get('/events/head');
    const after = await headOf(tenant);
    expect(head.position).toBeLessThanOrEqual(after);
    const waiting = tenant.get(`/events?after=${after}&wait_s=20`).then(({ body }) => body);
    await tenant.post('/brandings', { name: 'Awaited' }).expect(201);
    const { data } = await waiting;
    expect(data.map(({ data: { name } }: ChainedEvent) => name)).toEqual(['Awaited']);
  });

  it('answers an empty page at its time, and beyond the head with `after` as given', async () => {
    const tenant = await aTenant(service);
    const after = await headOf(tenant);
    expect((await tenant.get(`/events?after=${after}&wait_s=1`)).body).toEqual({ data: [], after });
    expect((await tenant.get('/events?after=900719925474099')).body).toEqual({
      data: [],
      after: 900719925474099,
    });
  });

  it('refuses unknown types, and positions that are none', async () => {
    const tenant = await aTenant(service);
    const codes = [];
    for (const query of [
      'types=document.eaten',
      'types=',
      'resource_id=1',
      'after=-1',
      'limit=1001',
      'wait_s=31',
    ]) {
      const { status, body } = await tenant.get(`/events?${query}`);
      codes.push([query, status, body.error.code]);
    }
    expect(codes).toEqual([
      ['types=document.eaten', 400, 'invalid_filter'],
      ['types=', 400, 'invalid_filter'],
      ['resource_id=1', 400, 'invalid_filter'],
      ['after=-1', 422, 'validation_error'],
      ['limit=1001', 422, 'validation_error'],
      ['wait_s=31', 422, 'validation_error'],
    ]);
  });

  it('shows only events of resources that the token lets its client read', async () => {
    const tenant = await aTenant(service);
    await headOf(tenant);
    await service
      .manage('patch', `/management/companies/${tenant.company_id}`)
      .send({ name: 'Another name' })
      .expect(200);
    const after = await headOf(tenant);
    const { body } = await tenant.get(`/events?limit=1000`);
    expect(body.after).toBeGreaterThanOrEqual(after);
    expect(new Set(body.data.map(({ resource }: ChainedEvent) => resource.type))).toEqual(
      new Set(['journal', 'branding']),
    );
  });
});
