import { createDatabase, type TestDatabase } from '../../support/database';
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
let relation_id: string;

beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
  tenant = await aTenant(service, { vat: 'BE0123456749', address: BELGIAN_ADDRESS });
  relation_id = await aRelation(tenant);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const LINE = { name: 'Consulting', quantity: '2', unit_price: '100', vat_rate: '21' };

async function aDocument(members: object = {}): Promise<{ id: string; number: string }> {
  const { status, body } = await tenant.post('/documents', {
    type: 'invoice',
    relation_id,
    lines: [LINE],
    ...members,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}

const download = (id: string, query = '') =>
  tenant
    .get(`/documents/${id}/file${query}`)
    .buffer(true)
    .parse(bytes as never);

/** supertest's parser for what is neither text nor JSON. */
function bytes(res: NodeJS.ReadableStream, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  res.on('data', (chunk: Buffer) => chunks.push(chunk));
  res.on('end', () => done(null, Buffer.concat(chunks)));
}

describe('GET /documents/{id}/file', () => {
  test('is a PDF by default, as a download without active content', async () => {
    const { id, number } = await aDocument();
    const { status, headers, body } = await download(id);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/pdf');
    expect(headers['content-disposition']).toBe(`attachment; filename="${number}.pdf"`);
    expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect((body as Buffer).subarray(0, 5).toString()).toBe('%PDF-');
    expect((await download(id)).body).toEqual(body);
  });

  test('is UBL with format=ubl, also of a document that cannot be sent', async () => {
    const { id, number } = await aDocument();
    const { status, headers, body } = await download(id, '?format=ubl');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/xml');
    expect((body as Buffer).toString()).toContain(`<cbc:ID>${number}</cbc:ID>`);
  });

  test('is Factur-X with format=facturx', async () => {
    const { id } = await aDocument();
    const { body } = await download(id, '?format=facturx');
    expect((body as Buffer).toString('latin1')).toContain('factur-x.xml');
  });

  test.each([
    ['ubl', { type: 'proforma' }],
    ['facturx', { type: 'quote' }],
    ['original', {}],
    ['ubl', { currency: 'KWD' }],
    ['docx', {}],
  ])('refuses %s of %j (400 invalid_filter)', async (format, members) => {
    const { id } = await aDocument(members);
    const { status, body } = await tenant.get(`/documents/${id}/file?format=${format}`);
    expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'invalid_filter' });
  });

  test('has the logo that the branding had when the document was created', async () => {
    const { body: branding } = await tenant.post('/brandings', { name: 'B' });
    const svg = (fill: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="${fill}"/></svg>`;
    const put = (fill: string) =>
      tenant
        .put(`/brandings/${branding.id}/logo`)
        .set('Content-Type', 'image/svg+xml')
        .send(Buffer.from(svg(fill)));
    expect((await put('#ff0000')).status).toBe(200);
    const { id } = await aDocument({ branding_id: branding.id });
    const before = await download(id);
    expect((await put('#0000ff')).status).toBe(200);
    expect((await download(id)).body).toEqual(before.body);
    const after = await aDocument({ branding_id: branding.id });
    expect((await download(after.id)).body).not.toEqual(before.body);
  });

  test('is not found for another company', async () => {
    const { id } = await aDocument();
    const stranger = await aTenant(service);
    const { status, body } = await stranger.get(`/documents/${id}/file`);
    expect({ status, code: body.error.code }).toEqual({ status: 404, code: 'not_found' });
  });
});
