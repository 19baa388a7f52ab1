import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { clockRoutes } from '../../src/adapters/management/clock-routes';
import { OffsetClock } from '../../src/adapters/offset-clock';
import { PostgresClockOffsets } from '../../src/adapters/postgres/clock-offsets';
import { type Management, startManagement } from '../support/management';

let management: Management;
let clock: OffsetClock;
/** The clock of another node. */
let other: OffsetClock;
beforeAll(async () => {
  management = await startManagement(({ db }) => {
    clock = new OffsetClock(new PostgresClockOffsets(db), { info: fail, warn: fail, error: fail });
    other = new OffsetClock(new PostgresClockOffsets(db), { info: fail, warn: fail, error: fail });
    return clockRoutes(clock);
  });
  await management.db
    .insertInto('installation')
    .values({ secret_key: randomBytes(32) })
    .execute();
  await Promise.all([clock.start(), other.start()]);
});
afterAll(async () => {
  clock.stop();
  other.stop();
  await management.end();
});

function fail(message: string): void {
  throw new Error(message);
}

/** How far a clock is ahead, in seconds. */
/** In seconds; adding 0 makes 0 of -0. */
const ahead = (of: OffsetClock) => Math.round((of.now().getTime() - Date.now()) / 100) / 10 + 0;
const put = (body: unknown) => management.call('put', '/management/clock').send(body as object);

describe('PUT /management/clock', () => {
  test.each([3700, 315_360_000, 60, 0])(
    'sets this clock %d s ahead at once, and those of other nodes within 1 s (200)',
    async (offset_s) => {
      const response = await put({ offset_s });
      expect([response.status, response.body]).toEqual([200, { offset_s }]);
      expect(ahead(clock)).toBe(offset_s);
      const deadline = Date.now() + 1_000;
      while (ahead(other) !== offset_s && Date.now() < deadline) await sleep(20);
      expect([ahead(clock), ahead(other)]).toEqual([offset_s, offset_s]);
    },
  );

  test.each([
    ['nothing', {}, 'offset_s: is required'],
    ['a time before now', { offset_s: -1 }, 'offset_s: must not be negative'],
    ['more than ten years', { offset_s: 347_000_000 }, 'offset_s: must not be more than ten years'],
    ['part of a second', { offset_s: 1.5 }, 'offset_s: '],
    ['text', { offset_s: '60' }, 'offset_s: '],
    ['null', { offset_s: null }, 'offset_s: '],
    ['an unknown member', { offset_s: 1, zone: 'UTC' }, 'zone: unknown field'],
  ])('refuses %s (422 validation_error)', async (_, body, message) => {
    const response = await put(body);
    expect(response.status).toBe(422);
    expect(response.body.error).toEqual({
      code: 'validation_error',
      message: expect.stringContaining(message),
    });
    expect(ahead(clock)).toBe(0);
  });

  test('refuses a request without the management token (401 invalid_token)', async () => {
    const response = await management
      .call('put', '/management/clock', { Authorization: '' })
      .send({ offset_s: 1 });
    expect([response.status, response.body.error.code]).toEqual([401, 'invalid_token']);
  });
});
