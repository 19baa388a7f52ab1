import request from 'supertest';
import { get, MANAGEMENT } from '../../src/composition/keys';
import { formFields, Reader, SAME_ORIGIN } from '../support/console';
import { createDatabase, type TestDatabase } from '../support/database';
import { startProvider, type TestProvider } from '../support/openid-provider';
import { type Service, startService } from '../support/service';

const CONSOLE_URL = 'http://console.test:3001';
const BEGIN = '/console/sign-in/openid';
const CALLBACK = `${BEGIN}/callback`;
const PEOPLE = {
  'sub-of-anna': { email: 'anna@example.com', email_verified: true },
  'sub-of-bert': { email: 'bert@example.com', email_verified: true },
  'sub-of-carl': { email: 'carl@example.com', email_verified: false, groups: ['invoicing'] },
  'sub-of-dora': {
    ...{ email: 'dora@example.com', email_verified: false, groups: ['invoicing'] },
    id_token: { email: 'dora@example.com', email_verified: false },
  },
  'sub-of-fred': {
    ...{ email: 'fred@example.com', email_verified: true },
    id_token: { email: 'anna@example.com' },
  },
  'sub-of-gina': { groups: ['invoicing'] },
  'sub-of-eve': { email: 'eve@example.com', email_verified: true },
};

let database: TestDatabase;
let provider: TestProvider;
let service: Service;
let env: Record<string, string>;
beforeAll(async () => {
  database = await createDatabase();
  provider = await startProvider(CONSOLE_URL + CALLBACK, PEOPLE);
  env = {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: 'invoicing',
    OIDC_CLIENT_SECRET: 'a-secret-of-the-console',
    OIDC_OPERATORS: 'anna@example.com,groups=invoicing',
    OIDC_VIEWERS: 'bert@example.com',
    CONSOLE_URL,
  };
  service = await startService(database.url, env);
});
afterAll(async () => {
  await service.close();
  provider.stop();
  await database.drop();
});

const cookiesOf = (headers: Record<string, unknown>) =>
  ([headers['set-cookie'] ?? []].flat() as string[]).map((cookie) => cookie.split(';')[0]!);

/** Begins a sign-in. @returns the address of the provider, and the cookie */
async function begin(next = '/console/companies') {
  const { headers } = await request(get(service.container, MANAGEMENT))
    .get(`${BEGIN}?next=${encodeURIComponent(next)}`)
    .expect(303);
  return { address: headers['location']!, cookie: cookiesOf(headers)[0]! };
}

/** Sends the browser back to the console. */
function comeBack(address: string, cookie = ''): request.Test {
  const { pathname, search } = new URL(address);
  return request(get(service.container, MANAGEMENT))
    .get(pathname + search)
    .set('Cookie', cookie);
}

/** What the console shows for a person. */
function shown(login: keyof typeof PEOPLE): string {
  const person = PEOPLE[login];
  return 'email' in person ? person.email : login;
}

async function signedIn(login: keyof typeof PEOPLE): Promise<Reader> {
  const { address, cookie } = await begin();
  const { headers, text } = await comeBack(await provider.signIn(address, login), cookie).expect(200);
  expect(text).toContain(`You are signed in as ${shown(login)}.`);
  const reader = new Reader(service);
  reader.cookie = cookiesOf(headers).find((one) => /^console_session=./.test(one))!;
  return reader;
}

