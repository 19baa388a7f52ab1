import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { EVENT_LOG, get } from '../../../src/composition/keys';
import type { ChainedEvent } from '../../../src/domain/events/event';
import { createDatabase, type TestDatabase } from '../../support/database';
import { aTenant, type Service, startService, type Tenant } from '../../support/service';
import { until } from '../../support/until';

let database: TestDatabase;
let nodes: Service[];
beforeAll(async () => {
  database = await createDatabase();
  const settings = { LOCKOUT_ATTEMPTS: '4' };
  nodes = [await startService(database.url, settings), await startService(database.url, settings)];
});
afterAll(async () => {
  for (const node of nodes) await node.close();
  await database.drop();
});

/** The events of a company's clients, once the event of a change that follows has its position. */
async function clientEvents({ company_id }: Tenant): Promise<ChainedEvent[]> {
  const [service] = nodes as [Service];
  const name = randomUUID();
  await service.manage('patch', `/management/companies/${company_id}`).send({ name }).expect(200);
  return until(async () => {
    const { events } = await get(service.container, EVENT_LOG).page(company_id, 0, 1_000, {});
    const all = events.map(({ body }) => JSON.parse(body) as ChainedEvent);
    const is_complete = all.some(({ data }) => data['name'] === name);
    return is_complete ? all.filter(({ resource: { type } }) => type === 'client') : undefined;
  });
}

/** Waits for the event of a lockout, which is written after the response. */
async function lockouts(tenant: Tenant, count: number): Promise<ChainedEvent[]> {
  return until(async () => {
    const locked = (await clientEvents(tenant)).filter(({ type }) => type === 'client.locked');
    return locked.length >= count ? locked : undefined;
  });
}

const signIn = (client_id: string, client_secret: string, node = 0) =>
  request(nodes[node]!.api)
    .post('/auth/token')
    .send({ grant_type: 'client_credentials', client_id, client_secret });

describe('the lockout of a client', () => {
  it('is one event, of the request that began it, whatever the number of concurrent attempts and nodes', async () => {
    const tenant = await aTenant(nodes[0]!);
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, index) => signIn(tenant.client_id, 'wrong', index % 2)),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(4).fill(401), ...Array<number>(26).fill(429)]);
    const [event, ...more] = await lockouts(tenant, 1);
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      type: 'client.locked',
      actor: { kind: 'service', id: null },
      resource: { type: 'client', id: tenant.client_id, version: 1 },
      changed: [],
      data: { name: expect.any(String) },
      digest: null,
    });
    expect(Object.keys(event!.data)).toEqual(['name']);
    expect(responses.map(({ headers }) => headers['x-request-id'])).toContain(event!.request_id);
    await signIn(tenant.client_id, 'wrong').expect(429);
    expect(await lockouts(tenant, 1)).toHaveLength(1);
  });

  it('that follows an unlock is an event of its own', async () => {
    const tenant = await aTenant(nodes[0]!);
    for (const round of [1, 2]) {
      for (let n = 0; n < 4; n++) await signIn(tenant.client_id, 'wrong').expect(401);
      expect(await lockouts(tenant, round)).toHaveLength(round);
      await nodes[0]!.manage('delete', `/management/clients/${tenant.client_id}/lockout`).expect(204);
    }
  });

  it('is none after a right secret, and none of an unknown id', async () => {
    const tenant = await aTenant(nodes[0]!);
    const unknown = randomUUID();
    for (let n = 0; n < 3; n++) await signIn(tenant.client_id, 'wrong').expect(401);
    await signIn(tenant.client_id, tenant.client_secret).expect(200);
    for (let n = 0; n < 3; n++) await signIn(tenant.client_id, 'wrong').expect(401);
    for (let n = 0; n < 4; n++) await signIn(unknown, 'wrong').expect(401);
    await signIn(unknown, 'wrong').expect(429);
    expect((await clientEvents(tenant)).map(({ type }) => type)).toEqual(['client.created']);
  });
});

describe('the reuse of a refresh token', () => {
  it('that revokes its family is one event of the service, and a later revocation changes nothing', async () => {
    const tenant = await aTenant(nodes[0]!);
    const refresh = (refresh_token: string, node = 0) =>
      request(nodes[node]!.api).post('/auth/token').send({ grant_type: 'refresh_token', refresh_token });
    const { body: first } = await signIn(tenant.client_id, tenant.client_secret).expect(200);
    const { body: second } = await refresh(first.refresh_token).expect(200);
    await refresh(first.refresh_token).expect(401); // within 10 s of its use

    await nodes[0]!.manage('put', '/management/clock').send({ offset_s: 11 }).expect(200);
    try {
      const reused = await Promise.all(
        Array.from({ length: 8 }, (_, n) => refresh(first.refresh_token, n % 2)),
      );
      expect(reused.map(({ status }) => status)).toEqual(Array(8).fill(401));
      await refresh(second.refresh_token).expect(401);
      const path = `/management/clients/${tenant.client_id}/refresh-token`;
      await nodes[0]!.manage('delete', path).expect(204);
      const events = await clientEvents(tenant);
      expect(events.map(({ type, actor }) => [type, actor])).toEqual([
        ['client.created', { kind: 'operator', id: null }],
        ['client.revoked', { kind: 'service', id: null }],
      ]);
      expect(reused.map(({ headers }) => headers['x-request-id'])).toContain(events[1]!.request_id);
    } finally {
      await nodes[0]!.manage('put', '/management/clock').send({ offset_s: 0 }).expect(200);
    }
  });
});

describe('the management of a client', () => {
  it('leaves an event for each change, by an operator, without secrets', async () => {
    const tenant = await aTenant(nodes[0]!);
    const [service] = nodes as [Service];
    const path = `/management/clients/${tenant.client_id}`;
    const requests = [
      await service.manage('delete', `${path}/refresh-token`).expect(204),
      await service.manage('delete', `${path}/refresh-token`).expect(204), // there is none any more
      await service.manage('patch', path).send({ name: 'Another name' }).expect(200),
      await service.manage('patch', path).send({ name: 'Another name' }).expect(200), // changes nothing
      await service.manage('post', `${path}/secret`).send({}).expect(200),
      await service.manage('patch', path).send({ active: false }).expect(200),
    ];
    const events = await clientEvents(tenant);
    expect(events.map(({ type, changed, resource: { version } }) => [type, changed, version])).toEqual([
      ['client.created', [], 1],
      ['client.revoked', [], 1],
      ['client.updated', ['name'], 2],
      ['client.secret_rotated', [], 3],
      ['client.updated', ['active'], 4],
    ]);
    for (const { actor, digest, data } of events) {
      expect([actor, digest, Object.keys(data)]).toEqual([{ kind: 'operator', id: null }, null, ['name']]);
    }
    const ids = requests.map(({ headers }) => headers['x-request-id'] as string);
    expect(events.slice(1).map(({ request_id }) => request_id)).toEqual([ids[0], ids[2], ids[4], ids[5]]);
  });
});
