import type { RequestListener } from 'node:http';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type HttpServer, startServer } from '../../src/adapters/http/connections/server';
import { get, MANAGEMENT } from '../../src/composition/keys';
import { createDatabase, type TestDatabase } from '../support/database';
import { startProvider, type TestProvider } from '../support/openid-provider';
import { type Service, startService } from '../support/service';
import { launchChromium } from './chromium';

const PEOPLE = {
  'sub-of-anna': { email: 'anna@example.com', email_verified: true },
  'sub-of-bert': { email: 'bert@example.com', email_verified: true },
};

let browser: Browser;
let database: TestDatabase;
let provider: TestProvider;
let service: Service;
let management: HttpServer;
/** Of the console. Its host is `localhost`, the provider's is `127.0.0.1`: for a browser these are two sites. */
let console_url: string;
let company_path: string;
const ends: (() => unknown)[] = []; // of what was begun, the last first

beforeAll(async () => {
  browser = await launchChromium();
  ends.unshift(() => browser.close());
  database = await createDatabase();
  ends.unshift(() => database.drop());
  // The provider needs the port of the console, and the console the address of the provider.
  let listener: RequestListener = (_req, res) => res.writeHead(503).end();
  management = await startServer((req, res) => listener(req, res), { host: '127.0.0.1', port: 0 });
  ends.unshift(() => management.stop(1_000));
  console_url = `http://localhost:${new URL(management.address).port}`;
  provider = await startProvider(`${console_url}/console/sign-in/openid/callback`, PEOPLE);
  ends.unshift(() => provider.stop());
  service = await startService(database.url, {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: 'invoicing',
    OIDC_CLIENT_SECRET: 'a-secret-of-the-console',
    OIDC_OPERATORS: 'anna@example.com',
    CONSOLE_URL: console_url,
  });
  ends.unshift(() => service.close());
  listener = get(service.container, MANAGEMENT);
  const { body } = await service.manage('post', '/management/companies').send({ name: 'A company' });
  company_path = `/console/companies/${body.id}`;
}, 120_000);
afterAll(async () => {
  for (const end of ends) await end();
});

/** A browser of its own, which reaches nothing but this machine: the provider's pages ask for a font of a website. */
async function aContext(): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: console_url });
  const isOutside = ({ hostname }: URL) => !['localhost', '127.0.0.1'].includes(hostname);
  await context.route(isOutside, (route) => route.abort());
  return context;
}

/** Follows the link of the sign-in page, then signs in and consents at the pages of the provider. */
async function signInAtProvider(page: Page, login: keyof typeof PEOPLE): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with OpenID Connect' }).click();
  await page.waitForURL(`${provider.issuer}/**`);
  await page.locator('input[name=login]').fill(login);
  await page.locator('input[name=password]').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

describe('a person who signs in by OpenID Connect in a browser', () => {
  test('arrives at the page that was asked for, makes a change under their name, and signs out', async () => {
    const context = await aContext();
    const page = await context.newPage();
    await page.goto(`${company_path}/settings?from=a-link`);
    expect(page.url()).toContain('/console/sign-in');
    await signInAtProvider(page, 'sub-of-anna');
    await page.waitForURL(`${console_url}${company_path}/settings?from=a-link`);
    expect(await page.locator('.person').textContent()).toBe('anna@example.com');

    await page.getByLabel('Name', { exact: false }).first().fill('Renamed by Anna');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL('**done=saved');
    expect(await page.locator('.company-name').textContent()).toBe('Renamed by Anna');
    const { body } = await service.manage(
      'get',
      `${company_path.replace('/console/', '/management/')}/events?types=company.updated&wait_s=10`,
    );
    expect(body.data.map(({ actor }: { actor: object }) => actor)).toEqual([
      { kind: 'operator', id: 'sub-of-anna' },
    ]);

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/console/sign-in**');
    const names = (await context.cookies(console_url)).map(({ name }) => name);
    expect(names).not.toContain('console_session');
    await page.goto(company_path);
    expect(page.url()).toContain('/console/sign-in');
    await context.close();
  });

  test('is told so without a role, and is not signed in', async () => {
    const context = await aContext();
    const page = await context.newPage();
    await page.goto('/console');
    await signInAtProvider(page, 'sub-of-bert');
    expect(await page.getByRole('alert').textContent()).toContain('You have no permission for this console.');
    await page.goto('/console');
    expect(page.url()).toContain('/console/sign-in');
    await context.close();
  });
});
