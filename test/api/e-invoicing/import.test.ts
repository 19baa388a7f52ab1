import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import request from 'supertest';
import { ReadPdf } from '../../adapters/rendering/read-pdf';
import { get, RECEPTION, UNITS_OF_WORK } from '../../../src/composition/keys';
import { Reader } from '../../support/console';
import { digestOf } from '../../support/chains';
import { createDatabase, type TestDatabase } from '../../support/database';
import { aParty, aUbl, fixture, type PartyMembers, type UblMembers } from '../../support/e-invoices';
import { CSV, PDF } from '../../support/sample-files';
import { aRelation, aTenant, type Service, startService, type Tenant } from '../../support/service';

let database: TestDatabase;
let folder: string;
let service: Service;
/** A second node over the same database and folder. */
let other_node: Service;
let company: PartyMembers;
let tenant: Tenant;

beforeAll(async () => {
  database = await createDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), 'invoicing-import-'));
  service = await startService(database.url, { STORAGE_DIR: folder });
  other_node = await startService(database.url, { STORAGE_DIR: folder });
});
afterAll(async () => {
  await service.close();
  await other_node.close();
  await database.drop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  ({ company, tenant } = await aCompany());
});

async function aCompany(members: object = {}) {
  const company = aParty('Buyer NV');
  const { vat, electronic_address } = company;
  return { company, tenant: await aTenant(service, { vat, electronic_address, ...members }) };
}

const send = (filename: string, bytes: Buffer | string, node = service) =>
  request(node.api)
    .post('/documents/import')
    .set('Authorization', `Bearer ${tenant.access_token}`)
    .attach('file', Buffer.from(bytes), { filename });
const ubl = (members: UblMembers = {}) => aUbl({ buyer: company, ...members });
const importUbl = (members: UblMembers = {}) => send('invoice.xml', ubl(members));

async function imported(filename: string, bytes: Buffer | string) {
  const { status, body } = await send(filename, bytes);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}
function refused(
  { status, body }: { status: number; body: { error?: { code: string; message: string } } },
  expected_status: number,
  code: string,
  message: string | RegExp,
) {
  expect({ status, code: body.error?.code }).toEqual({ status: expected_status, code });
  if (typeof message === 'string') expect(body.error!.message).toBe(message);
  else expect(body.error!.message).toMatch(message);
}
const relations = async () => (await tenant.get('/relations')).body.data;
const documents = async () => (await tenant.get('/documents')).body.data;

