import request from 'supertest';
import { referenceRoutes } from '../../src/adapters/api/reference-routes';
import { createApp } from '../../src/adapters/http/app';
import { COUNTRIES, EU_MEMBER_STATES } from '../../src/domain/code-lists/countries';
import { LANGUAGES } from '../../src/domain/master-data/company';
import { CURRENCIES, minorUnits } from '../../src/domain/values/currency';
import { UNITS_OF_MEASURE } from '../../src/domain/master-data/units-of-measure';
import { documented } from '../support/documented-answers';
import { aCaller, authenticateAs } from '../support/http-kit';
import { SilentLog } from '../support/silent-log';
import { NO_UNITS } from '../support/no-units';

const routes = referenceRoutes();
const authenticate = authenticateAs({ nobody: aCaller({ scope: new Set() }) });
const app = documented(
  createApp({ routes, authenticate, log: new SilentLog(), units: NO_UNITS }),
  () => routes,
);

const call = (path: string, headers: Record<string, string> = {}, method: 'get' | 'head' = 'get') => {
  const agent = request(app);
  return agent[method](path).set({ Authorization: 'Bearer nobody', ...headers });
};

const PATHS = ['/currencies', '/countries', '/units-of-measure'];

type Entry = { code: string } & Record<string, unknown>;
const entry = (body: { data: Entry[] }, code: string) => body.data.find((one) => one.code === code);

describe('GET /currencies', () => {
  test('returns every currency with its minor units, in English', async () => {
    const { status, body } = await call('/currencies');
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['data']);
    expect(body.data.map(({ code }: Entry) => code)).toEqual(CURRENCIES);
    expect(entry(body, 'EUR')).toEqual({ code: 'EUR', name: 'Euro', minor_units: 2 });
    expect(entry(body, 'JPY')).toEqual({ code: 'JPY', name: 'Japanese Yen', minor_units: 0 });
    expect(body.data.filter((one: Entry) => one.minor_units !== minorUnits(one.code))).toEqual([]);
  });
});

describe('GET /countries', () => {
  test('returns every country, and whether it is in the European Union', async () => {
    const { status, body } = await call('/countries?language=nl');
    expect(status).toBe(200);
    expect(body.data.map(({ code }: Entry) => code)).toEqual([...COUNTRIES]);
    expect(entry(body, 'BE')).toEqual({ code: 'BE', name: 'België', eu_member: true });
    expect(entry(body, 'GB')).toEqual({ code: 'GB', name: 'Verenigd Koninkrijk', eu_member: false });
    const members = body.data.filter((one: Entry) => one.eu_member).map((one: Entry) => one.code);
    expect(new Set(members)).toEqual(EU_MEMBER_STATES);
  });
});

describe('GET /units-of-measure', () => {
  test.each(LANGUAGES)('returns every unit with its name in %s', async (language) => {
    const { status, body } = await call(`/units-of-measure?language=${language}`);
    expect(status).toBe(200);
    expect(body.data).toEqual(
      UNITS_OF_MEASURE.map(({ code, names, symbol }) => ({ code, name: names[language], symbol })),
    );
  });
});

describe.each(PATHS)('%s', (path) => {
  test('is English by default, and different in each of the four languages', async () => {
    const answers = await Promise.all(LANGUAGES.map((language) => call(`${path}?language=${language}`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(4);
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(4);
    expect((await call(path)).text).toBe(answers[LANGUAGES.indexOf('en')]!.text);
  });

  test.each(['it', 'EN', 'en-GB', '', 'nl&language=nl', 'constructor'])(
    'refuses the language "%s" (400 invalid_filter)',
    async (language) => {
      const { status, body, headers } = await call(`${path}?language=${language}`);
      expect([status, body.error.code]).toEqual([400, 'invalid_filter']);
      expect(body.error.message).toMatch(/^language: /);
      expect(headers['cache-control']).toBe('no-store');
    },
  );

  test('refuses a request without a token (401 invalid_token)', async () => {
    const { status, body } = await request(app).get(path);
    expect([status, body.error.code]).toEqual([401, 'invalid_token']);
  });

  test.each(['limit=10', 'colour=red'])('refuses the parameter %s (422 validation_error)', async (query) => {
    const { status, body } = await call(`${path}?${query}`);
    expect([status, body.error.code]).toEqual([422, 'validation_error']);
  });

  test('may be cached for a day, by the caller only', async () => {
    const { headers } = await call(path);
    expect(headers['cache-control']).toBe('private, max-age=86400');
    expect(headers.etag).toMatch(/^"[\w-]{43}"$/);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('answers HEAD as GET, without the body', async () => {
    const coding = { 'Accept-Encoding': 'gzip' };
    const [get, head] = await Promise.all([call(path, coding), call(path, coding, 'head')]);
    expect(head.status).toBe(200);
    expect(head.text).toBeUndefined();
    for (const name of ['etag', 'cache-control', 'content-type', 'content-length'])
      expect(head.headers[name]).toBe(get.headers[name]);
  });

  describe('with If-None-Match', () => {
    let etag: string;
    beforeAll(async () => {
      ({ etag } = (await call(path)).headers as { etag: string });
    });

    test.each([
      ['the tag', (tag: string) => tag],
      ['the tag as a weak one', (tag: string) => `W/${tag}`],
      ['a list that holds it', (tag: string) => `"a, b", W/"c" ,${tag}`],
      ['anything', () => ' * '],
    ])('answers without a body (304): %s', async (_case, headerOf) => {
      const { status, text, headers } = await call(path, { 'If-None-Match': headerOf(etag) });
      expect([status, text]).toEqual([304, '']);
      expect(headers.etag).toBe(etag);
      expect(headers['cache-control']).toBe('private, max-age=86400');
      expect(headers['x-request-id']).toBeDefined();
      expect(headers['content-type']).toBeUndefined();
    });

    test.each([
      ['another tag', () => '"another"'],
      ['the tag without its quotes', (tag: string) => tag.slice(1, -1)],
      ['the tag inside of another one', (tag: string) => `"${tag.slice(1, -1)},x"`],
      ['a part of the tag', (tag: string) => `${tag.slice(0, -2)}"`],
      ['a star in quotes', () => '"*"'],
      ['nothing', () => ''],
    ])('answers with the list (200): %s', async (_case, headerOf) => {
      const { status, headers } = await call(path, { 'If-None-Match': headerOf(etag) });
      expect([status, headers.etag]).toEqual([200, etag]);
    });

    test('answers with the list for the ETag of another language (200)', async () => {
      const { status } = await call(`${path}?language=de`, { 'If-None-Match': etag });
      expect(status).toBe(200);
    });

    test('refuses a request without a token, whatever the ETag (401)', async () => {
      const { status } = await request(app).get(path).set('If-None-Match', etag);
      expect(status).toBe(401);
    });
  });
});
