import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import request from 'supertest';
import { PooledDocumentRendering } from '../../../src/adapters/rendering/pooled-document-rendering';
import { type Container, DATABASE, get, LOG, RENDERING } from '../../../src/composition/keys';
import type { RenderingInput } from '../../../src/ports/documents/rendering';
import { ReadPdf } from '../../adapters/rendering/read-pdf';
import { all, parsed, text } from '../../e-invoicing/fragment';
import { createDatabase, type TestDatabase } from '../../support/database';
import {
  A_LINE,
  aReceiver,
  anInvoice,
  anInvoiceTo,
  aSender,
  DELIVERS,
  documentWith,
  hurry,
  put,
  refusal,
  transmissionsOf,
} from '../../support/sending';
import { aPdf } from '../../support/sample-files';
import { startService, type Service, type Tenant } from '../../support/service';
import { until } from '../../support/until';

/** Renders like the service, or fails when the test says so. */
class Drawing extends PooledDocumentRendering {
  out_of_order = false;

  constructor(container: Container) {
    super(get(container, LOG));
  }

  override async pdf(company_id: string, input: RenderingInput): Promise<Uint8Array> {
    if (this.out_of_order) throw new Error('Out of ink.');
    return super.pdf(company_id, input);
  }
}

let database: TestDatabase;
let folder: string;
let service: Service;
let drawing: Drawing;
let tenant: Tenant;

beforeAll(async () => {
  database = await createDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), 'invoicing-embedded-'));
  service = await startService(database.url, { STORAGE_DIR: folder }, (container) => {
    hurry(container);
    put(container, RENDERING, () => (drawing = new Drawing(container)));
  });
  get(service.container, RENDERING);
});
afterAll(async () => {
  await service.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  drawing.out_of_order = false;
  tenant = await aSender(service);
});

const createAndSend = (body: object) =>
  request(service.api)
    .post('/documents?send_peppol=true')
    .set('Authorization', `Bearer ${tenant.access_token}`)
    .send(body);

const configure = (company: object) =>
  service.manage('patch', `/management/companies/${tenant.company_id}`).send(company).expect(200);

async function payloadOf(document_id: string): Promise<string> {
  const { rows } = await sql<{ payload: Buffer }>`
    select payload from transmission where document_id = ${document_id} order by created_at desc limit 1`.execute(
    get(service.container, DATABASE),
  );
  return rows[0]!.payload.toString('utf8');
}

async function fileOf(id: string, format: string, of = tenant): Promise<Buffer> {
  const { body } = await of
    .get(`/documents/${id}/file?format=${format}`)
    .buffer(true)
    .parse(bytes as never)
    .expect(200);
  return body;
}

/** supertest's parser for what is neither text nor JSON. */
function bytes(res: NodeJS.ReadableStream, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  res.on('data', (chunk: Buffer) => chunks.push(chunk));
  res.on('end', () => done(null, Buffer.concat(chunks)));
}

const OBJECT = 'Attachment/EmbeddedDocumentBinaryObject';

/** ID, file name, media type and bytes of each file in a UBL. */
function filesIn(xml: string) {
  return all(parsed(xml), 'Invoice/AdditionalDocumentReference').map((reference) => {
    const [object] = all(reference, OBJECT);
    return {
      id: text(reference, 'ID'),
      filename: object!['@filename'],
      content_type: object!['@mimeCode'],
      bytes: Buffer.from(text(reference, OBJECT)!, 'base64'),
    };
  });
}

async function attach(id: string, name: string, content: string | Buffer): Promise<void> {
  await request(service.api)
    .post(`/documents/${id}/attachments`)
    .set('Authorization', `Bearer ${tenant.access_token}`)
    .attach('file', typeof content === 'string' ? Buffer.from(content) : content, name)
    .expect(201);
}

/** A document that is being sent, in one or two requests. */
const WAYS: readonly (readonly [string, (body: object) => Promise<{ id: string; number: string }>])[] = [
  [
    'POST /documents/{id}/send',
    async (body) => {
      const { body: document } = await tenant.post('/documents', body).expect(201);
      await tenant.post(`/documents/${document.id}/send`).expect(202);
      return document;
    },
  ],
  ['POST /documents?send_peppol=true', async (body) => (await createAndSend(body).expect(201)).body],
];

describe('The PDF of a draft', () => {
  test('is marked as a draft, but not in its UBL', async () => {
    const { body: draft } = await tenant.post('/documents', await anInvoiceTo(tenant, DELIVERS)).expect(201);
    const [inside] = filesIn((await fileOf(draft.id, 'ubl')).toString());
    expect(new ReadPdf(await fileOf(draft.id, 'pdf')).text).toContain('Draft');
    expect(new ReadPdf(await fileOf(draft.id, 'facturx')).text).toContain('Draft');
    expect(new ReadPdf(inside!.bytes).text).not.toContain('Draft');
    await tenant.post(`/documents/${draft.id}/send`).expect(202);
    await documentWith(tenant, draft.id, 'delivered');
    expect(await fileOf(draft.id, 'pdf')).toEqual(inside!.bytes);
  });
});

