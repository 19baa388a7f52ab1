import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { GUIDES } from '../../src/adapters/api/docs/guides';
import { createDatabase, type TestDatabase } from '../support/database';
import { aTenant, type Service, startService } from '../support/service';
import { until } from '../support/until';
import { launchChromium } from './chromium';

/** Where pictures of the pages are put, for people to look at; none are made when it is not set. */
const PICTURES = process.env['SCREENSHOTS'];
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

let database: TestDatabase;
let service: Service;
let browser: Browser;
/** Errors and warnings of the browser, and requests to other hosts. */
let complaints: string[] = [];

beforeAll(async () => {
  browser = await launchChromium();
  database = await createDatabase();
  service = await startService(database.url);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await service.close();
  await database.drop();
});
beforeEach(() => (complaints = []));

/** The reference asks whether it may make functions of text. The policy refuses, and the browser reports it. */
const PROBE =
  /^(Evaluating a string as JavaScript violates.*)? Note that 'script-src' was not explicitly set/;

type ContextOptions = Parameters<Browser['newContext']>[0];

async function aPage(options: ContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL: service.api,
    viewport: { width: 1280, height: 900 },
    ...options,
  });
  const page = await context.newPage();
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !PROBE.test(message.text()))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(service.api) && !/^(data|blob):/.test(url)) complaints.push(url);
  });
  return page;
}

/** The rules of WCAG 2.2 A and AA that a part of the page breaks. */
async function shortcomings(page: Page, part?: string): Promise<string[]> {
  await page.evaluate(AXE); // evaluated by the browser's tools, which the policy of the page does not bind
  return page.evaluate<string[]>(`axe.run(${JSON.stringify(part ?? 'html')}, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).slice(0, 3).join(' ')))`);
}

/**
 * The rules that the reference breaks as Scalar writes it (1.44): roles and attributes of its sidebar, a list of tabs
 * with a menu, scrollable lists that take no focus, and names of buttons without their label. Colours, landmarks and
 * everything else are the page's.
 */
const OF_SCALAR: ReadonlySet<string> = new Set([
  'aria-allowed-attr',
  'aria-allowed-role',
  'aria-required-children',
  'button-name',
  'label-content-name-mismatch',
  'scrollable-region-focusable',
]);

async function picture(page: Page, name: string): Promise<void> {
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: path.join(PICTURES, `${name}.png`) });
}

const LOOKS: [string, ContextOptions][] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['dark, on a phone', { colorScheme: 'dark', viewport: { width: 390, height: 844 } }],
];

const WIDTH = 'document.documentElement.scrollWidth - innerWidth';

describe.each(LOOKS)('in the browser (%s)', (look, options) => {
  const suffix = look.replaceAll(/\W+/g, '-');

  test.each(GUIDES.map((name) => [name]))('the guide %s is accessible', async (name) => {
    const page = await aPage(options);
    await page.goto(`/docs/${name}`);
    expect(await shortcomings(page)).toEqual([]);
    expect(await page.evaluate(WIDTH)).toBeLessThanOrEqual(0);
    await picture(page, `${name}-${suffix}`);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('/docs shows guides, form and reference, with what the service sends and nothing else', async () => {
    const page = await aPage(options);
    await page.goto('/docs');
    expect(await page.locator('.guides a').count()).toBe(GUIDES.length);
    await page
      .getByRole('heading', { name: /^Documents/ })
      .first()
      .waitFor();
    expect(await shortcomings(page, '.start')).toEqual([]);
    expect(await shortcomings(page, '.bar')).toEqual([]);
    const of_reference = await shortcomings(page, '#reference');
    expect(of_reference.filter((one) => !OF_SCALAR.has(one.split(':')[0]!))).toEqual([]);
    expect(await page.evaluate(WIDTH)).toBeLessThanOrEqual(0);
    await picture(page, `docs-${suffix}`);
    await page.evaluate("document.querySelector('#reference').scrollIntoView()");
    await picture(page, `reference-${suffix}`);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

test('A token from the form is used by requests that are tried in the reference', async () => {
  const { client_id, client_secret } = await aTenant(service);
  const page = await aPage();
  await page.goto('/docs');
  await page.getByLabel('Client id').fill(client_id);
  await page.getByLabel('Client secret').fill('a wrong secret');
  await page.getByRole('button', { name: 'Get a token' }).click();
  await page.getByText('No token:').waitFor();
  const answered = page.waitForResponse('**/auth/token');
  await page.getByLabel('Client secret').fill(client_secret);
  await page.getByRole('button', { name: 'Get a token' }).click();
  const { access_token } = (await (await answered).json()) as { access_token: string };
  await page.getByText('The token is set').waitFor();

  await page.goto('/docs#tag/authentication/GET/auth/me');
  await page
    .getByRole('button', { name: /Test Request.*\/auth\/me/i })
    .first()
    .click();
  const answer = page.waitForResponse((response) => response.url().endsWith('/auth/me'));
  await picture(page, 'try-it');
  await page.getByRole('button', { name: /^Send/ }).first().click();
  expect((await answer).status()).toBe(200);
  await picture(page, 'tried');
  const stored = await page.evaluate<string>(
    'JSON.stringify([localStorage, sessionStorage, document.cookie])',
  );
  expect([stored.includes(access_token), stored.includes(client_secret)]).toEqual([false, false]);
  await page.context().close();
});

test('The reference finds an operation by its words', async () => {
  const page = await aPage();
  await page.goto('/docs');
  await page
    .getByRole('heading', { name: /^Documents/ })
    .first()
    .waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Enter search query' }).fill('reachability');
  await page
    .locator('[role=option]', { hasText: /reachability/i })
    .first()
    .waitFor();
  await picture(page, 'search');
  expect(await page.getByRole('option').first().textContent()).toMatch(/reach/i);
  await page.context().close();
});

test('The reference finds the sections of guides, and leads to them', async () => {
  const page = await aPage();
  await page.goto('/docs');
  await page
    .getByRole('heading', { name: /^Documents/ })
    .first()
    .waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Enter search query' }).fill('test participants');
  await page.locator('[role=option]', { hasText: 'Test participants' }).first().click();
  const link = page.locator('#reference a[href="docs/peppol-sandbox#test-participants"]');
  await until(async () => {
    const box = await link.boundingBox();
    return box !== null && box.y > 0 && box.y < 900;
  });
  await picture(page, 'guides-in-the-reference');
  await link.click();
  await page.getByRole('heading', { name: /^Test participants/ }).waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('A guide has the colours that are chosen in the reference', async () => {
  const page = await aPage({ colorScheme: 'light' });
  await page.goto('/docs');
  await page
    .getByRole('heading', { name: /^Documents/ })
    .first()
    .waitFor();
  const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  await page
    .getByRole('button', { name: /dark mode/i })
    .first()
    .click();
  await page.goto('/docs/lists');
  expect(await ground()).toBe('rgb(20, 22, 27)');
  await page.context().close();
});