describe('An imported UBL invoice', () => {
  beforeEach(async () => {
    // The buyer of the fixtures, by the one thing that several companies may share.
    tenant = await aTenant(service, { vat: 'BE0876543270', language: 'fr' });
  });

  test('keeps what it states of parties, delivery and reasons, and shows nothing in place of the rest', async () => {
    const xml = fixture('invoice-full.xml')
      .toString()
      .replace(/<cac:DeliveryLocation>.*?<\/cac:DeliveryLocation>/s, (place) =>
        place.replace(/<cac:Address>.*<\/cac:Address>/s, ''),
      )
      .replace(/<cac:Country>.*?<\/cac:Country>/gs, '')
      .replace(/<cbc:AllowanceChargeReason(Code)?>.*?<\/cbc:AllowanceChargeReason(Code)?>/gs, '');
    const { id, seller, delivery, allowance_charges, relation_id } = await imported('invoice.xml', xml);
    expect(seller.address).toMatchObject({ country_code: null, city: expect.any(String) });
    expect(delivery).toEqual({
      ...{ name: null, identifier: '5412345000013', identifier_scheme: '0088', address: null },
    });
    expect(allowance_charges.map(({ reason }: { reason: unknown }) => reason)).toEqual([null, null]);
    expect((await tenant.get(`/relations/${relation_id}`)).body.address).toBeNull();
    for (const file of ['file', 'file?format=original', 'evidence'])
      await tenant.get(`/documents/${id}/${file}`).expect(200);

    const console_pages = new Reader(service);
    await console_pages.signIn();
    const { text } = await console_pages.open(`/console/companies/${tenant.company_id}/documents/${id}`);
    const shown = text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
    expect(shown).toContain('Delivered to 5412345000013');
    expect(shown).toMatch(/ Allowance .* Charge /);
  });

  test('becomes a received purchase invoice with all its data', async () => {
    const { status, headers, body } = await send('invoice.xml', fixture('invoice-full.xml'));
    expect(status).toBe(201);
    expect(headers['location']).toBe(`/documents/${body.id}`);
    expect(body).toMatchObject({
      type: 'purchase_invoice',
      status: 'received',
      number: 'F2026-0042',
      journal_id: null,
      peppol_status: null,
      payment_status: 'partial',
      accounting_status: 'pending',
      issue_date: '2026-09-01',
      due_date: '2026-10-01',
      delivery_date: '2026-08-31',
      language: 'fr',
      buyer_reference: 'PO-77',
      order_reference: 'PO-77',
      note: 'Thank you',
      payment_reference: '+++012/3456/78939+++',
      payment: { iban: 'BE68539007547034', bic: 'KREDBEBB' },
      paid_amount: '100.00',
      duplicate_of: null,
      sent_at: null,
      allowed_actions: ['pay'],
      delivery: { name: null, identifier: '5412345000013', identifier_scheme: '0088' },
      totals: {
        lines: '267.49',
        allowances: '25.50',
        charges: '10.00',
        tax_exclusive: '251.99',
        tax: '51.04',
        tax_inclusive: '303.03',
        rounding: '0.02',
        paid: '100.00',
        payable: '203.05',
        tax_in_company_currency: null,
      },
      vat_breakdown: [
        { category: 'S', rate: '21.00', taxable_amount: '239.49', vat_amount: '50.29' },
        { category: 'S', rate: '6.00', taxable_amount: '12.50', vat_amount: '0.75' },
      ],
      allowance_charges: [
        { kind: 'allowance', amount: '25.50', percent: '10.00', reason: 'Discount' },
        { kind: 'charge', amount: '10.00', percent: null, reason: 'Freight service' },
      ],
    });
    expect(body.seller).toEqual({
      name: 'Seller Example NV',
      vat: 'BE0123456749',
      identifier: '0123456749',
      electronic_address: '0208:0123456749',
      address: expect.objectContaining({ country_code: 'BE', street: 'Main Street 12', postal_code: '1000' }),
      email: 'accounts@example.be',
      phone: '+3221234567',
      website: null,
      contact_name: 'Accounts',
      legal_information: null,
    });
    expect(body.lines).toHaveLength(3);
    expect(body.lines[0]).toMatchObject({
      quantity: '3',
      unit_price: '19.995',
      net_amount: '54.99',
      base_quantity: null,
      allowance_charges: [{ kind: 'allowance', amount: '5.00', reason: 'Discount' }],
    });
    expect(body.lines[2]).toMatchObject({ unit_price: '12.5', base_quantity: '10', net_amount: '12.50' });
    expect(Date.parse(body.received_at)).toBeGreaterThan(0);

    const again = await tenant.get(`/documents/${body.id}`);
    expect(again.body).toEqual(body);
    expect(again.headers['etag']).toBe(headers['etag']);
  });

  test('shows its payee and payment terms in its PDF and in the console, and returns neither', async () => {
    const payee =
      '<cac:PayeeParty><cac:PartyName><cbc:Name>Factor AG</cbc:Name></cac:PartyName></cac:PayeeParty>';
    const xml = fixture('invoice-full.xml')
      .toString()
      .replace('<cac:Delivery>', `${payee}$&`)
      .replace('<cbc:Note>30 days<', '<cbc:Note>2 % within 8 days\n30 days net<');
    const body = await imported('invoice.xml', xml);
    expect(body.payment).toEqual({ iban: 'BE68539007547034', bic: 'KREDBEBB' });
    expect(JSON.stringify([body, await documents()])).not.toMatch(/payee|payment_terms|Factor AG|8 days/);
    const { body: events } = await tenant.get(`/events?resource_id=${body.id}&wait_s=10`);
    expect(events.data.map(({ digest }: { digest: string }) => digest)).toEqual([digestOf(body)]);

    const texts = new ReadPdf((await tenant.get(`/documents/${body.id}/file`)).body).text.split('\n');
    expect(texts[texts.indexOf('Bénéficiaire') + 1]).toBe('Factor AG');
    expect(texts).toEqual(expect.arrayContaining(['2 % within 8 days', '30 days net']));

    const console_pages = new Reader(service);
    await console_pages.signIn();
    const { text } = await console_pages.open(`/console/companies/${tenant.company_id}/documents/${body.id}`);
    const shown = text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
    expect(shown).toContain('Beneficiary Factor AG Payment terms 2 % within 8 days 30 days net');
  });

  test('has its embedded files as attachments, and its original bytes are stored', async () => {
    const bytes = fixture('invoice-full.xml');
    const { id, attachments } = await imported('invoice.xml', bytes);
    expect(attachments).toMatchObject([
      { filename: 'F2026-0042.pdf', content_type: 'application/pdf', size: 15 },
    ]);
    const { body } = await tenant.get(`/documents/${id}/attachments/${attachments[0].id}`);
    expect(body.toString()).toBe('%PDF-1.4 sample');

    const original = await get(service.container, RECEPTION).getOriginal(
      get(service.container, UNITS_OF_WORK).open(),
      tenant.company_id,
      id,
    );
    expect(original).toMatchObject({ content_type: 'application/xml', filename: 'F2026-0042.xml' });
    expect(await wholeOf(original)).toEqual(bytes);
  });

  test('creates a relation for an unknown sender', async () => {
    const { relation_id } = await imported('invoice.xml', fixture('invoice-full.xml'));
    expect(await relations()).toMatchObject([
      {
        id: relation_id,
        type: 'company',
        name: 'Seller Example NV',
        vat: 'BE0123456749',
        identifier: '0123456749',
        electronic_address: '0208:0123456749',
        email: 'accounts@example.be',
        iban: null,
      },
    ]);
  });

  test('in another currency states its VAT in the currency of the company, too', async () => {
    const { currency, totals } = await imported('invoice.xml', fixture('invoice-usd-vat-in-eur.xml'));
    expect(currency).toBe('USD');
    expect(totals).toMatchObject({
      tax: '21.00',
      tax_in_company_currency: expect.stringMatching(/^\d+\.\d\d$/),
    });
  });

  test('that is a credit note refers to the invoice that it credits', async () => {
    const { type, preceding_document, due_date } = await imported('note.xml', fixture('creditnote.xml'));
    expect({ type, due_date }).toEqual({ type: 'purchase_credit_note', due_date: null });
    expect(preceding_document).toMatchObject({ id: null, number: expect.any(String) });
  });

  test('may be a Cross Industry Invoice', async () => {
    const { status, body } = await send('cii.XML', fixture('invoice-cii.xml'));
    expect(status).toBe(201);
    expect(body).toMatchObject(CII);
  });

  test.each(['factur-x.pdf', 'factur-x-packed.pdf'])('may be embedded in a PDF: %s', async (name) => {
    const { body } = await send('Rechnung.pdf', fixture(name));
    expect(body).toMatchObject(CII);
    const original = await get(service.container, RECEPTION).getOriginal(
      get(service.container, UNITS_OF_WORK).open(),
      tenant.company_id,
      body.id,
    );
    expect(original).toMatchObject({ content_type: 'application/pdf', filename: 'R-1001.pdf' });
    expect(await wholeOf(original)).toEqual(fixture(name));
  });
});

