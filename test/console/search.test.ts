import { randomUUID } from 'node:crypto';
import { Reader } from '../support/console';
import { createDatabase, type TestDatabase } from '../support/database';
import { aSender, anInvoice, DELIVERS, transmissionsOf } from '../support/sending';
import { aRelation, aTenant, type Service, startService, type Tenant } from '../support/service';
import { until } from '../support/until';

let database: TestDatabase;
let service: Service;
let reader: Reader;
let tenant: Tenant;
beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
  reader = new Reader(service);
  await reader.signIn();
  tenant = await aSender(service, { name: 'Ölmühle & Söhne' });
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

/** The titles of the groups that are found, with the texts of their hits. */
async function found(q: string, company?: string): Promise<Record<string, string>> {
  const query = new URLSearchParams({ q, ...(company ? { company } : {}) }).toString();
  const { status, text } = await reader.open(`/console/search?${query}`);
  expect(status).toBe(200);
  const groups = text.split('<section ').slice(1);
  return Object.fromEntries(
    groups.map((group) => {
      const [, id = ''] = /aria-labelledby="([^"]+)"/.exec(group)!;
      return [id, group.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')];
    }),
  );
}

describe('the search', () => {
  test('is in the header of each page, and says what it finds', async () => {
    const { text } = await reader.open('/console/search');
    expect(text).toContain('role="search"');
    expect(text).toContain('companies by part of the name');
    const company = (await reader.open(`/console/companies/${tenant.company_id}`)).text;
    expect(company).toContain(`<input type="hidden" name="company" value="${tenant.company_id}">`);
  });

  test('finds companies by part of the name, in any case', async () => {
    const { companies } = await found('ölMÜHLE');
    expect(companies).toContain('Ölmühle &amp; Söhne');
  });

  test('finds documents of all companies by the beginning of the number, and by the external id', async () => {
    const external_id = `order ${randomUUID()}`;
    const { number } = await anInvoice(tenant, DELIVERS, { external_id });
    const whole = await found(String(number).toLowerCase());
    expect(whole.documents).toContain(`${number} Invoice, `);
    expect(whole.documents).toContain('Ölmühle &amp; Söhne');
    expect((await found(String(number).slice(0, -1))).documents).toContain(number);
    expect((await found(external_id)).documents).toContain(number);
    expect(await found(external_id.slice(0, -1))).toEqual({});
  });

  test('finds the documents with the highest numbers first when many have the beginning', async () => {
    const other = await aSender(service, { name: 'With many documents' });
    const journal = { code: 'MANY', name: 'Many', category: 'sales', number_format: '{code}-{yyyy}-{seq:5}' };
    const { body } = await other.post('/journals', journal).expect(201);
    for (let made = 1; made <= 12; made++) await anInvoice(other, DELIVERS, { journal_id: body.id });
    const { documents = '' } = await found('many-');
    const numbers = [...documents.matchAll(/MANY-\d{4}-(\d+)/g)].map(([, number]) => Number(number));
    expect(numbers).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
  });

  test('shows the document of exactly this number first, before many that begin with it', async () => {
    const other = await aSender(service, { name: 'With numbers without zeros' });
    const journal = { code: 'EXACT', name: 'Exact', category: 'sales', number_format: '{code}/{yyyy}/{seq}' };
    const { body } = await other.post('/journals', journal).expect(201);
    for (let made = 1; made <= 21; made++) await anInvoice(other, DELIVERS, { journal_id: body.id });
    const year = new Date().getFullYear();
    for (const group of ['documents', 'of-company']) {
      const { [group]: text = '' } = await found(`exact/${year}/1`, other.company_id);
      expect([...text.matchAll(/EXACT\/\d{4}\/(\d+)/g)].map(([, number]) => Number(number))).toEqual([
        ...[1, 19, 18, 17, 16, 15, 14, 13, 12, 11],
      ]);
    }
  });

  test('says where else the others are when more companies have the same number or names than are shown', async () => {
    const numbers = new Set<unknown>();
    for (let made = 1; made <= 11; made++) {
      const other = await aSender(service, { name: `Alike ${made}` });
      const journal = {
        code: 'ALIKE',
        name: 'Alike',
        category: 'sales',
        number_format: '{code}-{yyyy}-{seq}',
      };
      const { body } = await other.post('/journals', journal).expect(201);
      numbers.add((await anInvoice(other, DELIVERS, { journal_id: body.id })).number);
      await aRelation(other, { name: 'Alike & Sons' });
      await service
        .manage('post', `/management/companies/${other.company_id}/clients`)
        .send({ name: 'Alike & Sons', permissions: {} })
        .expect(201);
    }
    const { documents } = await found(String([...numbers]));
    const more = 'There are more: enter more of the text, or';
    expect(documents).toContain(`${more} search from a page of the company.`);
    const named = await found('alike & sons');
    expect(named.customers).toContain(`${more} search the relations of the company.`);
    expect(named.clients).toContain(`${more} open the clients of the company.`);
  });

  test('shows customers and clients of exactly this name first', async () => {
    const [first, second] = [await aTenant(service), await aTenant(service)];
    const aClient = ({ company_id }: Tenant, name: string) =>
      service
        .manage('post', `/management/companies/${company_id}/clients`)
        .send({ name, permissions: { document: ['read'] } })
        .expect(201);
    for (let made = 0; made < 12; made++) {
      await aRelation(first, { name: `Jan ${made}` });
      await aClient(first, `Webshop ${made}`);
    }
    await aRelation(second, { name: 'Jan' });
    await aClient(second, 'Webshop');
    expect((await found('jan')).customers).toMatch(/Customers and suppliers Jan (?!\d)/);
    expect((await found('WEBSHOP')).clients).toMatch(/Clients Webshop [0-9a-f]{8}-/);
  });

  test('finds customers of all companies by the beginning of the name, with their documents', async () => {
    const relation = await aRelation(tenant, { name: 'Zürcher Käse AG' });
    const { customers } = await found('zürcher k');
    expect(customers).toContain('Zürcher Käse AG Ölmühle &amp; Söhne');
    expect(await found('Käse')).toEqual({});
    const list = await reader.open(
      `/console/companies/${tenant.company_id}/documents?relation_id=${relation}`,
    );
    expect(list.text).toContain('No documents found.');
  });

  test('that begins at a company finds its documents by part of the name of the customer', async () => {
    const { number, buyer } = await anInvoice(tenant, DELIVERS);
    const part = (buyer as { name: string }).name.slice(1);
    expect((await found(part))['of-company']).toBeUndefined();
    expect((await found(part, tenant.company_id))['of-company']).toContain(number);
  });

  test('that begins at a company leads to the list of its documents if the text is long enough for the list', async () => {
    const other = await aSender(service, { name: 'With more than are shown' });
    for (let made = 1; made <= 11; made++) await anInvoice(other, DELIVERS);
    const searched = async (q: string) =>
      (await reader.open(`/console/search?q=${encodeURIComponent(q)}&company=${other.company_id}`)).text;
    const path = `/console/companies/${other.company_id}/documents?q=`;
    expect(await searched('inv')).toContain(`href="${path}inv"`);
    expect((await reader.open(`${path}inv`)).status).toBe(200);
    const text = await searched('in');
    expect(text).not.toContain(`href="${path}`);
    expect(text).toContain('There are more: enter more of the text.');
  });

  test('finds clients by part of the name, and by the beginning of the id', async () => {
    expect((await found('client')).clients).toContain('A client');
    expect((await found(tenant.client_id.slice(0, 20))).clients).toContain('Ölmühle &amp; Söhne');
  });

  test('finds a message by its id, and a document by its id', async () => {
    const { id, number } = await anInvoice(tenant, DELIVERS);
    await tenant.post(`/documents/${id}/send`);
    const message = await until(async () => (await transmissionsOf(tenant, id as string))[0]);
    expect((await found(message.message_id.toUpperCase())).messages).toContain(`${number} Message`);
    expect((await found(id as string)).messages).toContain(`${number} Document`);
    expect(await found(randomUUID())).toEqual({});
  });

  test.each(['a', '%'.repeat(101), 'a\u0000b'])('asks for another text than %j', async (q) => {
    const { status, text } = await reader.open(`/console/search?q=${encodeURIComponent(q)}`);
    expect([status, text]).toEqual([200, expect.stringContaining('class="fault"')]);
  });

  test.each([`' or 1=1 --`, '%%%', '\\x', '<script>', '\uffff\uffff', '𝔘𝔫𝔦'])(
    'finds nothing for %j',
    async (q) => {
      expect(await found(q)).toEqual({});
    },
  );
});

