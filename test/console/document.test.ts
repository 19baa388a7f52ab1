import { sql } from 'kysely';
import { DATABASE, get } from '../../src/composition/keys';
import { Reader } from '../support/console';
import { createDatabase, type TestDatabase } from '../support/database';
import { aSender, anInvoice, DELIVERS, documentWith, FAILS, transmissionsOf } from '../support/sending';
import { aRelation, type Service, startService, type Tenant } from '../support/service';

let database: TestDatabase;
let service: Service;
let reader: Reader;
let tenant: Tenant;
beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
  reader = new Reader(service);
  await reader.signIn();
  tenant = await aSender(service);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const pathOf = (id: unknown) => `/console/companies/${tenant.company_id}/documents/${String(id)}`;
const read = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
async function open(id: unknown): Promise<string> {
  const { status, text } = await reader.open(pathOf(id));
  expect(status).toBe(200);
  return text;
}

describe('the page of a document', () => {
  test('has discounts, units by name, allowances and charges with their reasons, and the VAT summary', async () => {
    const { id } = await anInvoice(tenant, DELIVERS, {
      lines: [
        {
          ...{ name: 'Consulting', description: 'In <Ghent>', quantity: '3', unit: 'HUR', unit_price: '100' },
          ...{ discount_percent: '10', vat_rate: '21', item_reference: 'C-1' },
        },
        { name: 'Books', quantity: '1', unit_price: '50', discount_amount: '5', vat_rate: '6' },
        {
          ...{ name: 'Abroad', quantity: '1', unit_price: '10', vat_rate: '0', vat_category: 'E' },
          vat_exemption_reason: 'Exempt by article 44',
        },
      ],
      allowance_charges: [
        { kind: 'allowance', percent: '2', reason: 'Loyalty' },
        { kind: 'charge', amount: '15', reason: 'Freight' },
      ],
      buyer_reference: 'PO-77',
      note: 'Thank you',
    });
    const text = read(await open(id));
    expect(text).toContain('Consulting In &lt;Ghent&gt; Item C-1 3 h 100.00 10 % 21 % 270.00');
    expect(text).toContain('Books 1 50.00 −5.00 6 % 45.00');
    expect(text).toContain('Abroad 1 10.00 0 % E 10.00');
    expect(text).toMatch(
      /Subtotal 325\.00 EUR Loyalty \(2 %\) 21 %: .+ −6\.50 EUR Freight .+ 15\.00 EUR Total excl\. VAT 333\.50 EUR/,
    );
    expect(text).toMatch(/VAT summary .*Rate Taxable VAT .*0 % E Exempt by article 44 /);
    expect(text).toContain('Your reference PO-77');
    expect(text).toContain('Note Thank you');
  });

  test('has one minus sign, also in the shares of an allowance by VAT rate', async () => {
    const line = { quantity: '1', vat_rate: '21' };
    const { id } = await anInvoice(tenant, DELIVERS, {
      lines: [
        { ...line, name: 'Machine', unit_price: '1000000' },
        { ...line, name: 'Returned', quantity: '-3.5', unit_price: '95238' },
        { ...line, name: 'Books', vat_rate: '6', unit_price: '100000' },
      ],
      allowance_charges: [{ kind: 'allowance', amount: '7.67', reason: 'Loyalty' }],
    });
    const text = read(await open(id));
    expect(text).toContain('Returned −3.5 95,238.00 21 % −333,333.00');
    expect(text).toMatch(/Loyalty 21 %: −6\.67 · 6 %: −1\.00 −7\.67 EUR/);
    expect(text).not.toMatch(/(?<![\w-])-\d/);
  });

  test('has addresses and the account as the printed document has them', async () => {
    const seller = await aSender(service);
    await seller.post('/bank-accounts', { reference: 'BE68539007547034', bic: 'GKCCBEBB' });
    const buyer = {
      ...{ country_code: 'US', street: 'Main Street', street_number: '12', box: '4' },
      ...{ city: 'Springfield', region: 'IL', postal_code: '62701' },
    };
    const relation_id = await aRelation(seller, { address: buyer });
    const place = { street: 'Rue Haute', street_number: '8', postal_code: '1000', city: 'Brussels' };
    const { body: location } = await seller.post(`/relations/${relation_id}/delivery-locations`, {
      ...{ name: 'Warehouse', address: { ...place, country_code: 'BE' } },
    });
    const line = { name: 'Beer', quantity: '1', unit_price: '10', vat_rate: '21' };
    const { body: document } = await seller.post('/documents', {
      ...{ type: 'invoice', relation_id, delivery_location_id: location.id, lines: [line] },
    });
    const { status, text } = await reader.open(
      `/console/companies/${seller.company_id}/documents/${document.id}`,
    );
    expect(status).toBe(200);
    const shown = read(text);
    expect(shown).toContain('12 Main Street # 4 Springfield, IL 62701 United States');
    expect(shown).toContain('Delivered to Warehouse, Rue Haute 8, 1000 Brussels, Belgium');
    const at = `/relations/${relation_id}/delivery-locations/${location.id}`;
    await seller.patch(at, { name: null }).expect(200);
    const again = { delivery_location_id: location.id };
    const { body: renewed } = await seller.patch(`/documents/${document.id}`, again).expect(200);
    expect(renewed.delivery).toMatchObject({ name: null, address: { city: 'Brussels' } });
    const open = async (path: string) =>
      read((await reader.open(`/console/companies/${seller.company_id}${path}`)).text);
    expect(await open(`/documents/${document.id}`)).toContain('Delivered to Rue Haute 8, 1000 Brussels');
    expect(await open(`/relations/${relation_id}`)).toContain(
      'Delivery locations Rue Haute 8, 1000 Brussels',
    );
    expect(shown).toContain('IBAN BE68 5390 0754 7034 BIC GKCCBEBB');
    expect(shown).toMatch(/Supplier .* Belgium .* Customer/);
  });

  test('has what was paid, and what is open', async () => {
    const { id } = await anInvoice(tenant, DELIVERS);
    await tenant.post(`/documents/${id}/payments`, { amount: '21', method: 'card', reference: 'T-9' });
    const text = read(await open(id));
    expect(text).toMatch(
      /Payments, newest first Date Method Reference Amount \d{4}-\d\d-\d\d Card T-9 21\.00 EUR/,
    );
    expect(text).toContain('Payments −21.00 EUR Open 100.00 EUR');
  });

  test('says that it shows the last payments and transmissions when there are older ones', async () => {
    const { id } = await anInvoice(tenant, FAILS);
    await tenant.post(`/documents/${id}/send`);
    await documentWith(tenant, id, 'failed');
    const pay = () => tenant.post(`/documents/${id}/payments`, { amount: '0.01' }).expect(201);
    const sendOften = (times: number) =>
      sql`
        insert into transmission
        select copy.*
        from (select * from transmission where document_id = ${id} limit 1) sent
        cross join generate_series(1, ${times}::integer) nth
        cross join lateral jsonb_populate_record(
          null::transmission, to_jsonb(sent) || jsonb_build_object('message_id', gen_random_uuid(), 'generation', nth)
        ) copy
      `.execute(get(service.container, DATABASE));
    for (let made = 0; made < 50; made++) await pay();
    await sendOften(49);
    expect(read(await open(id))).not.toContain('Last 50 shown');
    await pay();
    await sendOften(1);
    const text = read(await open(id));
    expect(text).toContain('Payments Last 50 shown');
    expect(text).toContain('Transmissions Last 50 shown');
  });

  test('leads to its files, attachments and the XML as it was sent', async () => {
    const { id, number } = await anInvoice(tenant, DELIVERS);
    const uploaded = await tenant
      .post(`/documents/${id}/attachments`)
      .attach('file', Buffer.from('%PDF-1.4\n%%EOF\n'), 'terms.pdf');
    expect(uploaded.status).toBe(201);
    await tenant.post(`/documents/${id}/send`);
    await documentWith(tenant, id, 'delivered');
    const [{ message_id }] = (await transmissionsOf(tenant, id)) as unknown as [{ message_id: string }];
    const html = await open(id);
    for (const [below, type] of [
      ['/file?format=pdf', 'application/pdf'],
      ['/file?format=ubl', 'application/xml'],
      ['/file?format=facturx', 'application/pdf'],
      [`/transmissions/${message_id}/file`, 'application/xml'],
      [`/attachments/${uploaded.body.id}/file`, 'application/pdf'],
    ]) {
      expect(html).toContain(`href="${pathOf(id)}${below}"`);
      const { status, headers } = await reader.open(pathOf(id) + below!);
      expect([below, status, headers['content-type']]).toEqual([below, 200, type]);
      expect(headers['content-disposition']).toMatch(/^attachment; filename="/);
      expect((await new Reader(service).open(pathOf(id) + below!)).status).toBe(303);
    }
    expect(html).not.toContain('format=original');
    expect((await reader.open(`${pathOf(id)}/file?format=docx`)).status).toBe(400);
    expect((await reader.open(`${pathOf(id)}/file?format=original`)).status).toBe(400);
    const other = await aSender(service);
    const elsewhere = `/console/companies/${other.company_id}/documents/${id}/file`;
    expect((await reader.open(elsewhere)).status).toBe(404);
    expect(html).toContain(`<h1>${number}</h1>`);
  });

  test('leads to no e-invoice of a currency with three decimals, which has none', async () => {
    const { id } = await anInvoice(tenant, DELIVERS, { currency: 'KWD' });
    const links = [...(await open(id)).matchAll(/\/file\?format=(\w+)"/g)].map(([, format]) => format);
    expect(links).toEqual(['pdf']);
  });

  test('has the responses of the customer in words', async () => {
    const { id } = await anInvoice(tenant, DELIVERS);
    const response = {
      ...{ id: '0198a8e4-0000-7000-8000-000000000009', direction: 'received', status: 'UQ' },
      ...{ reasons: [{ code: 'PRI', text: 'Agreed: 90' }], actions: [{ code: 'NIN', text: null }] },
      ...{
        note: null,
        effective_date: '2026-07-01',
        at: '2026-07-01T10:00:00.000Z',
        state: null,
        message_id: 'm',
      },
    };
    await get(service.container, DATABASE)
      .updateTable('document')
      .set({ responses: JSON.stringify([response]) as never })
      .where('id', '=', id as string)
      .execute();
    const text = read(await open(id));
    expect(text).toMatch(/Under query received from the customer 2026-07-01 10:00 UTC/);
    expect(text).toContain('Reasons Prices incorrect: Agreed: 90 Requested actions Issue a new invoice');
  });

  test('has a button to send again only after the last send came to nothing', async () => {
    const draft = await anInvoice(tenant, FAILS);
    expect(await open(draft.id)).not.toContain('Send again');
    await tenant.post(`/documents/${draft.id}/send`);
    await documentWith(tenant, draft.id, 'failed');
    const response = await reader.submit(pathOf(draft.id), `${pathOf(draft.id)}/send`);
    expect(response.headers.location).toBe(`${pathOf(draft.id)}?done=sent_again`);
    await documentWith(tenant, draft.id, 'failed');
  });
});