const CII = {
  type: 'purchase_invoice',
  number: 'R-1001',
  issue_date: '2026-09-01',
  due_date: '2026-10-01',
  delivery_date: '2026-08-30',
  period_start: '2026-08-01',
  period_end: '2026-08-31',
  note: 'First note\nSecond note',
  buyer_reference: 'Purchasing',
  order_reference: 'PO-9',
  payment: { iban: 'DE02120300000000202051', bic: 'BYLADEM1001' },
  payment_reference: 'R-1001',
  seller: {
    name: 'Lieferant GmbH',
    vat: 'DE136695976',
    identifier: 'HRB 12345',
    electronic_address: '9930:DE136695976',
    address: { country_code: 'DE', street: 'Lieferantenstraße 20', city: 'Berlin' },
    email: 'verkauf@example.de',
    phone: '+49 30 123456',
  },
  totals: { lines: '244.55', charges: '5.00', tax: '9.41', tax_inclusive: '258.96', payable: '200.00' },
  lines: [
    {
      name: 'Screws',
      quantity: '500',
      base_quantity: '100',
      item_reference: 'ART-7',
      order_line_reference: '10',
      allowance_charges: [{ kind: 'allowance', amount: '4.95', percent: '10.00' }],
      net_amount: '44.55',
    },
    {
      name: 'Training',
      vat_category: 'E',
      vat_exemption_reason: 'Education',
      vat_exemption_code: 'VATEX-EU-132-1I',
    },
  ],
};

