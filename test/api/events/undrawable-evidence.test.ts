import { DOCUMENT_PDFS, get } from '../../../src/composition/keys';
import { DrawingFailure } from '../../../src/ports/documents/rendering';
import { createDatabase, type TestDatabase } from '../../support/database';
import { checkedByProgram, evidenceOf, keysOf } from '../../support/evidence';
import { aRelation, aTenant, type Service, startService, type Tenant } from '../../support/service';
import { unzipped } from '../../support/zip';

const LINE = { name: 'Consulting', quantity: '1', unit_price: '100', vat_rate: '21' };

let database: TestDatabase;
let service: Service;
let tenant: Tenant;
let id: string;
beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
  tenant = await aTenant(service);
  const relation_id = await aRelation(tenant);
  ({ id } = (await tenant.post('/documents', { type: 'invoice', relation_id, lines: [LINE] })).body);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const failWith = (failure: DrawingFailure) => {
  get(service.container, DOCUMENT_PDFS).pdf = () => Promise.reject(failure);
};

describe('the evidence of a document that cannot be drawn', () => {
  test('has a note in place of the PDF, and is valid', async () => {
    failWith(new DrawingFailure('It could not be drawn.', null));
    const files = unzipped(await evidenceOf(tenant, id));
    expect([...files.keys()].slice(0, 3)).toEqual(['document.json', 'document.pdf.txt', 'events.json']);
    expect(files.get('document.pdf.txt')!.toString()).toBe(
      `This file of document ${id} is missing. It could not be drawn.\n`,
    );
    const printed = await checkedByProgram(files, tenant.company_id, await keysOf(service));
    expect(printed).toMatch(/^VALID/);
  });

  test('is not made when a later request may succeed', async () => {
    failWith(new DrawingFailure('It takes too much time.', null, 2));
    const { status, headers } = await tenant.get(`/documents/${id}/evidence`);
    expect([status, headers['retry-after']]).toEqual([500, '2']);
  });
});
