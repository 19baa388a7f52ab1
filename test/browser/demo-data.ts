import { randomUUID } from 'node:crypto';
import {
  BANK_ACCOUNTS,
  BRANDINGS,
  CLIENTS,
  COMPANIES,
  type Container,
  DATABASE,
  DELIVERY_ENGINE,
  DOCUMENTS,
  get,
  RELATIONS,
  SENDING,
  UNITS_OF_WORK,
  WEBHOOK_DELIVERIES,
  WEBHOOKS,
} from '../../src/composition/keys';
import { ACTIONS } from '../../src/domain/access/permission';
import type { Caller } from '../../src/ports/access/access-tokens';
import type { SettableClock } from '../support/settable-clock';
import { DELIVERS, DELIVERS_AT_LAST, FAILS, REJECTS } from '../support/sending';
import { until } from '../support/until';

const DAYS = 30;
const HOUR_MS = 3600 * 1000;

const OTHERS = [
  ['Atelier Noir SRL', 'BE0876543270', 'Rue Haute', '1000', 'Brussels'],
  ['Fietsen Verbeke BV', 'BE0403170701', 'Veldstraat', '9000', 'Ghent'],
  ['Studio Kade 4', null, 'Kattendijkdok', '2000', 'Antwerp'],
  ['Maison Lambert', null, 'Place du Marché', '4000', 'Liège'],
] as const;

const CUSTOMERS = [
  ['Café De Markt', DELIVERS],
  ['Hotel Zeezicht NV', DELIVERS_AT_LAST],
  ['Restaurant Le Canal', DELIVERS],
  ['Feestzaal Ter Linden', REJECTS],
  ['Bistro Quai 12', FAILS],
] as const;

const GOODS = [
  ['Tripel, crate of 24', '31.20'],
  ['Blond, keg 20 l', '68.50'],
  ['Delivery', '25'],
  ['Glasses, box of 6', '14.90'],
] as const;

export interface Demo {
  readonly company_id: string;
  readonly client_id: string;
  /** One whose transmission took more than one attempt. */
  readonly document_id: string;
  /** One with texts as long as can be, and a customer whose name is one word. */
  readonly long_document_id: string;
  readonly relation_id: string;
}

/** A month of documents of a brewery, and other companies. Ends with the clock at the present. */
export async function demoData(container: Container, clock: SettableClock): Promise<Demo> {
  const [companies, units] = [get(container, COMPANIES), get(container, UNITS_OF_WORK)];
  for (const [name, vat, street, postal_code, city] of OTHERS) {
    const address = { country_code: 'BE', street, street_number: '8', postal_code, city };
    await companies.create(units.open(), { name, vat, address });
  }
  const company = await companies.create(units.open(), {
    name: 'Brouwerij De Linde',
    vat: 'BE0123456749',
    identifier: '0123456749',
    electronic_address: '0208:0123456749',
    email: 'boekhouding@delinde.example',
    address: {
      country_code: 'BE',
      street: 'Lindestraat',
      street_number: '21',
      postal_code: '3000',
      city: 'Leuven',
    },
  });
  const { client_id } = await clientsOf(container, company.id);
  const relation_ids = await customersOf(container, company.id);
  await tradeForAMonth(container, clock, { company_id: company.id, client_id }, relation_ids);
  const holder = { company_id: company.id, client_id, scope: new Set(['journal:read']) };
  await webhooksOf(container, { ...holder, expires_at: new Date(clock.now().getTime() + HOUR_MS) });
  await particularsOf(container, company.id);
  const document_id = await until(() => settled(container, company.id));
  const long_document_id = await longTextsOf(container, company.id);
  return { company_id: company.id, client_id, document_id, long_document_id, relation_id: relation_ids[0]! };
}

/** A branding, and a document for a customer with a long name. @returns the id of the document */
async function longTextsOf(container: Container, company_id: string): Promise<string> {
  const units = get(container, UNITS_OF_WORK);
  const text = 'A long text about the delivery. '.repeat(156);
  const brandings = get(container, BRANDINGS);
  await brandings.create(units.open(), company_id, { name: 'Long texts', header: text, footer: text });
  const name = 'Donaudampfschifffahrtsgesellschaft'.repeat(7);
  const customer = { type: 'company', name, address: { country_code: 'BE', city: 'Gent' } } as const;
  const relation = await get(container, RELATIONS).create(units.open(), company_id, customer, true);
  const line = { name, description: text, quantity: '-1000000', unit_price: '1234567.89', vat_rate: '21' };
  const document = await get(container, DOCUMENTS).create(units.open(), company_id, {
    type: 'invoice',
    relation_id: relation.id,
    lines: [{ ...line, quantity: '2000000' }, line],
    note: text,
  });
  return document.id;
}

async function clientsOf(container: Container, company_id: string): Promise<{ client_id: string }> {
  const [clients, units] = [get(container, CLIENTS), get(container, UNITS_OF_WORK)];
  const all = [...ACTIONS];
  await clients.create(
    units.open(),
    company_id,
    { name: 'Time sheets', permissions: { document: ['create'] } },
    {},
  );
  const old = await clients.create(units.open(), company_id, { name: 'Old ERP', permissions: {} }, {});
  await clients.update(units.open(), old.client_id, { active: false }, undefined);
  return clients.create(
    units.open(),
    company_id,
    {
      name: 'Webshop',
      permissions: {
        document: all,
        relation: ['create', 'read', 'update'],
        bank_account: ['read'],
        journal: ['read'],
      },
    },
    {},
  );
}