describe.each(WAYS)('The PDF of a document that is sent by %s', (_way, sent) => {
  test('is embedded in its UBL', async () => {
    const { id, number } = await sent(await anInvoiceTo(tenant, DELIVERS));
    await documentWith(tenant, id, 'delivered');
    const filename = `${number}.pdf`;
    const pdf = await fileOf(id, 'pdf');
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const xml = await payloadOf(id);
    expect(filesIn(xml)).toEqual([{ id: filename, filename, content_type: 'application/pdf', bytes: pdf }]);
    expect((await fileOf(id, 'ubl')).toString()).toBe(xml);
  });

  test('is an attachment of the document that the receiver gets', async () => {
    const receiver = await aSender(service);
    const { electronic_address, vat } = (
      await service.manage('get', `/management/companies/${receiver.company_id}`)
    ).body;
    const relation_id = await aReceiver(tenant, electronic_address, { vat });
    const { id, number } = await sent({ type: 'invoice', relation_id, lines: [A_LINE] });
    await documentWith(tenant, id, 'delivered');
    const { body: received } = await receiver.get('/documents?status=received');
    const { body: document } = await receiver.get(`/documents/${received.data[0].id}`);
    const pdf = await fileOf(id, 'pdf');
    expect(document.attachments).toEqual([
      expect.objectContaining({
        ...{ filename: `${number}.pdf`, content_type: 'application/pdf', size: pdf.length },
        sha256: createHash('sha256').update(pdf).digest('hex'),
      }),
    ]);
  });

  test('is not embedded when the company disables it', async () => {
    await configure({ embed_pdf: false });
    const { id } = await sent(await anInvoiceTo(tenant, DELIVERS));
    await documentWith(tenant, id, 'delivered');
    expect(filesIn(await payloadOf(id))).toEqual([]);
    expect(filesIn((await fileOf(id, 'ubl')).toString())).toEqual([]);
  });

  test('has a name that every system accepts', async () => {
    const { body: journal } = await tenant
      .post('/journals', {
        ...{ code: 'X', name: 'X', category: 'sales', sequence_scope: 'yearly' },
        number_format: 'A/{yyyy}/{seq}',
      })
      .expect(201);
    const { id, number } = await sent(await anInvoiceTo(tenant, DELIVERS, { journal_id: journal.id }));
    await documentWith(tenant, id, 'delivered');
    expect(number).toMatch(/^A\/\d{4}\/1$/);
    expect(filesIn(await payloadOf(id))).toMatchObject([{ filename: `${number.replaceAll('/', '-')}.pdf` }]);
  });
});

describe('The PDF beside other files', () => {
  test('is the first embedded file', async () => {
    const { id, number } = await anInvoice(tenant, DELIVERS);
    await attach(id, 'hours.csv', 'day,hours\nmonday,8\n');
    await tenant.post(`/documents/${id}/send`).expect(202);
    expect(filesIn(await payloadOf(id)).map(({ filename }) => filename)).toEqual([
      `${number}.pdf`,
      'hours.csv',
    ]);
  });

  test('is replaced by an attachment of the same name', async () => {
    const { id, number } = await anInvoice(tenant, DELIVERS);
    const name = `${number.toLowerCase()}.PDF`;
    await attach(id, name, '%PDF-1.4\nOurs\n%%EOF\n');
    await tenant.post(`/documents/${id}/send`).expect(202);
    expect(filesIn(await payloadOf(id)).map(({ filename }) => filename)).toEqual([name]);
  });

  test('counts towards the maximum size', async () => {
    const attachThirtyMiB = async (id: string) => {
      for (const name of ['a', 'b', 'c']) await attach(id, `${name}.pdf`, aPdf(10 * 1024 * 1024));
    };
    const { id } = await anInvoice(tenant, DELIVERS);
    await attachThirtyMiB(id);
    const { status, body } = await tenant.post(`/documents/${id}/send`);
    expect([status, body.error.code]).toEqual([422, 'send_failed']);
    expect(body.error.message).toMatch(/30 MiB/);

    await configure({ embed_pdf: false });
    const { id: without } = await anInvoice(tenant, DELIVERS);
    await attachThirtyMiB(without);
    await tenant.post(`/documents/${without}/send`).expect(202);
  });
});

describe('A PDF that cannot be rendered', () => {
  test('prevents the acceptance of a send until it can be rendered', async () => {
    const { id } = await anInvoice(tenant, DELIVERS);
    drawing.out_of_order = true;
    expect(refusal(await tenant.post(`/documents/${id}/send`))).toEqual([500, 'internal_error']);
    expect((await tenant.get(`/documents/${id}`)).body).toMatchObject({
      status: 'draft',
      peppol_status: null,
    });
    expect(await transmissionsOf(tenant, id)).toEqual([]);
    drawing.out_of_order = false;
    await tenant.post(`/documents/${id}/send`).expect(202);
  });

  test('delays a transmission that was accepted with the creation, and the document gives the reason', async () => {
    drawing.out_of_order = true;
    const { body: created } = await createAndSend(await anInvoiceTo(tenant, DELIVERS))
      .set('Idempotency-Key', 'ink')
      .expect(201);
    const waiting = await until(async () => {
      const { body } = await tenant.get(`/documents/${created.id}`);
      return body.peppol_error && body;
    });
    expect(waiting).toMatchObject({
      ...{ status: 'sent', peppol_status: 'pending' },
      peppol_error: { code: 'pdf_not_made', message: expect.stringContaining('PDF') },
    });
    const { rows } = await sql`
      select from sandbox_message join transmission using (message_id) where document_id = ${created.id}`.execute(
      get(service.container, DATABASE),
    );
    expect(rows).toEqual([]);

    drawing.out_of_order = false;
    await documentWith(tenant, created.id, 'delivered');
    expect(filesIn(await payloadOf(created.id))).toHaveLength(1);
    const [{ attempts }] = await transmissionsOf(tenant, created.id);
    expect(attempts[0]).toMatchObject({
      outcome: 'transient_failure',
      message: expect.stringContaining('PDF'),
    });
    expect(attempts.at(-1)).toMatchObject({ outcome: 'delivered' });
  });
});