async function wholeOf({ bytes }: { bytes: { open: () => Promise<AsyncIterable<Uint8Array>> } }) {
  const pieces = [];
  for await (const piece of await bytes.open()) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('The receiver of an imported document', () => {
  const NOBODY = { electronic_address: null, vat: null, identifier: null };

  test.each([
    ['electronic address', () => ({ ...NOBODY, electronic_address: company.electronic_address })],
    ['VAT number', () => ({ ...NOBODY, vat: company.vat!.toLowerCase() })],
    [
      'VAT number with separators',
      () => ({ ...NOBODY, vat: company.vat!.replace(/(\d{4})(\d{3})/, ' $1.$2.') }),
    ],
  ])('is identified by %s', async (_by, buyer) => {
    expect((await importUbl({ buyer: buyer() })).status).toBe(201);
  });

  test('is identified by an electronic address in another case', async () => {
    const { vat } = aParty();
    ({ tenant } = await aCompany({ vat: null, electronic_address: `9925:${vat}` }));
    const buyer = { ...NOBODY, electronic_address: `9925:${vat!.toLowerCase()}` };
    expect((await importUbl({ buyer })).status).toBe(201);
  });

  test('is identified by its identifier, with or without a scheme', async () => {
    ({ tenant, company } = await aCompany({ vat: null, electronic_address: null, identifier: 'KVK 12.34' }));
    expect((await importUbl({ buyer: { ...NOBODY, identifier: 'kvk-1234' } })).status).toBe(201);
    ({ tenant, company } = await aCompany({ vat: null, electronic_address: null, identifier: '0106:1234' }));
    expect((await importUbl({ buyer: { ...NOBODY, identifier: '0106:1234' } })).status).toBe(201);
  });

  test('must be the company', async () => {
    refused(
      await importUbl({ buyer: aParty() }),
      422,
      'validation_error',
      /^file: buyer: is not the company/,
    );
    expect(await documents()).toEqual([]);
    expect(await relations()).toEqual([]);
  });

  test('is the seller of a self-billed invoice', async () => {
    const buyer = aParty();
    const self_billed = await imported('sb.xml', ubl({ type_code: '389', seller: company, buyer }));
    expect(self_billed.type).toBe('invoice');
    expect(await relations()).toMatchObject([{ vat: buyer.vat }]);
    const credit = ubl({ root: 'CreditNote', type_code: '261', seller: company, buyer });
    expect((await imported('sb.xml', credit)).type).toBe('credit_note');
    refused(await importUbl({ type_code: '389' }), 422, 'validation_error', /seller: is not the company/);
  });
});

describe('The sender of an imported document', () => {
  test.each(['electronic_address', 'vat', 'identifier'] as const)(
    'is recognised by its %s',
    async (member) => {
      const seller = aParty();
      const value = { ...seller, identifier: seller.number }[member];
      const known = await aRelation(tenant, { name: 'Known', [member]: value });
      const before = await relations();
      expect((await imported('i.xml', ubl({ seller }))).relation_id).toBe(known);
      expect(await relations()).toEqual(before);
    },
  );

  test('is recognised by electronic address before VAT number, and is the oldest of several', async () => {
    const seller = aParty();
    await aRelation(tenant, { vat: seller.vat });
    const oldest = await aRelation(tenant, { electronic_address: seller.electronic_address });
    await tenant.post('/relations?ignore_duplicate=true', {
      type: 'company',
      name: 'Younger',
      electronic_address: seller.electronic_address,
    });
    expect((await imported('i.xml', ubl({ seller }))).relation_id).toBe(oldest);
  });

  test('becomes a relation with the ISO code of its country, by which relations are listed', async () => {
    const seller = aParty();
    const document = await imported('i.xml', ubl({ seller }).replace('>BE</', '>UK</'));
    expect(document.seller.address.country_code).toBe('UK');
    const { body } = await tenant.get('/relations?country_code=GB');
    expect(body.data).toMatchObject([{ id: document.relation_id, address: { country_code: 'GB' } }]);
  });

  test('becomes a relation whose values a PATCH may name, though their check digits or country are wrong', async () => {
    const seller = { ...aParty(), vat: 'BE0897223671', electronic_address: '0208:0897223671' };
    const { relation_id } = await imported('i.xml', ubl({ seller }));
    // Relations that were made by earlier versions have the country as the document states it.
    await database.run(
      `update relation set address = jsonb_set(address, '{country_code}', '"UK"') where id = '${relation_id}'`,
    );
    const resource = `/relations/${relation_id}`;
    const { body, headers } = await tenant.get(resource);
    expect(body).toMatchObject({ vat: seller.vat, electronic_address: seller.electronic_address });
    const { vat, electronic_address, address } = body;
    const answer = await tenant.patch(resource, { vat, electronic_address, address });
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body });
    expect(answer.headers['etag']).toBe(headers['etag']);
    for (const [patch, reason] of [
      [{ vat: 'BE0897223672' }, /^vat: /],
      [{ address: { country_code: 'XX' } }, /^address\.country_code: /],
    ] as const) {
      refused(await tenant.patch(resource, { note: 'x', ...patch }), 422, 'validation_error', reason);
    }
  });

  test('becomes one relation for two concurrent documents', async () => {
    const seller = aParty();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        send('i.xml', ubl({ seller, number: `F-${n}` }), n % 2 === 0 ? service : other_node),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(new Set(answers.map(({ body }) => body.relation_id)).size).toBe(1);
    expect(await relations()).toHaveLength(1);
  });

  test('becomes one relation also when the API creates it at the same time', async () => {
    const sellers = Array.from({ length: 6 }, () => aParty());
    const answers = await Promise.all(
      sellers.flatMap((seller) => [
        importUbl({ seller }),
        tenant.post('/relations', { type: 'company', name: 'By hand', vat: seller.vat }),
      ]),
    );
    const documents = answers.filter(({ status, body }) => status === 201 && 'lines' in body);
    expect(documents).toHaveLength(6);
    expect(await relations()).toHaveLength(6);
  });
});

