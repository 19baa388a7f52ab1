import { browserName } from '../../src/adapters/console/sessions/browser-name';
import { CLOCK, CONSOLE_SESSIONS, DATABASE, get } from '../../src/composition/keys';
import { MANAGEMENT_TOKEN, Reader, SAME_ORIGIN } from '../support/console';
import { createDatabase, type TestDatabase } from '../support/database';
import { put } from '../support/sending';
import { type Service, startService } from '../support/service';
import { SettableClock } from '../support/settable-clock';

const PATH = '/console/sessions';
const MINUTE_MS = 60_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

let database: TestDatabase;
let service: Service;
let other: Service;
const clock = new SettableClock();

beforeAll(async () => {
  database = await createDatabase();
  const start = () =>
    startService(database.url, { TRUST_PROXY: 'true' }, (container) => put(container, CLOCK, () => clock));
  service = await start();
  other = await start();
});
afterAll(async () => {
  await Promise.all([service.close(), other.close()]);
  await database.drop();
});
beforeEach(() => db().deleteFrom('console_session').execute());

const db = () => get(service.container, DATABASE);
const rows = () => db().selectFrom('console_session').selectAll().orderBy('began_at').execute();
const isSignedIn = async (reader: Reader) => (await reader.open('/console')).status === 200;

async function aReader(node = service, headers: object = {}): Promise<Reader> {
  const reader = new Reader(node);
  expect((await reader.signIn(MANAGEMENT_TOKEN, { ...SAME_ORIGIN, ...headers })).status).toBe(303);
  return reader;
}

describe('the sessions of the console', () => {
  test('are listed with beginning, last request, address and browser', async () => {
    const reader = await aReader(service, { 'User-Agent': FIREFOX, 'X-Forwarded-For': '192.0.2.7' });
    clock.advance(10 * MINUTE_MS);
    const began = clock.now().toISOString();
    await aReader(other, { 'User-Agent': '<b>own</b>', 'X-Forwarded-For': '2001:db8::7' });
    const { text } = await reader.open(PATH).expect(200);
    for (const shown of ['Firefox 128, Linux', '192.0.2.7', '2001:db8::7', '&lt;b&gt;own&lt;/b&gt;', began])
      expect(text).toContain(shown);
    expect(text.match(/Current session/g)).toHaveLength(1);
    expect(text.match(/class="quiet" type="submit" aria-label="End session: started/g)).toHaveLength(1);
  });

  test('end one by one, on all nodes', async () => {
    const victim = await aReader(other);
    const [row] = await rows();
    const reader = await aReader();
    const response = await reader.submit(PATH, `${PATH}/${row!.id}/end`);
    expect([response.status, response.headers.location]).toEqual([303, `${PATH}?done=session_ended`]);
    expect([await isSignedIn(reader), await isSignedIn(victim)]).toEqual([true, false]);
    expect((await reader.open(`${PATH}?done=session_ended`)).text).toContain('The session was ended.');
  });

  test('end all except the current one', async () => {
    const readers = [await aReader(), await aReader(other), await aReader()] as const;
    await readers[1].submit(PATH, `${PATH}/end-others`).then(({ status }) => expect(status).toBe(303));
    expect(await Promise.all(readers.map(isSignedIn))).toEqual([false, true, false]);
    expect((await readers[1].open(PATH)).text).not.toContain('End all other sessions');
  });

  test('are not ended by a form of another session', async () => {
    const [reader, victim] = [await aReader(), await aReader()];
    for (const fields of [[], [['form_token', 'x'.repeat(43)]]] as [string, string][][])
      expect((await reader.send(`${PATH}/end-others`, fields)).status).toBe(403);
    expect(
      (await reader.send(`${PATH}/end-others`, [], { Origin: 'https://elsewhere.example' })).status,
    ).toBe(403);
    expect(await isSignedIn(victim)).toBe(true);
  });

  test('are stored without their tokens', async () => {
    const reader = await aReader();
    const token = reader.cookie.split('=')[1]!;
    const [row] = await rows();
    expect(row!.token_digest).toHaveLength(32);
    expect(JSON.stringify(row)).not.toContain(token);
    expect(row!.token_digest.equals(Buffer.from(token, 'base64url'))).toBe(false);
    expect(row!.opened_with.toString()).not.toContain(MANAGEMENT_TOKEN);
  });

  test('are updated at most once a minute by requests', async () => {
    const reader = await aReader();
    const [opened] = await rows();
    for (const [advance_ms, is_noted] of [
      [59_999, false],
      [1, true],
      [59_999, false],
    ] as const) {
      const [before] = await rows();
      clock.advance(advance_ms);
      expect(await isSignedIn(reader)).toBe(true);
      const [after] = await rows();
      expect(after!.seen_at.getTime() !== before!.seen_at.getTime()).toBe(is_noted);
    }
    expect((await rows())[0]!.began_at).toEqual(opened!.began_at);
  });

  test('leave no row behind when they have ended', async () => {
    const sweep = () => get(service.container, CONSOLE_SESSIONS).sweep();
    const used = await aReader();
    await aReader();
    clock.advance(29 * MINUTE_MS);
    expect(await isSignedIn(used)).toBe(true);
    expect(await sweep()).toBe(0);
    clock.advance(MINUTE_MS);
    expect((await used.open(PATH)).text).not.toContain('End all other sessions');
    expect(await sweep()).toBe(1);
    clock.advance(30 * MINUTE_MS);
    expect(await sweep()).toBe(1);
    expect(await rows()).toEqual([]);
  });
});

describe('the name of a browser', () => {
  test.each([
    [FIREFOX, 'Firefox 128, Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0',
      'Edge 126, Windows',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
      'Chrome 126, Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari 17, iPhone',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
      'Safari 17, macOS',
    ],
    ['curl/8.5.0', 'curl/8.5.0'],
    ['x'.repeat(100), 'x'.repeat(60)],
    [null, 'Unknown browser'],
  ])('is derived from %p as %p', (user_agent, name) => {
    expect(browserName(user_agent)).toBe(name);
  });
});
