import { once } from 'node:events';
import { z } from 'zod';
import { DomainError } from '../../src/domain/errors';
import { setTimeout as sleep } from 'node:timers/promises';
import { requestDeadlines } from '../../src/adapters/http/request-scope';
import { route } from '../../src/adapters/http/route';
import { type Kit, startKit } from '../support/http-kit';
import { RawConnection, until } from '../support/raw-http';

const ANSWER_MS = 150;
/** The deadlines for statements that the handler saw, in the order in which it looked. */
let deadlines: number[];
const look = () => void deadlines.push(requestDeadlines.current());

const routes = [
  route({
    method: 'get',
    path: '/unlimited',
    access: 'public',
    response: z.object({ name: z.string() }),
    waits_s: () => Infinity,
    handle: async () => {
      await sleep(2 * ANSWER_MS);
      look();
      return { name: 'done' };
    },
  }),
  route({
    method: 'get',
    path: '/stopped',
    access: 'public',
    response: z.object({}),
    waits_s: () => Infinity,
    handle: async ({ closed }) => {
      const signal = closed();
      while (!signal.aborted) await sleep(5);
      look();
      throw signal.reason as Error;
    },
  }),
  route({
    method: 'get',
    path: '/failing/:after_ms',
    access: 'public',
    params: z.object({ after_ms: z.string() }),
    response: z.object({}),
    waits_s: () => Infinity,
    handle: async ({ params }) => {
      await sleep(Number(params.after_ms));
      throw new DomainError('not_found', 'No such thing.');
    },
  }),
  route({
    method: 'get',
    path: '/download',
    access: 'public',
    response: 'file',
    file_types: ['application/zip'],
    handle: async () => {
      look();
      const open = async () =>
        (async function* () {
          yield Buffer.from('a part, ');
          await sleep(2 * ANSWER_MS);
          look();
          yield Buffer.from('and the rest');
        })();
      return { content_type: 'application/zip', filename: 'a.zip', bytes: { size: undefined, open } };
    },
  }),
];

let kit: Kit;
beforeAll(async () => {
  kit = await startKit(routes, { deadlines: { answer_ms: ANSWER_MS } });
});
afterAll(() => kit.server.stop(0));
beforeEach(() => {
  deadlines = [];
});
async function get(path: string) {
  const connection = await RawConnection.open(kit.address);
  const answer = await connection.send(kit.request(`GET ${path}`)).answer();
  connection.socket.destroy();
  return answer;
}

test('a route without a time limit answers when its work is done, and its statements have no deadline', async () => {
  const response = await fetch(`${kit.address}/unlimited`);
  expect([response.status, await response.json()]).toEqual([200, { name: 'done' }]);
  expect(deadlines).toEqual([Infinity]);
});

test('a response without a time limit sends spaces before its body while the work lasts', async () => {
  const response = await fetch(`${kit.address}/unlimited`);
  expect([response.status, response.headers.get('transfer-encoding')]).toEqual([200, 'chunked']);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('x-request-id')).not.toBeNull();
  expect(await response.text()).toMatch(/^ +\{"name":"done"\}$/);
});

test('an error before the first space has its own status', async () => {
  const { status, body } = await get('/failing/0');
  expect([status, JSON.parse(body)]).toEqual([
    404,
    { error: { code: 'not_found', message: 'No such thing.' } },
  ]);
});

test('an error after the first space ends the connection, so that the caller does not take the response for whole', async () => {
  kit.log.lines.length = 0;
  const connection = await RawConnection.open(kit.address);
  connection.send(kit.request(`GET /failing/${2 * ANSWER_MS}`));
  await once(connection.socket, 'close');
  await until(() => kit.log.lines.length > 1, 'the end of the request');
  expect(kit.log.lines.filter(({ level }) => level === 'error')).toMatchObject([
    { message: 'The response was aborted' },
  ]);
});

test('work that stops because its caller has disconnected is not an error', async () => {
  kit.log.lines.length = 0;
  const connection = await RawConnection.open(kit.address);
  connection.send(kit.request('GET /stopped'));
  await sleep(50);
  connection.socket.destroy();
  await until(() => deadlines.length > 0 && kit.log.lines.length > 1, 'the end of the request');
  expect(kit.log.lines.map(({ level }) => level)).toEqual(['info', 'info']);
});

test('a download may take longer than the time limit, which holds until its first bytes', async () => {
  const { status, headers } = await get('/download');
  expect(status).toBe(200);
  expect(headers['transfer-encoding']).toBe('chunked');
  expect(headers['content-length']).toBeUndefined();
  await sleep(3 * ANSWER_MS);
  expect(deadlines).toEqual([expect.any(Number), Infinity]);
  expect(deadlines[0]).toBeLessThan(Infinity);
});