/** Two webhooks, one of them with a delivery that failed. */
async function webhooksOf(container: Container, caller: Caller): Promise<void> {
  const [webhooks, deliveries] = [get(container, WEBHOOKS), get(container, WEBHOOK_DELIVERIES)];
  const units = get(container, UNITS_OF_WORK);
  const refused = await webhooks.create(units.open(), caller, {
    url: 'http://127.0.0.1:9/hooks/invoices',
    types: ['journal.*'],
    description: 'Books journals in the shop',
  });
  const off = { url: 'https://hooks.example/in?tenant=delinde', types: ['journal.created'], active: false };
  await webhooks.create(units.open(), caller, off);
  get(container, DELIVERY_ENGINE).start();
  await deliveries.test(units.open(), caller, refused.id);
  await until(async () => {
    const page = { sort: '-created_at', limit: 1 };
    const { data } = await deliveries.list(units.open(), caller, refused.id, {}, page);
    return data[0]?.state === 'failed';
  });
}

/** Bank accounts and brandings. */
async function particularsOf(container: Container, company_id: string): Promise<void> {
  const units = get(container, UNITS_OF_WORK);
  const accounts = get(container, BANK_ACCOUNTS);
  await accounts.create(units.open(), company_id, { reference: 'BE68539007547034', name: 'Current account' });
  await accounts.provide(units.open(), company_id, { reference: 'BE71096123456769', bic: 'GKCCBEBB' });
  const brandings = get(container, BRANDINGS);
  await brandings.create(units.open(), company_id, { name: 'House style', primary_color: '#0f766e' });
  const footer = 'Brouwerij De Linde · Lindestraat 21 · 3000 Leuven';
  const other = { name: 'Events', primary_color: '#9d174d', address_position: 'right', footer } as const;
  await brandings.create(units.open(), company_id, other);
}

function customersOf(container: Container, company_id: string): Promise<string[]> {
  const [relations, units] = [get(container, RELATIONS), get(container, UNITS_OF_WORK)];
  return Promise.all(
    CUSTOMERS.map(async ([name, electronic_address], index) => {
      const address = {
        country_code: 'BE',
        street: 'Stationsplein',
        street_number: String(index + 1),
        postal_code: '3000',
        city: 'Leuven',
      };
      const relation = { type: 'company', name, electronic_address, address } as const;
      return (await relations.create(units.open(), company_id, relation, true)).id;
    }),
  );
}

/** More on weekdays, and somewhat more each week; every third invoice is sent. */
async function tradeForAMonth(
  container: Container,
  clock: SettableClock,
  { company_id, client_id }: Pick<Caller, 'company_id' | 'client_id'>,
  relation_ids: readonly string[],
): Promise<void> {
  const [documents, sending] = [get(container, DOCUMENTS), get(container, SENDING)];
  const actor = { kind: 'client', id: client_id } as const;
  const open = () => get(container, UNITS_OF_WORK).open({ actor, request_id: randomUUID() });
  const now_ms = clock.now().getTime();
  let made = 0;
  for (let day = DAYS - 1; day >= 0; day--) {
    clock.advance(now_ms - day * 24 * HOUR_MS - 3 * HOUR_MS - clock.now().getTime());
    const weekday = clock.now().getUTCDay();
    const busy = weekday === 0 ? 1 : weekday === 6 ? 3 : 6;
    const count = busy + ((day * 7) % 4) + Math.floor((DAYS - day) / 8);
    for (let nth = 0; nth < count; nth++) {
      made += 1;
      clock.advance(10 * 60 * 1000);
      const [name, unit_price] = GOODS[made % GOODS.length]!;
      const customer = made % 11 === 0 ? 4 : made % 13 === 0 ? 3 : Math.floor(made / 3) % 3;
      const document = await documents.create(open(), company_id, {
        type: made % 17 === 0 ? 'quote' : 'invoice',
        relation_id: relation_ids[customer]!,
        lines: [{ name, quantity: String(1 + (made % 9)), unit_price, vat_rate: '21' }],
        paid_amount: made % 4 === 0 ? '10' : null,
      });
      if (document.type === 'quote' || made % 3 !== 0) continue;
      await sending.send(open(), company_id, document.id);
    }
  }
  clock.advance(now_ms - clock.now().getTime());
}

/** @returns the latest document that was delivered at the second attempt or later, once nothing is pending */
async function settled(container: Container, company_id: string): Promise<string | undefined> {
  const rows = await get(container, DATABASE)
    .selectFrom('transmission')
    .select(['document_id', 'state', 'attempts'])
    .where('company_id', '=', company_id)
    .orderBy('created_at', 'desc')
    .execute();
  if (rows.some(({ state }) => state === 'pending' || state === 'sent')) return undefined;
  return rows.find(({ attempts }) => (attempts as unknown[]).length > 1)?.document_id;
}