describe('A document that is already stored', () => {
  test('is refused, by whatever the sender is recognised', async () => {
    const seller = aParty();
    const { id } = await imported('i.xml', ubl({ seller }));
    for (const same of ['electronic_address', 'vat', 'identifier'] as const) {
      const other = { ...aParty(), [same]: seller[same] };
      const answer = await importUbl({ seller: other });
      refused(answer, 422, 'validation_error', `file: already received as ${id}`);
    }
    expect(await documents()).toHaveLength(1);
    expect(await relations()).toHaveLength(1);
  });

  test.each([
    ['number', { number: 'F-2' }],
    ['date', { issue_date: '2026-09-02' }],
    ['type', { root: 'CreditNote' as const }],
  ])('is a new document with another %s', async (_member, members) => {
    const seller = aParty();
    await imported('i.xml', ubl({ seller }));
    expect((await importUbl({ seller, ...members })).status).toBe(201);
  });

  test('is a new document from another sender', async () => {
    await imported('i.xml', ubl({ seller: aParty() }));
    expect((await importUbl({ seller: aParty() })).status).toBe(201);
  });

  test('is stored once by ten concurrent imports', async () => {
    const seller = aParty();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        send('i.xml', ubl({ seller }), n % 2 === 0 ? service : other_node),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const [{ id }] = await documents();
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      refused(answer, 422, 'validation_error', `file: already received as ${id}`);
    }
  });
});

