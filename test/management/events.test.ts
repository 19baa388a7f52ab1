import { EVENT_LOG, get } from '../../src/composition/keys';
import { EventPositions } from '../../src/use-cases/events/positions';
import { createDatabase, type TestDatabase } from '../support/database';
import { aTenant, type Service, startService, type Tenant } from '../support/service';

let database: TestDatabase;
let service: Service;
let tenant: Tenant;
beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
  tenant = await aTenant(service);
  await tenant.post('/relations', { type: 'company', name: 'A customer' }).expect(201);
  await give();
});
afterAll(async () => {
  await service.close();
  await database.drop();
});
const give = () => new EventPositions(get(service.container, EVENT_LOG)).give(tenant.company_id);
const path = () => `/management/companies/${tenant.company_id}/events`;
const list = (query = '') => service.manage('get', `${path()}${query}`);

describe('GET /management/companies/{id}/events', () => {
  test('shows all events, with those of clients, which the clients do not see', async () => {
    const { body } = await list().expect(200);
    const types = body.data.map(({ type }: { type: string }) => type);
    expect(types).toEqual(expect.arrayContaining(['client.created', 'journal.created', 'relation.created']));
    expect(body.after).toBe(body.data.length);
    const seen = (await tenant.get('/events').expect(200)).body.data as { type: string }[];
    expect(seen).toEqual(body.data.filter(({ type }: { type: string }) => !/^(client|company)\./.test(type)));
  });

  test('takes the parameters of the feed', async () => {
    const { body } = await list('?types=client.*,relation.created&limit=1').expect(200);
    expect(body.data).toHaveLength(1);
    const rest = (await list(`?types=client.*,relation.created&after=${body.after}`).expect(200)).body;
    expect(rest.data).toMatchObject([{ type: 'relation.created' }]);
    const beyond = (await list('?after=100000').expect(200)).body;
    expect(beyond).toEqual({ data: [], after: 100_000 });
    expect((await list('?types=nothing').expect(400)).body.error.code).toBe('invalid_filter');
    expect((await list('?limit=1001').expect(422)).body.error.code).toBe('validation_error');
  });

  test.each(['from-earlier-system', 'Zoë & Söhne #1?', '😀'.repeat(64)])(
    'shows those of the client with the imported id %s',
    async (client_id) => {
      const made = { client_id, client_secret: 'a-secret-of-an-earlier-system', name: 'A client' };
      await service
        .manage('post', `/management/companies/${tenant.company_id}/clients`)
        .send(made)
        .expect(201);
      await give();
      const { body } = await list(`?resource_id=${encodeURIComponent(client_id)}`).expect(200);
      expect(body.data).toMatchObject([
        { type: 'client.created', resource: { type: 'client', id: client_id } },
      ]);
    },
  );

  test('takes the id of a relation', async () => {
    const { body } = await list('?types=relation.*').expect(200);
    const [event] = body.data;
    const { body: found } = await list(`?resource_id=${event.resource.id}`).expect(200);
    expect(found.data).toEqual([event]);
  });

  test.each(['', ' ', '%00', '.', 'a'.repeat(65)])(
    'refuses the resource_id "%s", which no resource can have',
    async (id) => {
      expect((await list(`?resource_id=${id}`).expect(400)).body.error.code).toBe('invalid_filter');
    },
  );

  test('of an unknown company is not found', async () => {
    const unknown = '01981e5c-7f6a-7c3e-8a51-0a4d6b1c2d3e';
    await service.manage('get', `/management/companies/${unknown}/events`).expect(404);
  });
});
