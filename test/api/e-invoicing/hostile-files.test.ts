import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import request from 'supertest';
import { PooledEInvoiceReader } from '../../../src/adapters/e-invoicing/reading/pooled-e-invoice-reader';
import { PooledDocumentRendering } from '../../../src/adapters/rendering/pooled-document-rendering';
import { ParsingPool } from '../../../src/adapters/workers/parsing-pool';
import { WorkModule } from '../../../src/adapters/workers/worker-pool';
import { E_INVOICE_READER, get, LOG, MANAGEMENT, PARSING, RENDERING } from '../../../src/composition/keys';
import { createDatabase, type TestDatabase } from '../../support/database';
import { aParty, aUbl, type PartyMembers } from '../../support/e-invoices';
import { anInvoice, put } from '../../support/sending';
import { aTenant, BELGIAN_ADDRESS, type Service, startService, type Tenant } from '../../support/service';

const NETWORK_TOKEN = 'a-network-token-for-tests';
const READING = new WorkModule<typeof import('../../support/hostile-reading')>(
  require.resolve('../../support/hostile-reading'),
);

const DRAWING = new WorkModule<typeof import('../../support/hostile-drawing')>(
  require.resolve('../../support/hostile-drawing'),
);
/** Shorter than in production to save time, but long enough for a worker to load its code in its first task. */
const READING_LIMITS = { work_ms: 3_000, heap_mib: 128, answer_ms: 20_000, wait_ms: 15_000 };
const RENDERING_LIMITS = { work_ms: 4_000, answer_ms: 25_000, wait_ms: 15_000 };

let database: TestDatabase;
let folder: string;
let service: Service;

beforeAll(async () => {
  database = await createDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), 'invoicing-hostile-'));
  service = await startService(database.url, { STORAGE_DIR: folder, NETWORK_TOKEN }, (container) => {
    put(container, PARSING, () => new ParsingPool(get(container, LOG), READING_LIMITS));
    put(container, E_INVOICE_READER, () => new PooledEInvoiceReader(get(container, PARSING), READING));
    put(
      container,
      RENDERING,
      () => new PooledDocumentRendering(get(container, LOG), RENDERING_LIMITS, undefined, DRAWING),
    );
  });
});
afterAll(async () => {
  await service.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

let party: PartyMembers;
let tenant: Tenant;
let other_party: PartyMembers;
let other: Tenant;
beforeEach(async () => {
  [party, other_party] = [aParty('Buyer NV'), aParty('Other NV')];
  [tenant, other] = (await Promise.all([party, other_party].map(aBuyer))) as [Tenant, Tenant];
});

const aBuyer = ({ vat, electronic_address }: PartyMembers) =>
  aTenant(service, { vat, electronic_address, address: BELGIAN_ADDRESS });
const importInto = (company: Tenant, xml: string) =>
  company.post('/documents/import').attach('file', Buffer.from(xml), 'invoice.xml');
const alive = () => request(get(service.container, MANAGEMENT)).get('/health/live');
const filesOf = ({ company_id }: Tenant) => readdir(path.join(folder, company_id)).catch(() => []);

const REFUSAL = {
  code: 'validation_error',
  message: 'file: takes too much time or memory to read',
};

describe.each(['never ends', 'eats memory'])('A file whose reading %s', (flaw) => {
  const hostile = () => aUbl({ buyer: party, number: flaw });

  test('is refused, and nothing of it is stored; the next file of its company is read', async () => {
    const { status, body } = await importInto(tenant, hostile());
    expect([status, body.error]).toEqual([422, REFUSAL]);
    expect(await filesOf(tenant)).toEqual([]);
    expect((await importInto(tenant, aUbl({ buyer: party }))).status).toBe(201);
  });

  test('delays neither the health check nor another company', async () => {
    const order: string[] = [];
    const floods = [1, 2, 3, 4].map(() => importInto(tenant, hostile()).then(() => order.push('hostile')));
    const others = [
      alive().then(({ status }) => order.push(`alive ${status}`)),
      other.get('/auth/me').then(({ status }) => order.push(`me ${status}`)),
      importInto(other, aUbl({ buyer: other_party })).then(({ status }) => order.push(`import ${status}`)),
    ];
    await Promise.all([...floods, ...others]);
    expect(order.slice(0, 3).sort()).toEqual(['alive 200', 'import 201', 'me 200']);
  });

  test('is permanently refused when it comes over the network', async () => {
    const { status, body } = await request(get(service.container, MANAGEMENT))
      .post('/management/network/inbound')
      .set('Authorization', `Bearer ${NETWORK_TOKEN}`)
      .set('Content-Type', 'application/xml')
      .send(hostile());
    const message = REFUSAL.message.replace('file', 'body');
    const refusal = { error: { ...REFUSAL, message }, errorMessage: message, retry: 'none' };
    expect([status, body]).toEqual([422, refusal]);
  });
});

describe('A document that takes too long to render', () => {
  test('is a 500, and the next one is rendered', async () => {
    const hostile = await anInvoice(tenant, null, { note: 'never ends' });
    const { status, body } = await tenant.get(`/documents/${hostile.id}/file`);
    expect([status, body.error.code]).toEqual([500, 'internal_error']);
    const document = await anInvoice(tenant, null);
    expect((await tenant.get(`/documents/${document.id}/file`)).status).toBe(200);
  });

  test('does not delay other companies', async () => {
    const hostile = await anInvoice(tenant, null, { note: 'never ends' });
    const document = await anInvoice(other, null);
    const order: string[] = [];
    const floods = [1, 2, 3, 4].map(() =>
      tenant.get(`/documents/${hostile.id}/file`).then(() => order.push('hostile')),
    );
    await other.get(`/documents/${document.id}/file`).then(({ status }) => order.push(`drawn ${status}`));
    await Promise.all(floods);
    expect(order[0]).toBe('drawn 200');
  });
});
