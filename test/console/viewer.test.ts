import type { Sessions } from '../../src/adapters/console/sessions/sessions';
import { CONSOLE_ROUTES } from '../../src/composition/console';
import { CONSOLE_SESSIONS, DATABASE, get } from '../../src/composition/keys';
import { Reader } from '../support/console';
import { createDatabase, type TestDatabase } from '../support/database';
import { aSender, anInvoice, DELIVERS, documentWith, FAILS, hurry } from '../support/sending';
import { aTenant, type Service, startService } from '../support/service';

const VIEWER = { sub: 'sub-of-bert', email: 'bert@example.com', role: 'viewer' } as const;
const OPERATOR = { sub: 'sub-of-anna', email: 'anna@example.com', role: 'operator' } as const;

let database: TestDatabase;
let service: Service;
beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url, {}, hurry);
  await seed();
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

/** Two companies, one of them without anything; each kind of row, and cases that need attention. */
async function seed(): Promise<void> {
  await aTenant(service);
  const tenant = await aSender(service);
  const delivered = await anInvoice(tenant, DELIVERS);
  await tenant
    .post(`/documents/${delivered.id}/attachments`)
    .attach('file', Buffer.from('%PDF-1.4\n%%EOF\n'), 'terms.pdf');
  const failed = await anInvoice(tenant, FAILS);
  await tenant.post(`/documents/${failed.id}/send`);
  await documentWith(tenant, failed.id, 'failed');
  await tenant.post('/bank-accounts', { reference: 'BE68539007547034' });
  await tenant.post('/brandings', { name: 'House style' });
  await tenant.post('/webhooks', { url: 'http://127.0.0.1:9/', types: ['relation.*'] });
  const db = get(service.container, DATABASE);
  await db.updateTable('webhook').set({ active: false, disabled_at: new Date() }).execute();
  const message = { sender: DELIVERS, receiver: FAILS, reason: 'No such participant.', size: 1 };
  await db
    .insertInto('refused_message')
    .values({
      ...message,
      id: '01981e5c-7f6a-7c3e-8a51-0a4d6b1c2d3e',
      received_at: new Date(),
      content: Buffer.from('x'),
    })
    .execute();
}

async function signedIn(person: typeof VIEWER | typeof OPERATOR, at = service): Promise<Reader> {
  const reader = new Reader(at);
  const sessions = get(at.container, CONSOLE_SESSIONS) as Sessions;
  const { token } = await sessions.open({ source_address: '127.0.0.1', user_agent: undefined, person });
  reader.cookie = `console_session=${token}`;
  return reader;
}

/**
 * Opens the overview, the page that it leads to when there are many cases, and every page that these lead to.
 * @returns the HTML of each page by its path
 */
async function everyPage(reader: Reader): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const waiting = ['/console', '/console/attention'];
  for (const path of waiting) {
    const { status, text, headers } = await reader.open(path);
    expect([path, status]).toEqual([path, 200]);
    if (!/^text\/html/.test(headers['content-type'] as string)) continue;
    pages.set(path, text);
    for (const address of addressesIn(text)) if (!waiting.includes(address)) waiting.push(address);
  }
  return pages;
}

/** The paths in the console that the links and search forms of a page lead to; downloads of documents are left out. */
function addressesIn(html: string): string[] {
  const links = [...html.matchAll(/<a\b[^>]*\bhref="([^"#?]+)/g)].map(([, href]) => href!);
  const forms = [...html.matchAll(/<form\b[^>]*\bmethod="get" action="([^"]+)"/g)].map(([, to]) => to!);
  return [...links, ...forms].filter(
    (address) => address.startsWith('/console') && !/\/(file|export)$/.test(address),
  );
}

const formsOf = (html: string) =>
  [...html.matchAll(/<form\b[^>]*\bmethod="post"[^>]*>/g)].map(([tag]) => /action="([^"]*)"/.exec(tag)![1]);

describe('a viewer', () => {
  test('sees on no page a link or a form that is refused', async () => {
    const pages = await everyPage(await signedIn(VIEWER));
    for (const [path, html] of pages) {
      expect([path, formsOf(html)]).toEqual([path, ['/console/sign-out']]);
      expect([path, html.includes('form_token')]).toEqual([path, false]);
      const buttons = [...html.matchAll(/<button\b[^>]*>([^<]*)/g)].map(([, label]) => label);
      const looking = /^(Search|Sign out|Filter|Show|Copy|Documents \(ZIP\)|Sales journal \(CSV\))$/;
      expect([path, buttons.filter((label) => !looking.test(label!))]).toEqual([path, []]);
    }
  });

  test('is led to no page that is refused while there are no companies', async () => {
    const empty = await createDatabase();
    const at_first = await startService(empty.url);
    try {
      const pages = await everyPage(await signedIn(VIEWER, at_first));
      expect([...pages.keys()]).toContain('/console/companies');
    } finally {
      await at_first.close();
      await empty.drop();
    }
  });

  test('is led to every page but those that only have a form, which are refused', async () => {
    const viewer = await signedIn(VIEWER);
    const visited = [...(await everyPage(viewer)).keys()];
    const pages = get(service.container, CONSOLE_ROUTES)
      .filter(({ method, path }) => method === 'get' && path.startsWith('/console'))
      .map(({ path }) => path)
      .filter((path) => !/\/(file|logo|export|\*rest|:name)$|\/assets\/|\/sign-in/.test(path));
    const isVisited = (page: string) => {
      const pattern = new RegExp(`^${page.replace(/:\w+/g, '(?!new$)[^/]+')}$`);
      return visited.some((path) => pattern.test(path));
    };
    const others = pages.filter((page) => !isVisited(page));
    expect(others.sort()).toEqual(['/console/companies/:id/clients/new', '/console/companies/new']);
    const company = visited.find((path) => /^\/console\/companies\/[^/]+$/.test(path))!;
    for (const page of ['/console/companies/new', `${company}/clients/new`]) {
      const { status, text } = await viewer.open(page);
      expect([page, status]).toEqual([page, 403]);
      expect(text).toContain('<h1>Only for operators</h1>');
    }
  });

  test('sees the settings and the permissions of a client, as data that cannot be changed', async () => {
    const pages = await everyPage(await signedIn(VIEWER));
    const shown = [...pages].filter(([path]) => /\/settings$|^\/console\/clients\/[^/]+$/.test(path));
    expect(shown.length).toBeGreaterThan(2);
    for (const [path, html] of shown) {
      const main = html.slice(html.indexOf('<main'));
      expect(main).toMatch(/<input disabled [^>]*name="name"/);
      const fields = main.match(/<(?:input|select|textarea)\b(?! disabled)/g);
      expect([path, fields]).toEqual([path, null]);
    }
  });
});

describe('an operator', () => {
  test('is led to the pages that make new things, and has the forms', async () => {
    const pages = await everyPage(await signedIn(OPERATOR));
    expect([...pages.keys()]).toContain('/console/companies/new');
    expect([...pages.keys()].some((path) => path.endsWith('/clients/new'))).toBe(true);
    expect([...pages.values()].flatMap(formsOf).length).toBeGreaterThan(pages.size + 10);
  });
});
