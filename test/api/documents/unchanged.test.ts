import { createDatabase, type TestDatabase } from '../../support/database';
import { A_LINE } from '../../support/sending';
import {
  aRelation,
  aTenant,
  BELGIAN_ADDRESS,
  startService,
  type Service,
  type Tenant,
} from '../../support/service';

let database: TestDatabase;
let service: Service;
let tenant: Tenant;

beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
  tenant = await aTenant(service, { vat: 'BE0123456749', address: BELGIAN_ADDRESS });
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const created = async (path: string, body: object) => {
  const answer = await tenant.post(path, body);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return `${path}/${answer.body.id}`;
};
const aJournal = (members: object) =>
  created('/journals', { code: 'X1', name: 'X', category: 'quote', ...members });
const anAddress = { country_code: 'BE', city: 'Ghent' };

/** A resource of each kind that can be changed: how it is made, its present values, and one value that it has not. */
const RESOURCES: Record<
  string,
  { make: () => Promise<string>; same: object[]; other: object; managed?: true }
> = {
  'a document': {
    make: async () =>
      created('/documents', {
        ...{ type: 'invoice', relation_id: await aRelation(tenant), lines: [A_LINE], paid_amount: '10' },
        ...{ note: 'Thank you', exchange_rate: '1.1' },
      }),
    same: [
      { note: 'Thank you', lines: [A_LINE] },
      { paid_amount: '10.0', exchange_rate: '1.10' },
      { due_date: null },
    ],
    other: { note: 'Thanks' },
  },
  'a relation': {
    make: () =>
      created('/relations', { type: 'company', name: 'R', vat: 'BE0876543270', address: anAddress }),
    same: [
      { name: 'R', email: null },
      { vat: 'be 0876.543.270' },
      { address: { ...anAddress, street: null } },
    ],
    other: { name: 'S' },
  },
  'a delivery location': {
    make: async () =>
      created(`/relations/${await aRelation(tenant)}/delivery-locations`, { name: 'L', address: anAddress }),
    same: [
      { name: 'L', address: anAddress },
      { identifier: null, identifier_scheme: null },
    ],
    other: { address: { ...anAddress, city: 'Aalst' } },
  },
  'a bank account': {
    make: () => created('/bank-accounts', { reference: 'BE68539007547034', name: 'Main' }),
    same: [{ reference: 'BE68 5390 0754 7034' }, { default: true }, { name: 'Main', bic: null }],
    other: { bic: 'KREDBEBB' },
  },
  'a journal': {
    make: () => aJournal({ code: 'X1' }),
    same: [{ name: 'X', active: true }, { default: false }, { bank_account_id: null }],
    other: { default: true },
  },
  'an inactive journal of a category without others': {
    make: async () => {
      const fresh = await aTenant(service, { default_journals: false });
      tenant = { ...fresh };
      return aJournal({ code: 'X2', active: false });
    },
    same: [{ name: 'X' }, { active: false }, { default: false }],
    other: { active: true },
  },
  'a branding': {
    make: () => created('/brandings', { name: 'B', primary_color: '#102030' }),
    same: [
      { name: 'B', default: true },
      { primary_color: '#102030', header: null },
    ],
    other: { footer: 'F' },
  },
  'a company': {
    make: async () => `/management/companies/${tenant.company_id}`,
    same: [
      { name: 'A company', currency: 'EUR' },
      { books_closed_until: null, embed_pdf: true },
    ],
    other: { name: 'Another' },
    managed: true,
  },
  'a client': {
    make: async () => `/management/clients/${tenant.client_id}`,
    same: [
      { name: 'A client', active: true },
      { permissions: everything(['update', 'delete', 'read', 'create']) },
    ],
    other: { permissions: everything(['read']) },
    managed: true,
  },
};

function everything(actions: readonly string[]) {
  const resources = ['document', 'relation', 'bank_account', 'journal', 'branding'];
  return Object.fromEntries(resources.map((resource) => [resource, actions]));
}

describe('A PATCH that changes nothing leaves version and time alone', () => {
  test.each(Object.entries(RESOURCES))('of %s', async (_, { make, same, other, managed }) => {
    const path = await make();
    const call = (method: 'get' | 'patch', body?: object) =>
      managed
        ? service.manage(method, path).send(body)
        : method === 'get'
          ? tenant.get(path)
          : tenant.patch(path, body!);
    const before = await call('get').expect(200);
    for (const patch of [{}, ...same]) {
      // A due date is kept by repeating it.
      const named = 'due_date' in patch ? { due_date: before.body.due_date } : patch;
      const answer = await call('patch', named);
      expect([answer.status, answer.headers['etag'], answer.body]).toEqual([
        ...[200, before.headers['etag'], before.body],
      ]);
    }
    expect((await call('get')).body).toEqual(before.body);

    const changed = await call('patch', other).expect(200);
    expect(changed.headers['etag']).not.toBe(before.headers['etag']);
    expect(changed.body).toMatchObject(other);
    expect(Date.parse(changed.body.updated_at)).toBeGreaterThan(Date.parse(before.body.updated_at));
  });
});
