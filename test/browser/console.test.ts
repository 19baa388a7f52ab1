import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type HttpServer, startServer } from '../../src/adapters/http/connections/server';
import { API, CLOCK, get, MANAGEMENT } from '../../src/composition/keys';
import { MANAGEMENT_TOKEN } from '../support/console';
import { createDatabase, type TestDatabase } from '../support/database';
import { hurry, put } from '../support/sending';
import { type Service, startService } from '../support/service';
import { SettableClock } from '../support/settable-clock';
import { launchChromium } from './chromium';
import { type Demo, demoData } from './demo-data';

/** Where pictures of all pages are put, for people to look at; none are made when it is not set. */
const PICTURES = process.env['SCREENSHOTS'];

let database: TestDatabase;
let service: Service;
let api: HttpServer;
let management: HttpServer;
const ends: (() => Promise<unknown>)[] = []; // of what was begun, the last first
let browser: Browser;
let demo: Demo;
/** Console messages of the browser: refused scripts and styles, missing files, errors. */
let complaints: string[] = [];

beforeAll(async () => {
  browser = await launchChromium();
  ends.unshift(() => browser.close());
  database = await createDatabase();
  ends.unshift(() => database.drop());
  const clock = new SettableClock(new Date());
  service = await startService(database.url, {}, (container) => {
    hurry(container);
    put(container, CLOCK, () => clock);
  });
  ends.unshift(() => service.close());
  demo = await demoData(service.container, clock);
  const here = { host: '127.0.0.1', port: 0 };
  api = await startServer(get(service.container, API), here);
  ends.unshift(() => api.stop(1_000));
  management = await startServer(get(service.container, MANAGEMENT), here);
  ends.unshift(() => management.stop(1_000));
}, 120_000);
afterAll(async () => {
  for (const end of ends) await end();
});
beforeEach(() => (complaints = []));

type ContextOptions = Parameters<Browser['newContext']>[0];

async function aContext(options: ContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: management.address,
    viewport: { width: 1280, height: 900 },
    ...options,
  });
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  return context;
}

async function signedIn(options: ContextOptions = {}): Promise<Page> {
  const page = await (await aContext(options)).newPage();
  await page.goto('/console');
  await page.getByLabel('Management token').fill(MANAGEMENT_TOKEN);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/console');
  return page;
}

const textOf = async (page: Page, selector: string) => (await page.locator(selector).textContent())!.trim();
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });

function pages(): [string, string][] {
  const company = `/console/companies/${demo.company_id}`;
  return [
    ['overview', '/console'],
    ['attention', '/console/attention'],
    ['all-transmissions', '/console/transmissions'],
    ['refusals', '/console/refusals'],
    ['search', '/console/search?q=Br'],
    ['search-long', '/console/search?q=Donau'],
    ['search-empty', '/console/search'],
    ['not-found', '/console/nowhere'],
    ['companies', '/console/companies'],
    ['company-new', '/console/companies/new'],
    ['company', company],
    ['settings', `${company}/settings`],
    ['clients', `${company}/clients`],
    ['client-new', `${company}/clients/new`],
    ['client', `/console/clients/${demo.client_id}`],
    ['documents', `${company}/documents`],
    ['document', `${company}/documents/${demo.document_id}`],
    ['document-long', `${company}/documents/${demo.long_document_id}`],
    ['transmissions', `${company}/transmissions`],
    ['relations', `${company}/relations`],
    ['relation', `${company}/relations/${demo.relation_id}`],
    ['journals', `${company}/journals`],
    ['bank-accounts', `${company}/bank-accounts`],
    ['brandings', `${company}/brandings`],
    ['events', `${company}/events`],
    ['webhooks', `/console/clients/${demo.client_id}/webhooks`],
    ['sessions', '/console/sessions'],
  ];
}

