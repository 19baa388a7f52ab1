import { sql } from 'kysely';
import { DATABASE, get } from '../../../src/composition/keys';
import { ReadPdf } from '../../adapters/rendering/read-pdf';
import { all, parsed, text } from '../../e-invoicing/fragment';
import { createDatabase, type TestDatabase } from '../../support/database';
import { anInvoiceTo, aReceiver, aSender, DELIVERS, documentWith, hurry } from '../../support/sending';
import { aTenant, startService, type Service, type Tenant } from '../../support/service';

const PARTICULARS = {
  email: 'rechnung@muster.example',
  phone: '+49 89 123456',
  website: 'https://muster.example',
  contact_name: 'Buchhaltung',
  legal_information: 'GmbH, Amtsgericht München, HRB 12345',
};
const NONE = { email: null, phone: null, website: null, contact_name: null, legal_information: null };
const MUNICH = {
  country_code: 'DE',
  street: 'Ring',
  street_number: '1',
  postal_code: '80331',
  city: 'München',
};
const GERMAN = {
  name: 'Muster GmbH',
  vat: 'DE111111125',
  electronic_address: '9930:DE111111125',
  address: MUNICH,
};
const BUYER = {
  name: 'Käufer AG',
  vat: 'DE136695976',
  address: MUNICH,
  buyer_reference: '04011000-1234512345-06',
};

let database: TestDatabase;
let service: Service;

beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url, {}, hurry);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const change = (tenant: Tenant, members: object) =>
  service.manage('patch', `/management/companies/${tenant.company_id}`).send(members).expect(200);

async function fileOf(tenant: Tenant, id: string, format: string): Promise<Buffer> {
  const { body } = await tenant
    .get(`/documents/${id}/file?format=${format}`)
    .responseType('blob')
    .expect(200);
  return body;
}

async function created(tenant: Tenant, body: object) {
  return (await tenant.post('/documents', body).expect(201)).body;
}

describe('A German company', () => {
  test('sends to a German buyer once it has a contact; before that the refusal names what is missing', async () => {
    const tenant = await aTenant(service, GERMAN);
    await tenant.post('/bank-accounts', { reference: 'DE89370400440532013000' }).expect(201);
    const relation_id = await aReceiver(tenant, DELIVERS, BUYER);
    const body = { ...(await anInvoiceTo(tenant, null)), relation_id };
    const { body: preview } = await tenant.post('/documents/preview', body).expect(200);
    expect(preview.checks).toMatchObject([{ rule: 'DE-R-002', pointer: '/seller/phone', blocks: 'sending' }]);

    const { phone, ...others } = PARTICULARS;
    await change(tenant, others);
    const { body: refused } = await tenant.post('/documents?send_peppol=true', body).expect(422);
    expect(refused.error.details[0]).toMatchObject({ rule: 'DE-R-006', pointer: '/seller/phone' });

    await change(tenant, { phone });
    const { body: sent } = await tenant.post('/documents?send_peppol=true', body).expect(201);
    expect(sent.seller).toMatchObject(PARTICULARS);
    await documentWith(tenant, sent.id, 'delivered');
  });
});