describe('An import', () => {
  test.each([
    ['no XML', 'i.xml', 'hello', /^file: cannot be read: at line 1/],
    [
      'another XML',
      'i.xml',
      '<a/>',
      'file: is neither a UBL Invoice or CreditNote nor a Cross Industry Invoice',
    ],
    ['a DOCTYPE', 'i.xml', '<!DOCTYPE a []><a/>', /has a DOCTYPE/],
    ['a PDF without an invoice', 'i.pdf', PDF, /^file: cannot be read: the PDF holds none of factur-x\.xml/],
    ['no PDF', 'i.pdf', 'hello', /the PDF does not begin as one/],
    ['an encrypted PDF', 'i.pdf', fixture('factur-x-encrypted.pdf'), /the PDF is encrypted/],
  ])('of %s is refused with path and reason', async (_what, filename, bytes, message) => {
    refused(await send(filename, bytes), 422, 'validation_error', message);
  });

  test('of totals that do not add up is refused with the rule and the difference', async () => {
    const wrong = ubl().replace(/(<cbc:PayableAmount[^>]*>)121\.00/, '$1120.99');
    const message = 'file: totals.payable: does not add up, by -0.01 (BR-CO-16)';
    refused(await send('i.xml', wrong), 422, 'validation_error', message);
    expect(await relations()).toEqual([]);
  });

  test.each(['invoice.txt', 'invoice', 'xml', 'invoice.xml.zip', 'invoice.csv'])(
    'of %s is a plain 415',
    async (filename) => {
      const { status, type } = await send(filename, CSV);
      expect({ status, type }).toEqual({ status: 415, type: 'text/plain' });
    },
  );

  test('of more than 20 MiB is a plain 413', async () => {
    const { status, type } = await send('i.xml', Buffer.alloc(20 * 1024 * 1024 + 1, ' '));
    expect({ status, type }).toEqual({ status: 413, type: 'text/plain' });
  });

  test('needs the permission to create documents', async () => {
    const { body } = await service
      .manage('post', `/management/companies/${tenant.company_id}/clients`)
      .send({ name: 'Reader', permissions: { document: ['read'] } });
    const { client_id, client_secret } = body;
    const tokens = await request(service.api)
      .post('/auth/token')
      .send({ grant_type: 'client_credentials', client_id, client_secret });
    tenant = { ...tenant, access_token: tokens.body.access_token };
    refused(await importUbl(), 403, 'insufficient_permissions', /document:create/);
  });

  test('leaves no orphaned file', async () => {
    const files = async () =>
      (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
    const before = (await files()).length;
    const seller = aParty();
    const pdf = { filename: 'terms.pdf', type: 'application/pdf', bytes: PDF };
    await imported('i.xml', ubl({ seller, files: [pdf] }));
    expect(await files()).toHaveLength(before + 2);
    await importUbl({ seller, files: [pdf] });
    await importUbl({ buyer: aParty(), files: [pdf] });
    expect(await files()).toHaveLength(before + 2);
  });

  test('with an Idempotency-Key takes effect once', async () => {
    const key = randomUUID();
    const bytes = ubl({ seller: aParty() });
    const first = await send('i.xml', bytes).set('Idempotency-Key', key);
    const again = await send('i.xml', bytes).set('Idempotency-Key', key);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    const other = await send('i.xml', ubl({ number: 'F-2' })).set('Idempotency-Key', key);
    refused(other, 422, 'idempotency_key_reused', /./);
    expect(await documents()).toHaveLength(1);
  });

  test('that was refused releases its Idempotency-Key', async () => {
    const key = randomUUID();
    expect((await send('i.xml', 'no').set('Idempotency-Key', key)).status).toBe(422);
    expect((await send('i.xml', ubl()).set('Idempotency-Key', key)).status).toBe(201);
  });

  test('has a thousand lines', async () => {
    const { lines, totals } = await imported('i.xml', ubl({ lines: 1000 }));
    expect(lines).toHaveLength(1000);
    expect(totals.tax_inclusive).toBe('121000.00');
  });
});

describe('Embedded files of an imported document', () => {
  const attached = async (...files: NonNullable<UblMembers['files']>) =>
    (await imported('i.xml', ubl({ files }))).attachments.map(
      ({ filename }: { filename: string }) => filename,
    );

  test('are renamed when two have the same name', async () => {
    const pdf = { type: 'application/pdf', bytes: PDF };
    const names = await attached(
      { filename: 'a.pdf', ...pdf },
      { filename: 'A.pdf', ...pdf },
      { filename: 'a.pdf', ...pdf },
    );
    expect(names).toEqual(['a.pdf', 'A (2).pdf', 'a (3).pdf']);
  });

  test('get the extension of their type, and are not attached when their type is not allowed', async () => {
    const names = await attached(
      { filename: 'terms', type: 'application/pdf', bytes: PDF },
      { filename: 'run.exe', type: 'application/octet-stream', bytes: PDF },
      { filename: 'not-a.pdf', type: 'application/pdf', bytes: CSV },
      { filename: 'list.csv', type: 'text/csv', bytes: CSV },
    );
    expect(names).toEqual(['terms.pdf', 'list.csv']);
  });
});

describe('A received document', () => {
  test('is downloaded as its original file', async () => {
    const bytes = ubl({ number: 'F/2026 1' });
    const { id } = await imported('i.xml', bytes);
    const { status, headers, text } = await tenant.get(`/documents/${id}/file?format=original`).buffer();
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'application/xml' });
    expect(headers['content-disposition']).toBe('attachment; filename="F-2026-1.xml"');
    expect(text).toBe(bytes);
  });

  test('can neither be changed, nor deleted, nor sent', async () => {
    const { id } = await imported('i.xml', ubl());
    refused(await tenant.patch(`/documents/${id}`, { note: 'x' }), 409, 'document_not_editable', /received/);
    refused(await tenant.delete(`/documents/${id}`), 409, 'document_not_deletable', /received/);
    refused(await tenant.post(`/documents/${id}/send`), 409, 'not_sendable', /received/);
  });

  test('prevents the deletion of its relation', async () => {
    const { relation_id } = await imported('i.xml', ubl());
    refused(await tenant.delete(`/relations/${relation_id}`), 409, 'relation_in_use', /document/);
  });
});