/** A script for the browser that finds what a page lacks for screen readers and keyboard users. */
const SHORTCOMINGS = `(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const hasName = (field) => field.labels?.length > 0 || field.hasAttribute('aria-labelledby');
  return [
    ...all('input:not([type=hidden]), select').filter((field) => !hasName(field)).map((field) => 'no label: ' + field.name),
    ...all('table').filter((table) => !table.caption).map(() => 'a table without a caption'),
    ...all('th').filter((cell) => !cell.scope).map((cell) => 'a heading without scope: ' + cell.textContent),
    ...all('svg:not([aria-hidden]):not([role=img][aria-label])').map(() => 'a picture without a text'),
    ...all('button, a').filter((element) => !element.textContent.trim()).map(() => 'a button or link without a text'),
    ...all('[id]').filter(({ id }) => all('[id="' + CSS.escape(id) + '"]').length > 1).map(({ id }) => 'twice: ' + id),
    ...all('[aria-describedby]').filter((element) => element.getAttribute('aria-describedby').split(' ')
      .some((id) => !document.getElementById(id))).map((element) => 'described by nothing: ' + element.id),
    ...(all('h1').length === 1 ? [] : [all('h1').length + ' headings of the page']),
    ...(all('nav[aria-label=Main] [aria-current]').length === (/search|nowhere/.test(location.pathname) ? 0 : 1) ? [] : ['no place in the navigation']),
    ...all('nav.tabs a[aria-current=page]').filter((tab) => tab.getBoundingClientRect().right > innerWidth).map(() => 'the active tab is off the screen'),
    ...(document.documentElement.scrollWidth <= innerWidth ? [] : ['wider than the window']),
    ...all('.stacked td[data-label]').filter((cell) => cell.dataset.label !== cell.closest('table').tHead.rows[0].cells[cell.cellIndex].textContent)
      .map((cell) => 'named as another column: ' + cell.dataset.label),
    ...all('.scroll:not(:has(.matrix))').filter((list) => innerWidth < 400 && list.scrollWidth > list.clientWidth)
      .map((list) => 'columns off the screen: ' + list.getAttribute('aria-label')),
    ...all('dd, .detail').filter((text) => text.clientHeight > 400).map((text) => 'a text without a limit: ' + text.textContent.slice(0, 20)),
    ...all('.paper').filter((paper) => {
      const [name, title] = [paper.querySelector('text').closest('.paper > *'), paper.querySelector(':scope > [text-anchor=end]')];
      return name.getBoundingClientRect().right > title.getBoundingClientRect().left;
    }).map(() => 'a picture of a branding whose texts overlap'),
  ];
})()`;

const NARROW = { width: 390, height: 844 };
const LOOKS: [string, ContextOptions][] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['light, narrow', { colorScheme: 'light', viewport: NARROW }],
  ['dark, narrow', { colorScheme: 'dark', viewport: NARROW }],
  ['light, narrowest', { colorScheme: 'light', viewport: { width: 320, height: 700 } }], // WCAG 2.2, 1.4.10
];

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong, of any impact: the rule, and the first elements that break it. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(`axe.run().then(({ violations }) =>
    violations.map(({ id, impact, nodes }) => impact + ' ' + id + ': ' + nodes.slice(0, 3).map(({ html }) => html).join(' | ')))`);
}

describe('every page', () => {
  test.each(LOOKS)(
    'opens in the browser (%s) without missing files, console messages, and violations of accessibility rules',
    async (look, options) => {
      const page = await signedIn(options);
      for (const [name, address] of pages()) {
        const response = await page.goto(address);
        expect([name, response!.status()]).toEqual([name, name === 'not-found' ? 404 : 200]);
        expect([name, await page.evaluate(SHORTCOMINGS)]).toEqual([name, []]);
        expect([name, await violations(page)]).toEqual([name, []]);
        await picture(page, `${name}-${look.replace(', ', '-')}`);
      }
      expect(complaints.filter((complaint) => !complaint.includes('status of 404'))).toEqual([]);
      await page.context().close();
    },
    120_000,
  );
});

async function picture(page: Page, name: string): Promise<void> {
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: path.join(PICTURES, `${name}.png`), fullPage: true });
}