describe('signing in by OpenID Connect', () => {
  test('asks with PKCE, state and nonce, and leads on to the page that was asked for', async () => {
    const { address, cookie } = await begin('/console/companies?q=x');
    const asked = new URL(address).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      client_id: 'invoicing',
      response_type: 'code',
      redirect_uri: CONSOLE_URL + CALLBACK,
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(asked.get(name)!.length).toBeGreaterThan(40);
    expect(address).not.toContain('a-secret-of-the-console');
    const { headers, text } = await comeBack(await provider.signIn(address, 'sub-of-anna'), cookie).expect(
      200,
    );
    expect(text).toContain('<meta http-equiv="refresh" content="0; url=/console/companies?q=x">');
    const [pending, session] = headers['set-cookie'] as unknown as string[];
    expect(pending).toMatch(/^console_sign_in=; .*Expires=Thu, 01 Jan 1970/);
    expect(session).toMatch(/^console_session=[\w-]{43}; .*HttpOnly; SameSite=Strict$/);
  });

  test('is offered beside the management token, and only where it is configured', async () => {
    const page = await new Reader(service).open('/console/sign-in').expect(200);
    expect(page.text).toContain('href="/console/sign-in/openid?next=');
    expect((await new Reader(service).signIn()).status).toBe(303);
    const without = await startService(database.url);
    const { text } = await new Reader(without).open('/console/sign-in').expect(200);
    expect(text).not.toContain('OpenID');
    await request(get(without.container, MANAGEMENT)).get(BEGIN).expect(303); // to the sign-in, as any page
    await without.close();
  });

  test.each<[string, (address: string, cookie: string) => request.Test, RegExp]>([
    ['without the cookie of its beginning', (address) => comeBack(address), /began in another browser/],
    [
      'with a cookie that the console has not made',
      (address, cookie) => comeBack(address, cookie.replace(/\.[^.]*$/, '.x')),
      /began in another browser/,
    ],
    [
      'with another state',
      (address, cookie) => comeBack(address.replace(/state=[^&]+/, 'state=other'), cookie),
      /Another sign-in has begun in this browser/,
    ],
    [
      'with another code',
      (address, cookie) => comeBack(address.replace(/code=[^&]+/, 'code=other'), cookie),
      /did not confirm who you are/,
    ],
  ])('is refused %s', async (_what, answer, fault) => {
    const { address, cookie } = await begin();
    const { text, headers } = await answer(await provider.signIn(address, 'sub-of-anna'), cookie).expect(403);
    expect(text).toMatch(fault);
    expect(cookiesOf(headers).filter((one) => one.startsWith('console_session'))).toEqual([]);
  });

  test('is refused with the pending sign-in of another browser', async () => {
    const [own, other] = [await begin(), await begin()];
    const address = await provider.signIn(own.address, 'sub-of-anna');
    await comeBack(address, other.cookie).expect(403);
  });

  test('that began in two tabs is finished in the later one, also after a refusal in the other', async () => {
    const [earlier, later] = [await begin(), await begin()];
    const refused = await comeBack(
      await provider.signIn(earlier.address, 'sub-of-anna'),
      later.cookie,
    ).expect(403);
    expect(refused.headers['set-cookie']).toBeUndefined();
    await comeBack(await provider.signIn(later.address, 'sub-of-anna'), later.cookie).expect(200);
  });

  test('cannot be tried again after the provider was asked', async () => {
    const { address, cookie } = await begin();
    const back = await provider.signIn(address, 'sub-of-anna');
    const { headers } = await comeBack(back.replace(/code=[^&]+/, 'code=other'), cookie).expect(403);
    expect(cookiesOf(headers)).toContain('console_sign_in=');
  });

  test.each([
    ['without a role', 'sub-of-eve'],
    ['when the address that is verified at the provider is not that of the ID token', 'sub-of-fred'],
  ])('is refused %s', async (_what, login) => {
    const { address, cookie } = await begin();
    const { text } = await comeBack(await provider.signIn(address, login), cookie).expect(403);
    expect(text).toContain('You have no permission for this console.');
  });

  test('reads the groups from the provider when the ID token has the address only', async () => {
    const reader = await signedIn('sub-of-dora');
    await reader.open('/console').expect(200);
  });

  test('says so when the provider does not answer', async () => {
    const unreachable = await startService(database.url, { ...env, OIDC_ISSUER: 'http://127.0.0.1:9' });
    const { text } = await request(get(unreachable.container, MANAGEMENT)).get(BEGIN).expect(503);
    expect(text).toContain('The sign-in provider does not answer.');
    await unreachable.close();
  });

  test.each([
    ['OIDC_OPERATORS', 'dora@example.com'],
    ['OIDC_VIEWERS', 'dora@example.com'],
    ['OIDC_ISSUER', 'https://login.example'],
    ['OIDC_CLIENT_ID', 'another-client'],
    ['OIDC_CLIENT_SECRET', 'another-secret'],
    ['CONSOLE_URL', 'https://console.example'],
  ])('ends when %s is set otherwise', async (name, value) => {
    const reader = await signedIn('sub-of-anna');
    await reader.open('/console').expect(200);
    const changed = await startService(database.url, { ...env, [name]: value });
    const later = new Reader(changed);
    later.cookie = reader.cookie;
    await later.open('/console').expect(303);
    await changed.close();
  });
});

describe('a person', () => {
  async function aCompany(): Promise<string> {
    const { body } = await service
      .manage('post', '/management/companies')
      .send({ name: 'A company' })
      .expect(201);
    return body.id;
  }

  test.each(['sub-of-anna', 'sub-of-carl', 'sub-of-gina'] as const)(
    '%s who is an operator is the actor of changes',
    async (login) => {
      const id = await aCompany();
      const reader = await signedIn(login);
      const path = `/console/companies/${id}/settings`;
      const { status } = await reader.submit(path, path, { name: `Renamed by ${login}` });
      expect(status).toBe(303);
      const { body } = await service
        .manage('get', `/management/companies/${id}/events?types=company.updated&wait_s=10`)
        .expect(200);
      expect(body.data.map(({ actor }: { actor: object }) => actor)).toEqual([
        { kind: 'operator', id: login },
      ]);
      expect(body.data[0].request_id).toMatch(/^[0-9a-f-]{36}$/);
      const events = await reader.open(`/console/companies/${id}/events`).expect(200);
      expect(events.text).toContain(shown(login));
      expect((await reader.open('/console/sessions').expect(200)).text).toContain(shown(login));
    },
  );

  test('who is a viewer sees everything and changes nothing', async () => {
    const id = await aCompany();
    const viewer = await signedIn('sub-of-bert');
    const operator = await signedIn('sub-of-anna');
    const path = `/console/companies/${id}/settings`;
    expect((await viewer.open(path).expect(200)).text).toMatch(/<input disabled [^>]*name="name"/);
    const { text: form } = await operator.open(path);
    const { status, text } = await viewer.send(path, [...formFields(form, path), ['name', 'Renamed']]);
    expect(status).toBe(403);
    expect(text).toContain('You have signed in as a viewer');
    const { body } = await service.manage('get', `/management/companies/${id}`).expect(200);
    expect(body.name).toBe('A company');
    await viewer.send('/console/sign-out', [], SAME_ORIGIN).expect(303);
    await viewer.open('/console').expect(303);
  });
});
