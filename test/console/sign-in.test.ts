import request from 'supertest';
import { requestScope } from '../../src/adapters/http/request-scope';
import { createLog } from '../../src/adapters/log/logger';
import { CLOCK, get, LOG, MANAGEMENT } from '../../src/composition/keys';
import type { Log } from '../../src/ports/log';
import { MANAGEMENT_TOKEN, Reader, SAME_ORIGIN } from '../support/console';
import { createDatabase, type TestDatabase } from '../support/database';
import { put } from '../support/sending';
import { type Service, startService } from '../support/service';
import { SilentLog } from '../support/silent-log';
import { SettableClock } from '../support/settable-clock';

const HOURS_MS = 3600 * 1000;
const LIMITS = { LOCKOUT_ATTEMPTS: '3', LOCKOUT_WINDOW_S: '60' };

let database: TestDatabase;
let service: Service;
/** Another node of the same installation. */
let other: Service;
/** A node behind a proxy that ends TLS, after the token was changed. */
let behind_proxy: Service;
const clock = new SettableClock();
/** Of the log of the node behind the proxy. */
const lines: string[] = [];
const start = (env: Record<string, string> = {}, log: Log = new SilentLog()) =>
  startService(database.url, env, (container) => {
    put(container, CLOCK, () => clock);
    put(container, LOG, () => log);
  });

beforeAll(async () => {
  database = await createDatabase();
  service = await start();
  other = await start();
  behind_proxy = await start(
    { ...LIMITS, TRUST_PROXY: 'true', MANAGEMENT_TOKEN: 'another-token-of-management' },
    createLog(
      'info',
      () => requestScope.get(),
      (line) => void lines.push(line),
    ),
  );
});
afterAll(async () => {
  await Promise.all([service.close(), other.close(), behind_proxy.close()]);
  await database.drop();
});

const forwarded = (address: string) => ({ ...SAME_ORIGIN, 'X-Forwarded-For': `6.6.6.6, ${address}` });
const isSignedIn = async (reader: Reader) => (await reader.open('/console')).status === 200;