describe('with the keyboard only', () => {
  test('a user signs in, skips to the content and continues', async () => {
    const page = await (await aContext()).newPage();
    await page.goto('/console/companies');
    expect(await violations(page)).toEqual([]);
    await picture(page, 'sign-in-light');
    await page.waitForSelector('input[name=token]:focus'); // the browser gives it the focus after the page is loaded
    await page.keyboard.type(MANAGEMENT_TOKEN);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/console/companies');
    await page.keyboard.press('Tab');
    expect(await textOf(page, ':focus')).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await textOf(page, ':focus')).toBe('New company');
    const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
    expect(outline).toBe('solid');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/console/companies/new?');
    expect(complaints).toEqual([]);
  });

  test('a user changes a permission', async () => {
    const page = await signedIn();
    await page.goto(`/console/clients/${demo.client_id}`);
    await box(page, 'Delete Relation').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter'); // sends the form
    await page.waitForURL('**done=saved');
    expect(await box(page, 'Delete Relation').isChecked()).toBe(true);
  });
});

describe('a client', () => {
  test('has the permissions that are checked', async () => {
    const page = await signedIn();
    await page.goto(`/console/clients/${demo.client_id}`);
    expect(await box(page, 'Read Document').isChecked()).toBe(true);
    expect(await box(page, 'Create Branding').isChecked()).toBe(false);
    await box(page, 'Create Branding').check();
    await box(page, 'Read Document').uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await textOf(page, '.notice')).toContain('Saved.');
    await page.goto(`/console/clients/${demo.client_id}`);
    expect(await box(page, 'Create Branding').isChecked()).toBe(true);
    expect(await box(page, 'Read Document').isChecked()).toBe(false);
    const { body } = await service.manage('get', `/management/clients/${demo.client_id}`);
    expect(body.permissions).toMatchObject({
      document: ['create', 'update', 'delete'],
      branding: ['create'],
    });
    expect(complaints).toEqual([]);
  });

  test('is created, and its copied secret authenticates requests that its permissions allow', async () => {
    const page = await signedIn();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`/console/companies/${demo.company_id}/clients`);
    await page.getByRole('button', { name: 'New client' }).click();
    await page.getByLabel('Name').fill('Point of sale');
    await box(page, 'Read Document').check();
    await box(page, 'Read Journal').check();
    await page.getByRole('button', { name: 'Create client' }).click();
    const client_id = await textOf(page, '#client-id');
    const client_secret = await textOf(page, '#client-secret');
    await picture(page, 'secret-light');
    await page.getByRole('button', { name: 'Copy the client secret' }).click();
    await page.getByText('Copied.').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(client_secret);

    const call = (place: string, init: RequestInit = {}) => fetch(api.address + place, init);
    const json = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ grant_type: 'client_credentials', client_id, client_secret });
    const tokens = await call('/auth/token', { method: 'POST', headers: json, body });
    const { access_token } = (await tokens.json()) as { access_token: string };
    const headers = { ...json, Authorization: `Bearer ${access_token}` };
    const documents = (await (await call('/documents', { headers })).json()) as { data: unknown[] };
    expect(documents.data).toHaveLength(50);
    expect((await call('/relations', { headers })).status).toBe(403);

    await page.getByRole('button', { name: 'Done' }).click();
    await page.waitForURL(`**/console/clients/${client_id}?`);
    expect(await page.content()).not.toContain(client_secret);
    expect(complaints).toEqual([]);
  });

  test('keeps its secret when the page that shows it is reloaded', async () => {
    const page = await signedIn();
    await page.goto(`/console/clients/${demo.client_id}`);
    await page.getByText('Rotate secret…').click();
    await page.getByLabel('Keep valid for 1 hour').check();
    await picture(page, 'rotation-light');
    await page.getByRole('button', { name: 'Rotate now' }).click();
    const client_secret = await textOf(page, '#client-secret');
    const again = await page.reload();
    expect(again!.request().method()).toBe('POST');
    expect(again!.status()).toBe(412);
    await picture(page, 'error-light');
    const body = { grant_type: 'client_credentials', client_id: demo.client_id, client_secret };
    const tokens = await fetch(`${api.address}/auth/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(tokens.status).toBe(200);
  });

  test('is deactivated and activated', async () => {
    const page = await signedIn();
    await page.goto(`/console/clients/${demo.client_id}`);
    await page.getByRole('button', { name: 'Copy the client ID' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: /Copied|Selected/ })
      .waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Deactivate client' }).click();
    await page.getByRole('button', { name: 'Activate client' }).click();
    expect(await textOf(page, '.notice')).toContain('was activated');
    expect(complaints).toEqual([]);
  });
});

describe('a company', () => {
  test('keeps its texts, with white space and line breaks, when its settings are saved as they were opened', async () => {
    const { body: made } = await service.manage('post', '/management/companies').send({
      ...{ name: ' Acme  \nBV ', phone: '\t+32 9 000 00 00\r\n', email: 'office@acme.example' },
      ...{ legal_information: '\n\nAcme BV\r\n RPR Gent \n', address: { country_code: 'BE', city: ' Gent' } },
    });
    const page = await signedIn();
    await page.goto(`/console/companies/${made.id}/settings`);
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await textOf(page, '.notice')).toContain('Saved.');
    expect((await service.manage('get', `/management/companies/${made.id}`)).body).toEqual(made);
  });

  test('is created after errors in the form are corrected', async () => {
    const page = await signedIn();
    await page.goto('/console/companies/new');
    await page.getByLabel('Name', { exact: false }).first().fill(`<b>O'Brien</b> & Sons`);
    await page.getByLabel('VAT number').fill('nonsense');
    await page.getByRole('button', { name: 'Create company' }).click();
    await page.getByRole('alert').waitFor();
    await picture(page, 'faults-light');
    await page.getByLabel('VAT number').fill('');
    await page.getByRole('button', { name: 'Create company' }).click();
    await page.waitForURL('**done=company_created');
    expect(await textOf(page, '.company-name')).toBe(`<b>O'Brien</b> & Sons`);
  });
});

