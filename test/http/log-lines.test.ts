import { z } from 'zod';
import { requestScope } from '../../src/adapters/http/request-scope';
import { route } from '../../src/adapters/http/route';
import { createLog } from '../../src/adapters/log/logger';
import { tooManyRequests } from '../../src/domain/access/failed-attempts';
import { DomainError } from '../../src/domain/errors';
import { type Kit, startKit, UUID } from '../support/http-kit';

const SECRET = 'hunter2-which-nobody-may-see';

describe('the log line of a request', () => {
  const lines: string[] = [];
  const log = createLog(
    'debug',
    () => requestScope.get(),
    (line) => void lines.push(line),
  );
  let kit: Kit;
  beforeAll(async () => {
    const failing = route({
      method: 'post',
      path: '/things/:id',
      access: 'token',
      params: z.object({ id: z.string() }),
      query: z.strictObject({ q: z.string() }),
      body: z.strictObject({ name: z.string() }),
      response: z.unknown(),
      handle: async () => {
        log.info('at work', { password: SECRET });
        await new Promise((resolve) => setTimeout(resolve, 5));
        throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC', detail: SECRET });
      },
    });
    kit = await startKit([failing], { log });
  });
  afterAll(() => kit.server.stop(0));

  test('has the ids and the route, never a value of the caller', async () => {
    const answer = await fetch(`${kit.address}/things/${SECRET}?q=${SECRET}`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer full',
        'content-type': 'application/json',
        'idempotency-key': SECRET,
        'user-agent': SECRET,
        'x-request-id': 'order-4711',
      },
      body: JSON.stringify({ name: SECRET }),
    });
    const request_id = answer.headers.get('x-request-id');
    expect(request_id).toMatch(UUID);
    expect(answer.status).toBe(500);
    await new Promise((resolve) => setTimeout(resolve, 50));

    const ids = {
      request_id,
      client_request_id: 'order-4711',
      client_id: 'a-client',
      company_id: expect.any(String),
    };
    const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { level: 'info', message: 'at work', timestamp, ...ids },
      {
        level: 'error',
        message: 'Unexpected error',
        timestamp,
        ...ids,
        error: 'Error: the disk is full',
        error_code: 'ENOSPC',
        stack: expect.stringContaining('log-lines.test.ts'),
      },
      {
        level: 'info',
        message: 'request',
        timestamp,
        ...ids,
        method: 'POST',
        route: '/things/:id',
        status: 500,
        duration_ms: expect.any(Number),
      },
    ]);
    expect(lines.join()).not.toContain(SECRET);
  });

  test.each(['two words', 'x'.repeat(65), '', 'a/b'])(
    'does not contain the invalid client id %j',
    async (id) => {
      lines.length = 0;
      await fetch(`${kit.address}/nowhere`, { headers: { 'x-request-id': id } });
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(JSON.parse(lines.at(-1)!)).not.toHaveProperty('client_request_id');
    },
  );
});

test.each([
  ['is', 'of a locked client', tooManyRequests(new Date(1_000), new Date(0)), 1],
  ['is not', 'of too many waits', new DomainError('too_many_requests', 'Too many waits.'), 0],
])('a 429 %s logged as a failed authentication: %s', async (_is, _what, error, count) => {
  const refusing = route({
    ...{ method: 'get', path: '/refused', access: 'token', response: z.unknown() },
    handle: () => Promise.reject(error),
  });
  const kit = await startKit([refusing]);
  const { status } = await fetch(`${kit.address}/refused`, { headers: { authorization: 'Bearer full' } });
  await kit.server.stop(0);
  expect(status).toBe(429);
  expect(kit.log.lines.filter(({ message }) => message === 'Authentication failed')).toHaveLength(count);
});