describe('a list', () => {
  test('of companies is searched, ordered by name and has the chosen number of rows, on each page', async () => {
    for (let nth = 1; nth <= 60; nth++) {
      await aTenant(service, { name: `List ${String(nth).padStart(2, '0')}` });
    }
    const namesIn = (html: string) => [...html.matchAll(/>(List \d\d)</g)].map(([, name]) => name);
    const first = await reader.open('/console/companies?q=list&sort=-name&limit=50');
    expect(namesIn(first.text).slice(0, 2)).toEqual(['List 60', 'List 59']);
    expect(namesIn(first.text)).toHaveLength(50);
    expect(first.text).toContain('value="50" selected');
    const [, next = ''] = /rel="next" href="([^"]+)"/.exec(first.text)!;
    const second = await reader.open(next.replaceAll('&amp;', '&'));
    expect(namesIn(second.text)).toHaveLength(10);
    expect(second.text).toContain('value="-name" selected');
    expect((await reader.open('/console/companies?sort=vat')).status).toBe(400);
    expect((await reader.open('/console/companies?q=nobody')).text).toContain('Show all companies');
  }, 30_000);

  test('of documents is ordered by number, and filtered by the date of issue', async () => {
    const other = await aSender(service);
    const numbers: string[] = [];
    for (let nth = 1; nth <= 3; nth++) numbers.push(String((await anInvoice(other, DELIVERS)).number));
    const path = `/console/companies/${other.company_id}/documents`;
    const numbersIn = (html: string) =>
      [...html.matchAll(/<th scope="row" role="rowheader" class="short"><a[^>]*>([^<]+)</g)].map(
        ([, number]) => number,
      );
    expect(numbersIn((await reader.open(`${path}?sort=number`)).text)).toEqual(numbers);
    expect(numbersIn((await reader.open(`${path}?sort=-number&limit=25`)).text)).toEqual(
      numbers.toReversed(),
    );
    expect(numbersIn((await reader.open(`${path}?issue_date_from=2100-01-01`)).text)).toEqual([]);
    expect((await reader.open(`${path}?issue_date_from=yesterday`)).status).toBe(400);
  });
});