describe('signing in', () => {
  test('sets a cookie with HttpOnly, SameSite=Strict and the path of the console', async () => {
    const response = await new Reader(service).signIn();
    expect(response.status).toBe(303);
    expect(response.headers.location).toBe('/console');
    const [cookie = ''] = response.headers['set-cookie'] as unknown as string[];
    const [pair, ...attributes] = cookie.split('; ');
    expect(pair).toMatch(/^console_session=[\w-]{43}$/);
    expect(attributes.filter((attribute) => !attribute.startsWith('Expires='))).toEqual([
      'Max-Age=28800',
      'Path=/console',
      'HttpOnly',
      'SameSite=Strict',
    ]);
    expect(cookie).not.toContain(MANAGEMENT_TOKEN);
  });

  test('sets a Secure __Host- cookie when a trusted proxy reports TLS', async () => {
    const cookieFrom = async (node: Service, token: string, proto: string) => {
      const response = await new Reader(node).signIn(token, { ...SAME_ORIGIN, 'X-Forwarded-Proto': proto });
      return String(response.headers['set-cookie']);
    };
    const changed = 'another-token-of-management';
    expect(await cookieFrom(behind_proxy, changed, 'https')).toMatch(
      /^__Host-console_session=[\w-]{43}; Max-Age=28800; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$/,
    );
    for (const cookie of [
      await cookieFrom(behind_proxy, changed, 'http'),
      await cookieFrom(service, MANAGEMENT_TOKEN, 'https'),
    ]) {
      expect(cookie).toMatch(/^console_session=/);
      expect(cookie).not.toContain('Secure');
    }
  });

  test('does not accept the cookie of plain HTTP over TLS, nor the reverse', async () => {
    const over = (proto: string) => ({ ...SAME_ORIGIN, 'X-Forwarded-Proto': proto });
    const reader = new Reader(behind_proxy);
    await reader.signIn('another-token-of-management', over('https'));
    const statusOf = async (cookie: string, proto: string) => {
      reader.cookie = cookie;
      return (await reader.open('/console').set(over(proto))).status;
    };
    const secure = reader.cookie;
    const plain = secure.replace('__Host-', '');
    expect([
      await statusOf(secure, 'https'),
      await statusOf(plain, 'https'),
      await statusOf(secure, 'http'),
      await statusOf(plain, 'http'),
    ]).toEqual([200, 303, 303, 200]);
  });

  test('ends the previous session of the browser', async () => {
    const reader = new Reader(service);
    await reader.signIn();
    const former = reader.cookie;
    await reader.signIn();
    expect(reader.cookie).not.toBe(former);
    expect(await isSignedIn(reader)).toBe(true);
    reader.cookie = former;
    expect(await isSignedIn(reader)).toBe(false);
  });

  test('refuses another token', async () => {
    const reader = new Reader(service);
    const response = await reader.signIn(`${MANAGEMENT_TOKEN}x`);
    expect(response.status).toBe(401);
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(response.headers['www-authenticate']).toBeUndefined();
    expect(response.text).toContain('Incorrect management token.');
    expect(await isSignedIn(reader)).toBe(false);
  });

  test.each([
    ['/console/companies?cursor=x', '/console/companies?cursor=x'],
    ['https://elsewhere.example/', '/console'],
    ['//elsewhere.example', '/console'],
    ['/console\\..\\x', '/console'],
    ['/consolex', '/console'],
    ['/console/sign-out', '/console'],
    ['/console/\r\nSet-Cookie: a=b', '/console'],
  ])('redirects from a page %p to %p', async (next, place) => {
    const response = await new Reader(service).send('/console/sign-in', [
      ['token', MANAGEMENT_TOKEN],
      ['next', next],
    ]);
    expect(response.headers.location).toBe(place);
  });

  test('is limited per network of the source address', async () => {
    const attempt = (address: string, token: string) =>
      new Reader(behind_proxy).signIn(token, forwarded(address));
    const right = 'another-token-of-management';
    for (let nth = 1; nth <= 3; nth++) expect((await attempt('2001:db8::1', 'wrong')).status).toBe(401);
    const refused = await attempt('2001:db8::ffff', right);
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('60');
    expect(refused.headers['set-cookie']).toBeUndefined();
    expect(refused.text).toContain('Too many failed attempts');
    expect((await attempt('2001:db8:0:1::1', right)).status).toBe(303);
    clock.advance(60_000);
    expect((await attempt('2001:db8::1', right)).status).toBe(303);
  });

  test('does not count successful attempts', async () => {
    for (let nth = 1; nth <= 5; nth++) {
      const response = await new Reader(behind_proxy).signIn(
        'another-token-of-management',
        forwarded('192.0.2.1'),
      );
      expect(response.status).toBe(303);
    }
  });

  test.each([
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a neighbouring host', { 'Sec-Fetch-Site': 'same-site' }],
    ['another origin', { Origin: 'https://elsewhere.example' }],
    ['an opaque origin', { Origin: 'null' }],
    ['no browser', {}],
  ])('is refused to a form of %s', async (_whose, headers) => {
    const response = await new Reader(service).signIn(MANAGEMENT_TOKEN, headers);
    expect([response.status, response.headers['set-cookie']]).toEqual([403, undefined]);
  });

  test('accepts an origin that equals the requested host', async () => {
    const headers = { Origin: 'http://console.example:3001', Host: 'console.example:3001' };
    expect((await new Reader(service).signIn(MANAGEMENT_TOKEN, headers)).status).toBe(303);
  });
});

describe('the log', () => {
  test('names the source address of each sign-in, refused or not, and no token', async () => {
    lines.length = 0;
    const right = 'another-token-of-management';
    const reader = new Reader(behind_proxy);
    await reader.signIn(right, forwarded('198.51.100.1'));
    await reader.send('/console/sign-out', [], forwarded('198.51.100.1'));
    for (let nth = 1; nth <= 4; nth++)
      await new Reader(behind_proxy).signIn('a-guess-of-the-token', forwarded('198.51.100.2'));
    const said = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ message }) => message !== 'request')
      .map(({ level, message, address, reason }) => [level, message, address, reason]);
    const refused = (reason: string) => ['warn', 'Console sign-in refused', '198.51.100.2', reason];
    expect(said).toEqual([
      ['info', 'Console sign-in', '198.51.100.1', undefined],
      ['info', 'Console sign-out', '198.51.100.1', undefined],
      ...[refused('wrong token'), refused('wrong token'), refused('wrong token')],
      refused('too many wrong tokens'),
    ]);
    expect(lines.join('')).not.toMatch(new RegExp(`${right}|a-guess-of-the-token`));
  });
});

