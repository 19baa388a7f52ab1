import { z } from 'zod';
import { route } from '../../../src/adapters/http/route';
import { type Kit, startKit } from '../../support/http-kit';
import { RawConnection } from '../../support/raw-http';

const MIB = 1024 * 1024;

const routes = [
  route({
    method: 'post',
    path: '/sent',
    access: 'relation:update',
    status: 202,
    response: z.object({ sent: z.boolean() }),
    handle: async () => ({ sent: true }),
  }),
];

let kit: Kit;
beforeAll(async () => {
  kit = await startKit(routes);
});
afterAll(() => kit.server.stop(0));

async function post(body: string | undefined, content_type = 'application/json', path = '/sent') {
  const answer = await fetch(kit.address + path, {
    method: 'POST',
    headers: { authorization: 'Bearer full', 'content-type': content_type },
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, text: await answer.text() };
}
const refusal = (message: string) => ({
  status: 422,
  text: JSON.stringify({ error: { code: 'validation_error', message } }),
});

describe('a POST that declares no body', () => {
  test.each([
    ['no body', undefined, 'application/json'],
    ['no body, of any type', undefined, 'application/x-www-form-urlencoded'],
    ['an empty body', '', 'text/plain'],
    ['an empty object', ' {} ', 'application/json'],
  ])('accepts %s', async (_what, body, type) => {
    expect(await post(body, type)).toEqual({ status: 202, text: '{"sent":true}' });
  });

  test('accepts an empty body without a length', async () => {
    const connection = await RawConnection.open(kit.address);
    connection.send(kit.request('POST /sent', ['Transfer-Encoding: chunked'], '0\r\n\r\n'));
    expect((await connection.answer()).status).toBe(202);
    connection.socket.destroy();
  });

  test.each([
    ['an unknown field', '{"x":1}', 'application/json', 'x: unknown field'],
    ['null', 'null', 'application/json', 'body: expected object'],
    ['what is no JSON', '{', 'application/json', 'body: not valid JSON'],
    ['an empty object of another type', '{}', 'text/plain', 'body: must be sent as application/json'],
  ])('refuses %s', async (_what, body, type, message) => {
    expect(await post(body, type)).toEqual(refusal(message));
  });

  test('refuses more than 1 MiB, before the query is checked', async () => {
    const large = JSON.stringify({ x: 'x'.repeat(MIB) });
    expect(await post(large, 'application/json', '/sent?foo=1')).toMatchObject({ status: 413 });
  });

  test('checks the query before the body', async () => {
    expect(await post('{"x":1}', 'application/json', '/sent?foo=1')).toEqual(
      refusal('foo: unknown parameter'),
    );
  });
});
