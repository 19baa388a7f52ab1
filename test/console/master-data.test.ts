import { sql } from 'kysely';
import { palette } from '../../src/adapters/rendering/theme';
import { DATABASE, get } from '../../src/composition/keys';
import { Reader } from '../support/console';
import { createDatabase, type TestDatabase } from '../support/database';
import { anIban } from '../support/master-data';
import { PNG } from '../support/images';
import { aSender, anInvoice, DELIVERS } from '../support/sending';
import { aRelation, type Service, startService, type Tenant } from '../support/service';

const EVIL = `<img src=x onerror="alert(1)">`;

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

const of = (below: string) => `/console/companies/${tenant.company_id}${below}`;
async function open(path: string): Promise<string> {
  const { status, text } = await reader.open(path);
  expect([path, status]).toEqual([path, 200]);
  expect(text).not.toContain('<img');
  return text;
}
const read = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

describe('journals', () => {
  test('have the next number, and no gaps', async () => {
    expect(read(await open(of('/journals')))).toMatch(
      /INV .* Sales ✓ Default INV-\d{4}-00001 No documents yet/,
    );
    const numbers: string[] = [];
    for (let nth = 1; nth <= 3; nth++) numbers.push(String((await anInvoice(tenant, DELIVERS)).number));
    const next = numbers[2]!.replace(/3$/, '4');
    expect(read(await open(of('/journals')))).toMatch(
      new RegExp(`INV .* Default ${next} \\d{4} : 3 documents, ✓ gaps: none `),
    );
    expect((await anInvoice(tenant, DELIVERS)).number).toBe(next);
  });

  test('show a gap that was made in the database', async () => {
    const other = await aSender(service);
    for (let nth = 1; nth <= 3; nth++) await anInvoice(other, DELIVERS);
    await sql`delete from document where company_id = ${other.company_id} and sequence_number = 2`.execute(
      get(service.container, DATABASE),
    );
    const page = read(await open(`/console/companies/${other.company_id}/journals`));
    expect(page).toContain('2 documents, ✕ gaps: 1 ');
  });
});

describe('bank accounts', () => {
  test('state who added them, and the default', async () => {
    expect(await open(of('/bank-accounts'))).toContain('No bank accounts yet.');
    await tenant.post('/bank-accounts', { reference: 'BE68539007547034', name: EVIL });
    const page = read(await open(of('/bank-accounts')));
    expect(page).toMatch(/BE68 5390 0754 7034 – &lt;img .* Client ✓ Default/);
  });

  test('are filtered by name or IBAN, default and who added them, ordered, and in pages', async () => {
    const own = await aSender(service);
    const path = `/console/companies/${own.company_id}/bank-accounts`;
    const ibans = Array.from({ length: 26 }, (_, n) => anIban(n));
    for (const [n, reference] of ibans.entries())
      await own.post('/bank-accounts', { reference, name: n === 25 ? 'Savings' : null });
    await service
      .manage('post', `/management/companies/${own.company_id}/bank-accounts`)
      .send({ reference: 'BE71096123456769' })
      .expect(201);
    const shown = async (query: string) =>
      [...(await open(path + query)).matchAll(/class="short code">([^<]+)/g)].map(([, iban]) =>
        iban!.replaceAll('\u00a0', ''),
      );
    expect(await shown('?q=sav')).toEqual([ibans[25]]);
    expect(await shown('?q=be71-0961')).toEqual(['BE71096123456769']);
    expect(await shown('?manual=false')).toEqual(['BE71096123456769']);
    expect(await shown('?default=true')).toEqual([ibans[0]]);
    const sorted = [...ibans, 'BE71096123456769'].sort();
    expect(await shown('?sort=reference&limit=50')).toEqual(sorted);
    const first = await open(`${path}?sort=reference`);
    const next = /rel="next" href="([^"]+)"/.exec(first)![1]!.replaceAll('&amp;', '&');
    expect(next).toContain('sort=reference');
    expect(await shown(next.slice(path.length))).toEqual(sorted.slice(25));
    expect(read(await open(`${path}?q=nobody`))).toContain('No bank accounts found. Show all bank accounts');
    expect((await reader.open(`${path}?default=maybe`)).status).toBe(400);
  });
});