describe('The contact and legal data of a company', () => {
  test('are stored in the seller of its documents, independent of later changes', async () => {
    const tenant = await aSender(service, PARTICULARS);
    const invoice = await created(tenant, await anInvoiceTo(tenant, DELIVERS));
    expect(invoice.seller).toMatchObject(PARTICULARS);
    expect(invoice.buyer).toMatchObject({ website: null, contact_name: null, legal_information: null });
    const before = await fileOf(tenant, invoice.id, 'ubl');

    await change(tenant, NONE);
    expect((await tenant.get(`/documents/${invoice.id}`)).body.seller).toEqual(invoice.seller);
    expect((await tenant.get('/documents')).body.data[0].seller).toEqual(invoice.seller);
    const { body: patched } = await tenant.patch(`/documents/${invoice.id}`, { note: 'N' }).expect(200);
    expect(patched.seller).toEqual(invoice.seller);
    await tenant.patch(`/documents/${invoice.id}`, { note: null }).expect(200);
    expect(await fileOf(tenant, invoice.id, 'ubl')).toEqual(before);
    expect((await created(tenant, await anInvoiceTo(tenant, DELIVERS))).seller).toMatchObject(NONE);
  });

  test('are null in documents from before these fields existed', async () => {
    const tenant = await aSender(service, PARTICULARS);
    const { id } = await created(tenant, await anInvoiceTo(tenant, DELIVERS));
    await sql`
      update document
      set seller = (seller::jsonb - 'website' - 'contact_name' - 'legal_information')::json,
          buyer = (buyer::jsonb - 'website' - 'contact_name' - 'legal_information')::json
      where id = ${id}`.execute(get(service.container, DATABASE));
    const unknown = { website: null, contact_name: null, legal_information: null };
    for (const document of [
      (await tenant.get(`/documents/${id}`)).body,
      (await tenant.get('/documents')).body.data[0],
    ]) {
      expect(document).toMatchObject({ seller: unknown, buyer: unknown });
    }
    for (const format of ['pdf', 'ubl', 'facturx']) await fileOf(tenant, id, format);
  });

  test('are in the UBL, the Factur-X and the PDF', async () => {
    const tenant = await aSender(service, PARTICULARS);
    const { id } = await created(tenant, await anInvoiceTo(tenant, DELIVERS));
    const { email, phone, contact_name, legal_information } = PARTICULARS;

    const [invoice] = all(parsed((await fileOf(tenant, id, 'ubl')).toString('utf8')), 'Invoice');
    const [seller] = all(invoice, 'AccountingSupplierParty/Party');
    expect(text(seller, 'PartyLegalEntity/CompanyLegalForm')).toBe(legal_information);
    expect(text(seller, 'Contact/Name')).toBe(contact_name);
    expect(text(seller, 'Contact/Telephone')).toBe(phone);
    expect(text(seller, 'Contact/ElectronicMail')).toBe(email);

    const pdf = new ReadPdf(await fileOf(tenant, id, 'facturx'));
    const cii = parsed(pdf.attachments.get('factur-x.xml')!.bytes.toString('utf8'));
    const [cii_seller] = all(
      cii,
      'CrossIndustryInvoice/SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/SellerTradeParty',
    );
    expect(text(cii_seller, 'Description')).toBe(legal_information);
    expect(text(cii_seller, 'DefinedTradeContact/PersonName')).toBe(contact_name);
    const drawn = pdf.text.replace(/\s+/g, ' ');
    for (const shown of Object.values(PARTICULARS)) expect(drawn).toContain(shown);
  });

  test('are read from received documents', async () => {
    const to = await aSender(service);
    const { body: receiver } = await service.manage('get', `/management/companies/${to.company_id}`);
    const from = await aSender(service, PARTICULARS);
    const { id } = await created(from, await anInvoiceTo(from, receiver.electronic_address));
    await from.post(`/documents/${id}/send`).expect(202);
    await documentWith(from, id, 'delivered');
    const { website, ...stated } = PARTICULARS;
    const [received] = (await to.get('/documents')).body.data;
    expect(received.seller).toMatchObject({ ...stated, website: null });
    expect(website).toBe(PARTICULARS.website); // EN 16931 has no term for it
  });

  test('are left out for a buyer where only a seller may state them', async () => {
    const tenant = await aSender(service, { ...PARTICULARS, self_billing_enabled: true });
    const relation_id = await aReceiver(tenant, DELIVERS, { vat: 'BE0876543270' });
    const body = { ...(await anInvoiceTo(tenant, null)), relation_id, type: 'purchase_invoice' };
    const { id, buyer } = await created(tenant, body);
    expect(buyer).toMatchObject(PARTICULARS);
    const ubl = (await fileOf(tenant, id, 'ubl')).toString('utf8');
    expect(ubl).not.toContain('CompanyLegalForm');
    expect(ubl).toContain(`<cbc:Name>${PARTICULARS.contact_name}</cbc:Name>`);
  });
});