describe('a session', () => {
  test('is valid on every node', async () => {
    const reader = new Reader(service);
    await reader.signIn();
    const elsewhere = new Reader(other);
    elsewhere.cookie = reader.cookie;
    expect(await isSignedIn(elsewhere)).toBe(true);
  });

  test('ends with the management token that it was opened with', async () => {
    const reader = new Reader(service);
    await reader.signIn();
    const elsewhere = new Reader(behind_proxy);
    elsewhere.cookie = reader.cookie;
    expect(await isSignedIn(elsewhere)).toBe(false);
  });

  test('ends after eight hours, however much it is used', async () => {
    const reader = new Reader(service);
    await reader.signIn();
    for (let nth = 1; nth <= 24; nth++) {
      expect(await isSignedIn(reader)).toBe(true);
      clock.advance(HOURS_MS / 3 - (nth === 24 ? 1 : 0));
    }
    expect(await isSignedIn(reader)).toBe(true);
    clock.advance(1);
    expect(await isSignedIn(reader)).toBe(false);
  });

  test('ends after half an hour without a request', async () => {
    const reader = new Reader(service);
    await reader.signIn();
    clock.advance(HOURS_MS / 2 - 1);
    expect(await isSignedIn(reader)).toBe(true);
    clock.advance(HOURS_MS / 2 - 1);
    expect(await isSignedIn(reader)).toBe(true);
    clock.advance(HOURS_MS / 2);
    expect(await isSignedIn(reader)).toBe(false);
  });

  test('ends when the clock is set back, so that it never lasts longer', async () => {
    const reader = new Reader(service);
    clock.advance(HOURS_MS);
    await reader.signIn();
    clock.advance(-HOURS_MS);
    expect(await isSignedIn(reader)).toBe(false);
  });

  test.each([
    ['a character', (value: string) => (value.startsWith('A') ? 'B' : 'A') + value.slice(1)],
    ['its length', (value: string) => value.slice(1)],
    ['all of it', () => 'x'],
  ])('is invalid when %s was changed', async (_what, change) => {
    const reader = new Reader(service);
    await reader.signIn();
    const [name, value] = reader.cookie.split('=') as [string, string];
    reader.cookie = `${name}=${change(value)}`;
    expect(await isSignedIn(reader)).toBe(false);
  });

  test('ends with signing out: the cookie is deleted, and a copy of it is refused', async () => {
    const reader = new Reader(service);
    await reader.signIn();
    const copy = new Reader(other);
    copy.cookie = reader.cookie;
    expect(await isSignedIn(copy)).toBe(true);
    const response = await reader.send('/console/sign-out', []);
    expect([response.status, response.headers.location]).toEqual([303, '/console/sign-in?done=signed_out']);
    const { text } = await reader.open('/console/sign-in?done=signed_out');
    expect(text).toContain('You have signed out.');
    expect(String(response.headers['set-cookie'])).toMatch(
      /^console_session=; Path=\/console; Expires=Thu, 01 Jan 1970/,
    );
    expect(await isSignedIn(copy)).toBe(false);
  });

  test('is needed for every page except the sign-in page, to which the others redirect', async () => {
    const response = await new Reader(service).open('/console/companies?cursor=a%20b');
    expect([response.status, response.headers.location]).toEqual([
      303,
      '/console/sign-in?next=%2Fconsole%2Fcompanies%3Fcursor%3Da%2520b',
    ]);
    expect((await new Reader(service).open('/console/nothing')).status).toBe(303);
    expect((await new Reader(service).open('/')).headers.location).toBe('/console');
  });

  test('is not accepted by the JSON API', async () => {
    const reader = new Reader(service);
    await reader.signIn();
    const response = await reader.open('/management/companies');
    expect([response.status, response.body.error.code]).toEqual([401, 'invalid_token']);
    expect(response.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
    const bearer = await request(get(service.container, MANAGEMENT))
      .get('/console')
      .set('Authorization', `Bearer ${MANAGEMENT_TOKEN}`);
    expect(bearer.status).toBe(303);
  });
});
