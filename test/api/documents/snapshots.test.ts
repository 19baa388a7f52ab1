import { CompiledQuery } from 'kysely';
import { DATABASE, get } from '../../../src/composition/keys';
import { createDatabase, type TestDatabase } from '../../support/database';
import { A_LINE, anInvoice, aSender, DELIVERS, documentWith, FAILS, hurry } from '../../support/sending';
import { startService, type Service, type Tenant } from '../../support/service';

let database: TestDatabase;
let service: Service;
let tenant: Tenant;

beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url, {}, (container) => hurry(container));
});
afterAll(async () => {
  await service.close();
  await database.drop();
});
beforeEach(async () => {
  tenant = await aSender(service);
});

const configure = (members: object) =>
  service.manage('patch', `/management/companies/${tenant.company_id}`).send(members).expect(200);

async function fileOf(id: string, format: string): Promise<Buffer> {
  const { body } = await tenant
    .get(`/documents/${id}/file?format=${format}`)
    .buffer()
    .parse((res, done) => {
      const pieces: Buffer[] = [];
      res.on('data', (piece: Buffer) => pieces.push(piece));
      res.on('end', () => done(null, Buffer.concat(pieces)));
    })
    .expect(200);
  return body as Buffer;
}
const filesOf = (id: string) => Promise.all(['pdf', 'ubl', 'facturx'].map((format) => fileOf(id, format)));

describe("The company's currency", () => {
  const IN_DOLLARS = {
    currency: 'USD',
    exchange_rate: '0.9137',
    lines: [{ ...A_LINE, unit_price: '147.19' }],
  };

  test.each(['draft', 'sent'])('of a %s document stays after a change of the company', async (status) => {
    const { id } = await anInvoice(tenant, DELIVERS, IN_DOLLARS);
    if (status === 'sent') await tenant.post(`/documents/${id}/mark-sent`).expect(200);
    const before = { document: (await tenant.get(`/documents/${id}`)).body, files: await filesOf(id) };
    expect(before.document.totals.tax_in_company_currency).toBe('28.24');
    expect(before.files[1]!.toString()).toContain('<cbc:TaxAmount currencyID="EUR">28.24<');

    await configure({ currency: 'JPY' });
    expect((await tenant.get(`/documents/${id}`)).body).toEqual(before.document);
    expect(await filesOf(id)).toEqual(before.files);
  });

  test('of the document is used by a later PATCH', async () => {
    const { id } = await anInvoice(tenant, DELIVERS, IN_DOLLARS);
    await configure({ currency: 'JPY' });
    const { body } = await tenant.patch(`/documents/${id}`, { note: 'Thank you' }).expect(200);
    expect(body.totals.tax_in_company_currency).toBe('28.24');
    const { body: dearer } = await tenant.patch(`/documents/${id}`, { exchange_rate: '0.9' }).expect(200);
    expect(dearer.totals.tax_in_company_currency).toBe('27.82');
  });

  test('is the present one for a new document', async () => {
    await configure({ currency: 'JPY' });
    const { totals } = await anInvoice(tenant, DELIVERS, { ...IN_DOLLARS, exchange_rate: '150' });
    expect(totals.tax_in_company_currency).toBe('4637');
  });

  test('is the present one for a document that the previous release made', async () => {
    const { id } = await anInvoice(tenant, DELIVERS, IN_DOLLARS);
    await get(service.container, DATABASE).executeQuery(
      CompiledQuery.raw('update document set company_currency = null, embed_pdf = null where id = $1', [id]),
    );
    expect((await fileOf(id, 'ubl')).toString()).toContain('<cbc:TaxCurrencyCode>EUR<');
    await tenant.patch(`/documents/${id}`, { note: 'Thank you' }).expect(200);
    await configure({ currency: 'JPY' });
    expect((await fileOf(id, 'ubl')).toString()).toContain('<cbc:TaxCurrencyCode>EUR<');
  });
});

describe('Whether the PDF is embedded in the UBL', () => {
  test('is decided when the document is created', async () => {
    const { id } = await anInvoice(tenant, DELIVERS);
    const before = await fileOf(id, 'ubl');
    await configure({ embed_pdf: false });
    expect(await fileOf(id, 'ubl')).toEqual(before);
    const { id: later } = await anInvoice(tenant, DELIVERS);
    expect((await fileOf(later, 'ubl')).toString()).not.toContain('application/pdf');
  });
});

describe('A document that was marked as sent by other means', () => {
  test('stays sent, with its time, when its send fails again', async () => {
    const { id } = await anInvoice(tenant, FAILS);
    await tenant.post(`/documents/${id}/send`).expect(202);
    await documentWith(tenant, id, 'failed');
    const { body: marked } = await tenant.post(`/documents/${id}/mark-sent`).expect(200);
    expect(marked).toMatchObject({
      status: 'sent',
      peppol_status: 'failed',
      allowed_actions: ['send', 'pay', 'credit'],
    });

    const { body: pending } = await tenant.post(`/documents/${id}/send`).expect(202);
    expect(pending).toMatchObject({ status: 'sent', peppol_status: 'pending', sent_at: marked.sent_at });
    const failed = await documentWith(tenant, id, 'failed');
    expect(failed).toMatchObject({
      ...{ status: 'sent', peppol_status: 'failed', sent_at: marked.sent_at },
      peppol_error: { code: 'not_delivered' },
      allowed_actions: ['send', 'pay', 'credit'],
    });
    const { body } = await tenant.patch(`/documents/${id}`, { note: 'Changed' }).expect(409);
    expect(body.error.code).toBe('document_not_editable');
    await tenant.delete(`/documents/${id}`).expect(409);
  });

  test('is delivered by a later send, and keeps its time', async () => {
    const { id, relation_id } = await anInvoice(tenant, FAILS);
    await tenant.post(`/documents/${id}/send`).expect(202);
    await documentWith(tenant, id, 'failed');
    const { body: marked } = await tenant.post(`/documents/${id}/mark-sent`).expect(200);
    await tenant.patch(`/relations/${relation_id}`, { electronic_address: DELIVERS }).expect(200);
    await tenant.post(`/documents/${id}/send`).expect(202);
    expect(await documentWith(tenant, id, 'delivered')).toMatchObject({
      ...{ status: 'sent', sent_at: marked.sent_at },
    });
  });
});
