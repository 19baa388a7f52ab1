import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import request from 'supertest';
import { readCii } from '../../../src/adapters/e-invoicing/reading/cii-reader';
import { readUbl } from '../../../src/adapters/e-invoicing/reading/ubl-reader';
import type { XmlElement } from '../../../src/adapters/e-invoicing/xml/xml-element';
import { createDatabase, type TestDatabase } from '../../support/database';
import { askedTexts } from '../../support/grown-documents';
import { aTenant, type Service, startService, type Tenant } from '../../support/service';

let database: TestDatabase;
let folder: string;
let service: Service;
let tenant: Tenant;

beforeAll(async () => {
  database = await createDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), 'invoicing-import-'));
  service = await startService(database.url, { STORAGE_DIR: folder });
  tenant = await aTenant(service, { electronic_address: '0208:0876543270' });
});
afterAll(async () => {
  await service.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

/** 20,000 incompressible characters, which an index of the database cannot store. */
const LONG = Array.from({ length: 320 }, (_, n) => createHash('sha256').update(`${n}`).digest('hex'))
  .join('')
  .slice(0, 20_000);

let documents = 0;

function written(element: XmlElement, number_path: readonly string[]): string {
  const { namespace, name, attributes, children, text } = element;
  const [next, ...rest] = number_path;
  const inside =
    number_path.length === 0
      ? `F-${++documents}`
      : text + children.map((child) => written(child, child.name === next ? rest : ['-'])).join('');
  const quoted = [...attributes].map(([key, value]) => ` ${key}="${value}"`).join('');
  return `<${name} xmlns="${namespace}"${quoted}>${inside}</${name}>`;
}

describe.each([
  ['Invoice', 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2', readUbl, ['ID']],
  [
    'CrossIndustryInvoice',
    'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
    readCii,
    ['ExchangedDocument', 'ID'],
  ],
] as const)('A long text of %s', (name, namespace, read, number_path) => {
  test('is accepted or refused, in every field', async () => {
    const answers = new Map<number, string[]>();
    for (const { path: place, with: by } of askedTexts(name, namespace, read)) {
      const xml = written(by(LONG), place === `${name}/${number_path.join('/')}` ? ['-'] : number_path);
      const { status } = await request(service.api)
        .post('/documents/import')
        .set('Authorization', `Bearer ${tenant.access_token}`)
        .attach('file', Buffer.from(xml), { filename: 'invoice.xml' });
      answers.set(status, [...(answers.get(status) ?? []), place]);
    }
    expect([...answers.keys()].sort()).toEqual([201, 422]);
    expect(answers.get(201)!.length).toBeGreaterThan(40);
    // Names, descriptions and the like are kept.
    expect(answers.get(201)).toContain(
      name === 'Invoice'
        ? 'Invoice/InvoiceLine/Item/Description'
        : 'CrossIndustryInvoice/SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem/SpecifiedTradeProduct/Description',
    );
  }, 120_000);
});