describe('brandings', () => {
  test('have a picture of a document, with the logo', async () => {
    expect(await open(of('/brandings'))).toContain('No brandings yet.');
    const branding = await tenant.post('/brandings', {
      ...{ name: EVIL, primary_color: '#0f766e', footer: 'Thank <you>', address_position: 'right' },
    });
    expect(branding.status).toBe(201);
    const html = await open(of('/brandings'));
    expect(html).toContain('fill="#0f766e"');
    expect(html).toContain('Thank &lt;you&gt;');
    expect(html).toContain('aria-label="Picture of a document with the branding &lt;img');
    expect(html).toMatch(/<rect x="120" y="56"/);
    const logo = of(`/brandings/${branding.body.id}/logo`);
    expect(html).not.toContain(logo);
    expect((await reader.open(logo)).status).toBe(404);
    const put = await tenant
      .put(`/brandings/${branding.body.id}/logo`)
      .set('Content-Type', 'image/png')
      .send(PNG);
    expect(put.status).toBe(200);
    expect(await open(of('/brandings'))).toContain(`<image href="${logo}"`);
    const { headers, status } = await reader.open(logo);
    expect([status, headers['content-type']]).toEqual([200, 'image/png']);
  });

  test('without a colour have that of the PDF in their picture', async () => {
    const own = await aSender(service);
    await own.post('/brandings', { name: 'Plain' }).expect(201);
    const html = await open(`/console/companies/${own.company_id}/brandings`);
    expect(html).toContain(`fill="${palette(null).accent}"`);
  });

  test('have long texts in a part that scrolls', async () => {
    const own = await aSender(service);
    const footer = 'Thank you';
    await own.post('/brandings', { name: 'Plain', header: 'Fine beers '.repeat(450), footer }).expect(201);
    const html = await open(`/console/companies/${own.company_id}/brandings`);
    expect(html).toMatch(
      /class="long-text" role="group" aria-label="Header of Plain" tabindex="0">Fine beers/,
    );
    expect(html).toMatch(/<dt>Footer<\/dt><dd>\s*Thank you/);
  });

  test('are filtered by name and default, and ordered by name', async () => {
    const own = await aSender(service);
    const path = `/console/companies/${own.company_id}/brandings`;
    for (const name of ['Winter', 'autumn', 'Spring']) await own.post('/brandings', { name });
    const shown = async (query: string) =>
      [...(await open(path + query)).matchAll(/<h2>([^<]+)/g)].map(([, name]) => name);
    expect(await shown('?sort=name')).toEqual(['autumn', 'Spring', 'Winter']);
    expect(await shown('?sort=-name&default=false')).toEqual(['Spring', 'autumn']);
    expect(await shown('?q=AUT')).toEqual(['autumn']);
    expect(read(await open(`${path}?q=summer`))).toContain('No brandings found. Show all brandings');
  });
});

describe('relations', () => {
  test('are filtered by part of the name, and have a page with particulars and documents', async () => {
    const id = await aRelation(tenant, { name: `Zoo ${EVIL}`, vat: 'BE0403170701', payment_term_days: 14 });
    const list = await open(of('/relations?q=zoo&sort=name'));
    expect(list).toContain(`href="${of(`/relations/${id}`)}"`);
    expect(read(await open(of('/relations?type=contact')))).toContain('No relations found.');
    expect((await reader.open(of('/relations?q=zo'))).status).toBe(400);
    const page = read(await open(of(`/relations/${id}`)));
    expect(page).toContain('VAT number BE0403170701');
    expect(page).toContain('Payment term 14 days');
    expect(page).toContain('No documents yet.');
    const quote = await tenant.post('/documents', {
      type: 'quote',
      relation_id: id,
      lines: [{ name: 'Cages', quantity: '1', unit_price: '10', vat_rate: '21' }],
    });
    const rows = read(await open(of(`/relations/${id}`)));
    expect(rows).toMatch(/Number Type Issue date Total Status Network Payment/); // its name is the title
    expect(rows).toMatch(new RegExp(`${quote.body.number} Quote \\S+ 12\\.10 EUR ✎ Draft – – `)); // a quote is not paid
    const other = await aSender(service);
    const elsewhere = `/console/companies/${other.company_id}/relations/${id}`;
    expect((await reader.open(elsewhere)).status).toBe(404);
  });

  test('say on their page that it shows the first delivery locations when there are more', async () => {
    const id = await aRelation(tenant);
    const address = { street: 'Rue Haute', street_number: '8', postal_code: '1000', city: 'Brussels' };
    const add = (name: string) =>
      tenant
        .post(`/relations/${id}/delivery-locations`, { name, address: { ...address, country_code: 'BE' } })
        .expect(201);
    for (let nth = 1; nth <= 50; nth++) await add(`Location ${nth}`);
    const path = of(`/relations/${id}`);
    expect(read(await open(path))).toContain('Delivery locations Location 1 ');
    await add('Location 51');
    expect(read(await open(path))).toContain('Delivery locations First 50 shown Location 1 ');
  });
});
