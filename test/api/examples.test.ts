import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { NETWORK_ORIGIN } from '../../src/domain/events/event';
import { aUbl } from '../support/e-invoices';
import type { OperationExample, Route } from '../../src/adapters/http/route';
import { API_ROUTES, get, RECEPTION, UNITS_OF_WORK } from '../../src/composition/keys';
import { createDatabase, type TestDatabase } from '../support/database';
import { DELIVERS } from '../support/sending';
import { aTenant, type Service, startService, type Tenant } from '../support/service';

let database: TestDatabase;
let service: Service;
beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

/** The company of the examples; it has an electronic address only if it sends. */
const COMPANY = {
  name: 'Studio Noord BV',
  vat: 'BE0123456749',
  email: 'info@studio-noord.example',
  phone: '+32 9 123 45 67',
  website: 'https://studio-noord.example',
  contact_name: 'Lien Maes',
  legal_information: 'Besloten vennootschap, RPR Gent',
  address: { country_code: 'BE', street: 'Kaai', street_number: '12', postal_code: '9000', city: 'Gent' },
};
const SENDER = { ...COMPANY, electronic_address: '0208:0123456749' };

const RESPONDER = { ...COMPANY, electronic_address: '0088:5490000000011' };
/** Sends the document that the responder has received. */
const SUPPLIER = {
  ...{ name: 'Drukkerij Claes NV', vat: 'BE0876543270', electronic_address: '0208:0876543270' },
  address: COMPANY.address,
};
const companyOf = ({ operation: { id } }: Described) =>
  id === 'sendDocument' ? SENDER : id === 'sendResponse' ? RESPONDER : COMPANY;

interface Scene {
  readonly tenant: Tenant;
  readonly relation_id: string;
  readonly document_id: string;
}

/** A company with the relation and the document of the examples, for what is not about making them. */
async function aScene(company: object, { path, operation: { id } }: Described): Promise<Scene> {
  const tenant = await aTenant(service, company);
  if (id === 'createRelation') return { tenant, relation_id: '', document_id: '' };
  const example = (operation_id: string) => Object.values(exampleOf(operation_id))[0]!.request;
  const { body: relation } = await tenant
    .post('/relations', { ...example('createRelation'), electronic_address: DELIVERS })
    .expect(201);
  const relation_id = relation.id as string;
  if (!path.startsWith('/documents/:id')) return { tenant, relation_id, document_id: '' };
  if (id === 'sendResponse') return { tenant, relation_id, document_id: await received() };
  const { body: document } = await tenant
    .post('/documents', { ...example('createDocument'), relation_id, ...ofType(id) })
    .expect(201);
  return { tenant, relation_id, document_id: document.id };
}

/** A document of the responder that came over the network. */
async function received(): Promise<string> {
  const [seller, buyer] = [SUPPLIER, RESPONDER].map(({ name, vat, electronic_address }) => ({
    ...{ name, vat, electronic_address, identifier: null },
  }));
  await aTenant(service, SUPPLIER);
  const xml = Buffer.from(aUbl({ buyer: buyer!, seller: seller! }));
  const unit = get(service.container, UNITS_OF_WORK).open(NETWORK_ORIGIN);
  const message = { message_id: randomUUID() };
  return (await get(service.container, RECEPTION).receive(unit, xml, message)).document_id;
}

/** What is converted is a quote. */
const ofType = (id: string) => (id === 'convertDocument' ? { type: 'quote' } : {});

type Described = Route & { readonly operation: NonNullable<Route['operation']> };

const described = (): Described[] =>
  get(service.container, API_ROUTES).filter(
    (route): route is Described => route.operation?.examples !== undefined,
  );

const exampleOf = (id: string) =>
  described().find(({ operation }) => operation.id === id)!.operation.examples!;

async function answerTo(route: Described, { request: example }: OperationExample) {
  const scene = await aScene(companyOf(route), route);
  const address = await addressOf(route, scene);
  const { access_token } = scene.tenant;
  const test = request(service.api)[route.method](address).set('Authorization', `Bearer ${access_token}`);
  return example ? test.send(await withOwn(scene, example)) : test;
}

/** The address of an operation on a resource of the scene, or on one that the example of its creation makes. */
async function addressOf({ path }: Described, { tenant, relation_id, document_id }: Scene): Promise<string> {
  const address = path
    .replace(/^\/relations\/:(relation_)?id/, `/relations/${relation_id}`)
    .replace(/^\/documents\/:id/, `/documents/${document_id}`);
  const [collection] = address.split('/:id');
  if (collection === address) return address;
  const creation = described().find(
    (route) => route.method === 'post' && route.path === path.split('/:id')[0],
  )!;
  const { body } = await tenant
    .post(collection!, Object.values(creation.operation.examples!)[0]!.request)
    .expect(201);
  return address.replace(':id', body.id);
}

/** The request of the example, with ids and credentials of the test. */
async function withOwn({ tenant, relation_id }: Scene, example: object): Promise<object> {
  const { client_id, client_secret } = tenant;
  const credentials = { grant_type: 'client_credentials', client_id, client_secret };
  const own: Readonly<Record<string, () => unknown>> = {
    relation_id: () => relation_id,
    client_id: () => client_id,
    client_secret: () => client_secret,
    refresh_token: async () =>
      (await request(service.api).post('/auth/token').send(credentials)).body.refresh_token,
  };
  const members = Object.entries(example).map(async ([name, value]) => [
    name,
    (await own[name]?.()) ?? value,
  ]);
  return Object.fromEntries(await Promise.all(members)) as object;
}

/** Replaces values that differ between runs: ids, instants, tokens, secrets, references derived from an id. */
function steady(answer: unknown): unknown {
  const text = JSON.stringify(answer)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'an id')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'an instant')
    .replaceAll(/"(access|refresh)_token":"[^"]+"/g, '"$1_token":"a token"')
    .replaceAll(/whsec_[\w+/]{43}=/g, 'a secret')
    .replaceAll(/\+\+\+\d{3}\/\d{4}\/\d{5}\+\+\+/g, 'a payment reference');
  return JSON.parse(text);
}

describe('each example of the interface description', () => {
  test('is one of every operation with a JSON body', () => {
    const routes = get(service.container, API_ROUTES).filter(
      ({ operation, ...route }) => operation && 'body' in route,
    );
    expect(routes.length).toBeGreaterThan(20);
    expect(routes.filter(({ operation }) => !operation!.examples).map(({ path }) => path)).toEqual([]);
  });

  test('gets the described response', async () => {
    const shown: Record<string, unknown> = {};
    const real: Record<string, unknown> = {};
    for (const route of described()) {
      for (const [name, example] of Object.entries(route.operation.examples!)) {
        const { status, body } = await answerTo(route, example);
        const due = example.status ?? ('handle' in route ? (route.status ?? 200) : 200);
        const response = example.response && steady(example.response);
        shown[`${route.operation.id} ${name}`] = [due, response];
        real[`${route.operation.id} ${name}`] = [status, response && steady(body)];
      }
    }
    expect(real).toEqual(shown);
  });
});