describe('without JavaScript', () => {
  test('a user filters events, follows one to its document, and verifies the log', async () => {
    const page = await signedIn({ javaScriptEnabled: false });
    await page.goto(`/console/companies/${demo.company_id}/events`);
    await page.getByLabel('Resource').selectOption('document');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('link', { name: 'Older →' }).click();
    await page.waitForURL('**/events?resource=document&before=*');
    await page.getByRole('link', { name: '← Newer' }).click();
    await page.waitForURL('**/events?resource=document&after=*');
    await page.locator('.events a').first().click();
    await page.waitForURL('**/documents/*');
    expect(await textOf(page, '.events')).toContain('Document created');
    await page.getByRole('navigation', { name: 'Company' }).getByRole('link', { name: 'Events' }).click();
    await page.getByRole('button', { name: 'Verify' }).click();
    expect(await textOf(page, '.notice')).toContain('No faults');
    expect(await page.locator('.checking').count()).toBeGreaterThan(0);
    expect(await page.locator('.checking:visible').count()).toBe(0);
    expect(await page.evaluate(SHORTCOMINGS)).toEqual([]);
    await picture(page, 'verification-light');
    expect(complaints).toEqual([]);
  });

  test('a user signs in, changes a permission and sees a new secret; controls that need a script are absent', async () => {
    const page = await signedIn({ javaScriptEnabled: false });
    await page.goto(`/console/companies/${demo.company_id}/clients/new`);
    await page.getByLabel('Name').fill('Script-free');
    await box(page, 'Update Journal').check();
    await page.getByRole('button', { name: 'Create client' }).click();
    expect(await textOf(page, '#client-secret')).toMatch(/^[\w-]{43}$/);
    expect(await page.locator('[data-copy]').first().isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Done' }).click();
    await box(page, 'Update Journal').uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await textOf(page, '.notice')).toContain('Saved.');
    expect(await box(page, 'Update Journal').isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/console/sign-in?done=signed_out');
    await page.goto('/console');
    expect(page.url()).toContain('/console/sign-in');
    expect(complaints).toEqual([]);
  });
});
