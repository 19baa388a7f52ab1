import type { Readable } from 'node:stream';
import { get, RENDERING } from '../../src/composition/keys';
import { PooledDocumentRendering } from '../../src/adapters/rendering/pooled-document-rendering';
import type { DocumentRendering } from '../../src/ports/documents/rendering';
import { Reader } from '../support/console';
import { fieldsOf } from '../support/csv';
import { createDatabase, type TestDatabase } from '../support/database';
import { aSender, A_LINE, put } from '../support/sending';
import { aRelation, type Service, startService, type Tenant } from '../support/service';
import { SilentLog } from '../support/silent-log';
import { unzipped } from '../support/zip';

const EVIL = '=HYPERLINK("http://evil.example","Pay here")';

let database: TestDatabase;
let service: Service;
let reader: Reader;
let tenant: Tenant;
let pdf: DocumentRendering['pdf'];
let path: string;
beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url, {}, (container) =>
    put(container, RENDERING, () => new PooledDocumentRendering(new SilentLog())),
  );
  const rendering = get(service.container, RENDERING);
  pdf = rendering.pdf.bind(rendering);
  reader = new Reader(service);
  await reader.signIn();
});
afterAll(async () => {
  await service.close();
  await database.drop();
});
beforeEach(async () => {
  get(service.container, RENDERING).pdf = pdf;
  tenant = await aSender(service);
  path = `/console/companies/${tenant.company_id}/export`;
});

async function sold(members: object = {}) {
  const relation_id = await aRelation(tenant, { name: EVIL });
  const { body } = await tenant.post('/documents', {
    type: 'invoice',
    relation_id,
    lines: [A_LINE],
    ...members,
  });
  await tenant.post(`/documents/${body.id}/mark-sent`);
  return body as { id: string; number: string; issue_date: string };
}
const query = ({ issue_date }: { issue_date: string }, form: string) =>
  `${path}?from=${issue_date}&to=${issue_date}&form=${form}`;
const bytesOf = (address: string) =>
  reader
    .open(address)
    .buffer(true)
    .parse((response, done) => collected(response as unknown as Readable, done));
const collected = (response: Readable, done: (error: Error | null, bytes: Buffer) => void) => {
  const pieces: Buffer[] = [];
  response.on('data', (piece: Buffer) => pieces.push(piece));
  response.on('end', () => done(null, Buffer.concat(pieces)));
};

describe("the export of a period on a company's page", () => {
  test('is a form with the month before', async () => {
    const { text } = await reader.open(`/console/companies/${tenant.company_id}`).expect(200);
    expect(text).toContain(`action="${path}"`);
    expect(text).toMatch(/name="from" type="date" value="\d{4}-\d\d-01"/);
  });

  test('is a ZIP file with PDF and UBL', async () => {
    const invoice = await sold();
    await sold({ type: 'quote' });
    const response = await bytesOf(query(invoice, 'zip')).expect(200);
    expect(response.headers).toMatchObject({
      ...{ 'content-type': 'application/zip', 'cache-control': 'no-store' },
      'content-disposition': `attachment; filename="documents_${invoice.issue_date}_${invoice.issue_date}.zip"`,
    });
    const files = unzipped(response.body as Buffer);
    const stem = `sales/${invoice.issue_date}_${invoice.number}`;
    expect([...files.keys()]).toEqual([`${stem}.pdf`, `${stem}.xml`]);
    expect(files.get(`${stem}.pdf`)!.subarray(0, 5).toString()).toBe('%PDF-');
    expect(files.get(`${stem}.xml`)!.toString()).toContain(`<cbc:ID>${invoice.number}</cbc:ID>`);
  });

  test('is a CSV file, in which names are no formulas', async () => {
    const invoice = await sold();
    const { text, headers } = await reader.open(query(invoice, 'csv')).expect(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const [head, ...records] = text.split('\r\n');
    expect(fieldsOf(head!.replace('\ufeff', '')).slice(0, 2)).toEqual([
      'Invoice number',
      'Invoice type code',
    ]);
    expect(records.slice(0, -1).map(fieldsOf)).toEqual([
      expect.arrayContaining([invoice.number, invoice.issue_date, `'${EVIL}`, '100.00', '21.00']),
    ]);
  });

  test('is cut off when a document cannot be drawn, and is no complete file', async () => {
    const first = await sold();
    await sold();
    let count = 0;
    get(service.container, RENDERING).pdf = (...given) =>
      ++count === 1 ? pdf(...given) : Promise.reject(new Error('The font is gone.'));
    await expect(bytesOf(query(first, 'zip'))).rejects.toThrow(/aborted|hang up/);
  });

  test.each([
    ['from=2026-01-01&to=2026-02-30', 422, 'to: must be a date'],
    ['from=2026-02-01&to=2026-01-01', 422, 'to: must not be before from'],
    ['from=2020-01-01&to=2020-01-31', 422, 'The period has no documents to export.'],
    ['form=csv', 422, 'from: must be a date'],
  ])('explains why there is none: %s', async (given, status, message) => {
    const response = await reader.open(`${path}?${given}`);
    expect([response.status, response.text]).toEqual([status, expect.stringContaining(message)]);
  });

  test('requires a session', async () => {
    const response = await new Reader(service).open(`${path}?from=2026-01-01&to=2026-01-31`);
    expect(response.status).toBe(303);
    expect(response.headers['location']).toMatch(/^\/console\/sign-in/);
  });
});
