import fc from 'fast-check';
import { z } from 'zod';
import { startServer } from '../../../src/adapters/http/connections/server';
import { route } from '../../../src/adapters/http/route';
import { AN_ID, type Kit, startKit, UUID } from '../../support/http-kit';
import { answersIn, RawConnection, until } from '../../support/raw-http';

const relation = z.object({ id: z.string() });
const params = z.object({ id: z.uuid() });

let release: () => void = () => undefined;
/** Answers when the test says so. */
const slow = route({
  method: 'get',
  path: '/slow',
  access: 'public',
  response: relation,
  handle: async () => {
    await new Promise<void>((resolve) => (release = resolve));
    return { id: 'slow' };
  },
});
const read = route({
  method: 'get',
  path: '/relations/:id',
  access: 'relation:read',
  params,
  response: relation,
  handle: async (input) => input.params,
});
const create = route({
  method: 'post',
  path: '/relations',
  access: 'relation:create',
  body: z.strictObject({ name: z.string() }),
  status: 201,
  response: relation,
  handle: async () => ({ id: AN_ID }),
});
const routes = [slow, read, create];

let kit: Kit;
beforeAll(async () => {
  kit = await startKit(routes, { deadlines: { body_ms: 300 } });
});
afterAll(() => kit.server.stop(0));

async function exchange(bytes: string | Buffer) {
  const connection = await RawConnection.open(kit.address);
  const answer = await connection.send(bytes).answer();
  connection.socket.destroy();
  return answer;
}

describe('every response carries an X-Request-ID', () => {
  const body = JSON.stringify({ name: 'x' });
  test.each([
    [200, 'a read', () => kit.request(`GET /relations/${AN_ID}`)],
    [
      201,
      'a creation',
      () =>
        kit.request(
          'POST /relations',
          ['Content-Type: application/json', `Content-Length: ${body.length}`],
          body,
        ),
    ],
    [400, 'bytes that are no request', () => 'nonsense\r\n\r\n'],
    [400, 'a request without Host', () => 'GET / HTTP/1.1\r\n\r\n'],
    [400, 'a request with two Hosts', () => 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    [
      400,
      'two lengths',
      () => 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
    [400, 'a header whose name has a space', () => 'GET / HTTP/1.1\r\nHost: a\r\nBad Header: 1\r\n\r\n'],
    [400, 'a method that HTTP does not have', () => 'FETCH / HTTP/1.1\r\nHost: a\r\n\r\n'],
    [400, 'HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    [400, 'a greeting in TLS', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    [401, 'no token', () => `GET /relations/${AN_ID} HTTP/1.1\r\nHost: a\r\n\r\n`],
    [
      403,
      'a token without the permission',
      () => 'POST /relations HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer reader\r\n\r\n',
    ],
    [404, 'an unknown route', () => 'GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n'],
    [404, 'an invalid address', () => 'GET http://localhost:99999999999/nowhere HTTP/1.1\r\nHost: a\r\n\r\n'],
    [404, 'OPTIONS *', () => 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n'],
    [404, 'CONNECT', () => 'CONNECT localhost:443 HTTP/1.1\r\nHost: localhost:443\r\n\r\n'],
    [
      404,
      'the wish for a web socket',
      () => 'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    ],
    [413, 'a body that is too large', () => kit.request('POST /relations', ['Content-Length: 1048577'])],
    [
      417,
      'an expectation that nobody knows',
      () => kit.request('POST /relations', ['Expect: a-miracle', 'Content-Length: 2']),
    ],
    [422, 'a body that is not JSON', () => kit.request('POST /relations', ['Content-Length: 2'], '{}')],
    [
      431,
      'headers that are too large',
      () => `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    ],
  ])('with status %i: %s', async (status, _what, bytes) => {
    const answer = await exchange(bytes());
    expect(answer.status).toBe(status);
    expect(answer.headers['x-request-id']).toMatch(UUID);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    const isPlain = [400, 413, 417, 431].includes(status);
    expect(answer.headers['content-type']).toBe(
      `${isPlain ? 'text/plain' : 'application/json'}; charset=utf-8`,
    );
    expect(answer.headers['x-powered-by']).toBeUndefined();
  });

  test('that is unique, and not the one that the caller sends', async () => {
    const connection = await RawConnection.open(kit.address);
    const bytes = kit.request(`GET /relations/${AN_ID}`, ['X-Request-ID: mine']);
    const answers = await connection.send(bytes + bytes).answers(2);
    const ids = answers.map(({ headers }) => headers['x-request-id']);
    expect(new Set([...ids, 'mine']).size).toBe(3);
    connection.socket.destroy();
  });

  test('and the log contains it for malformed requests', async () => {
    const { headers, status } = await exchange('nonsense\r\n\r\n');
    expect(kit.log.lines.map(({ members }) => members)).toContainEqual({
      request_id: headers['x-request-id'],
      status,
    });
  });
});

describe('bytes that are not HTTP', () => {
  test('in any amount get a response and do not crash the process', async () => {
    const connection = await RawConnection.open(kit.address);
    const answer = await connection
      .send(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(1_000_000)}`)
      .send('x'.repeat(1_000_000))
      .answer();
    expect(answer.status).toBe(431);
    connection.send('more').send('and more');
    await connection.close();
    expect(connection.error).toBeUndefined();
  });

  test('after a pending request wait for its response', async () => {
    const connection = await RawConnection.open(kit.address);
    connection.send('GET /slow HTTP/1.1\r\nHost: a\r\n\r\nnonsense\r\n\r\n').send('more nonsense');
    await until(() => release !== undefined, 'the handler');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(connection.text).toBe('');
    release();
    const answers = await connection.answers(2);
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
    await connection.close();
  });

  test('within a body get one response, with one id', async () => {
    const connection = await RawConnection.open(kit.address);
    const headers = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
    const answer = await connection.send(kit.request('POST /relations', headers, 'not a chunk\r\n')).answer();
    expect(answer.status).toBe(400);
    await connection.close();
    const id = answer.headers['x-request-id'];
    const lines = () => kit.log.lines.filter(({ members }) => members.request_id === id);
    await until(() => lines().length >= 2, 'the line of the request, after that of the refusal');
    expect(lines()).toHaveLength(2);
  });
});

describe('HTTP/1.0', () => {
  test('needs no Host, and gets no 100 Continue', async () => {
    const connection = await RawConnection.open(kit.address);
    const head = ['POST /relations HTTP/1.0', 'Authorization: Bearer full', 'Content-Type: application/json'];
    connection.send([...head, 'Expect: 100-continue', 'Content-Length: 12', '', '{"name":"x"}'].join('\r\n'));
    expect((await connection.answer()).status).toBe(201);
    expect(connection.text).not.toContain('100 Continue');
    await connection.close();
  });
});

test('every response to any bytes is HTTP with an X-Request-ID', async () => {
  const requests = [
    kit.request(`GET /relations/${AN_ID}?limit=1`),
    kit.request('POST /relations', ['Content-Type: application/json', 'Content-Length: 12'], '{"name":"x"}'),
    kit.request('POST /relations', ['Transfer-Encoding: chunked'], 'c\r\n{"name":"x"}\r\n0\r\n\r\n'),
    'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
    'OPTIONS http://a/relations HTTP/1.1\r\nHost: a\r\n\r\n',
  ];
  const junk = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 4 }),
    fc.constantFrom('\r\n', ' ', ':', '%', '/', '0', '[', '//'),
  );
  const change = fc.tuple(fc.nat(300), fc.nat(6), junk);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...requests),
      fc.array(change, { minLength: 1, maxLength: 3 }),
      async (bytes, changes) => {
        const sent = changes.reduce((text, [at, gone, put]) => {
          const start = at % text.length;
          return text.slice(0, start) + put + text.slice(start + gone);
        }, bytes);
        const connection = await RawConnection.open(kit.address);
        connection.send(Buffer.from(sent, 'utf8')).socket.end();
        await connection.close();
        expect(connection.text).toMatch(/^(HTTP\/1\.1 \d{3} |$)/);
        for (const answer of answersIn(connection.text)) {
          expect(answer.headers['x-request-id']).toMatch(UUID);
          expect([200, 201, 400, 401, 404, 408, 413, 417, 422, 431]).toContain(answer.status);
          expect(answer.body).not.toContain('<');
        }
      },
    ),
    { numRuns: 300 },
  );
});

describe('CONNECT', () => {
  test('from a caller that disconnects does not end the service', async () => {
    for (let i = 0; i < 5; i++) {
      const connection = await RawConnection.open(kit.address);
      connection.send('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n');
      connection.socket.resetAndDestroy();
    }
    const answer = await exchange(kit.request(`GET /relations/${AN_ID}`));
    expect(answer.status).toBe(200);
  });

  test('ends the connection of a caller that keeps it open', async () => {
    const connection = await RawConnection.open(kit.address);
    await connection.send('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n').answer();
    connection.socket.allowHalfOpen = true;
    await until(() => connection.socket.readableEnded, 'the end');
  });
});

describe('pipelined requests', () => {
  test('are answered in their order', async () => {
    const connection = await RawConnection.open(kit.address);
    connection.send(
      'GET /slow HTTP/1.1\r\nHost: a\r\n\r\n' +
        kit.request(`GET /relations/${AN_ID}`) +
        kit.request('GET /nowhere'),
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    release();
    const answers = await connection.answers(3);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404]);
    expect(answers[0]!.body).toBe('{"id":"slow"}');
    connection.socket.destroy();
  });
});

describe('a caller that says Expect: 100-continue', () => {
  const expecting = (authorization: string, length: number | string) =>
    [
      'POST /relations HTTP/1.1',
      'Host: a',
      `Authorization: Bearer ${authorization}`,
      'Content-Type: application/json',
      `Content-Length: ${length}`,
      'Expect: 100-continue',
      '',
      '',
    ].join('\r\n');

  test.each([
    [401, 'nobody', 12],
    [403, 'reader', 12],
    [413, 'full', 2_000_000],
  ])('gets %i instead of a 100, and then the connection ends', async (status, who, length) => {
    const connection = await RawConnection.open(kit.address);
    const answer = await connection.send(expecting(who, length)).answer();
    expect(answer.status).toBe(status);
    expect(connection.text).not.toContain('100 Continue');
    expect(answer.headers.connection).toBe('close');
    await connection.close();
  });

  test('gets 100 Continue when its body is needed, and can reuse the connection', async () => {
    const connection = await RawConnection.open(kit.address);
    connection.send(expecting('full', 12));
    await until(() => connection.text.includes('100 Continue\r\n\r\n'), 'the 100');
    const answer = await connection.send('{"name":"x"}').answer();
    expect(answer.status).toBe(201);
    connection.send(kit.request(`GET /relations/${AN_ID}`));
    expect((await connection.answers(2))[1]!.status).toBe(200);
    expect(connection.text.match(/100 Continue/g)).toHaveLength(1);
    connection.socket.destroy();
  });
});

describe('slow callers', () => {
  test('that do not end their headers get 408', async () => {
    const impatient = await startKit(routes, { headers_timeout_ms: 200 });
    const silent = await RawConnection.open(impatient.address);
    const halting = (await RawConnection.open(impatient.address)).send('GET / HTTP/1.1\r\nHost: a\r\n');
    for (const connection of [silent, halting]) {
      expect(await connection.answer()).toMatchObject({
        status: 408,
        headers: { 'x-request-id': expect.stringMatching(UUID) },
      });
      await connection.close();
    }
    await impatient.server.stop(0);
  });

  test('that do not end their body get 408, and the connection ends', async () => {
    const connection = await RawConnection.open(kit.address);
    const headers = ['Content-Type: application/json', 'Content-Length: 12'];
    const answer = await connection.send(kit.request('POST /relations', headers, '{"na')).answer();
    expect(answer).toMatchObject({
      status: 408,
      body: 'Request Timeout',
      headers: { connection: 'close', 'x-request-id': expect.stringMatching(UUID) },
    });
    await connection.close();
  });
});

describe('a stop', () => {
  test('completes pending requests, and refuses new ones', async () => {
    const stopped = await startKit(routes);
    const [busy, idle, unused, chatty] = await Promise.all(
      [0, 1, 2, 3].map(() => RawConnection.open(stopped.address)),
    );
    await idle!.send(kit.request(`GET /relations/${AN_ID}`)).answer();
    busy!.send('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
    chatty!.send(
      kit.request('POST /relations', ['Content-Type: application/json', 'Content-Length: 12'], '{"name"'),
    );
    await new Promise((resolve) => setTimeout(resolve, 50));

    const started = Date.now();
    const stop = stopped.server.stop(5_000);
    await Promise.all([idle!.close(), unused!.close()]);
    await expect(fetch(stopped.address)).rejects.toThrow();
    chatty!.send(':"x"}');
    expect((await chatty!.answer()).status).toBe(201);
    release();
    expect(await busy!.answer()).toMatchObject({ status: 200, headers: { connection: 'close' } });
    await Promise.all([busy!.close(), chatty!.close(), stop]);
    expect(Date.now() - started).toBeLessThan(2_000);
  });

  test('ends after the grace period, whatever is pending', async () => {
    const stopped = await startKit(routes);
    const connection = (await RawConnection.open(stopped.address)).send(
      'GET /slow HTTP/1.1\r\nHost: a\r\n\r\n',
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    const started = Date.now();
    await stopped.server.stop(200);
    expect(Date.now() - started).toBeLessThan(1_000);
    await connection.close();
    release();
  });
});

describe('A connection', () => {
  test('that does not read its response is closed when nothing moves for long', async () => {
    const size = 64 * 1024 * 1024; // more than the buffers of both sides
    const server = await startServer((_req, res) => void res.end(Buffer.alloc(size)), {
      ...{ host: '127.0.0.1', port: 0, stalled_ms: 200 },
    });
    const connection = await RawConnection.open(server.address);
    connection.socket.pause();
    connection.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await server.stop(60_000); // waits for the response, which is cut off
    connection.socket.resume();
    await connection.close();
    expect(answersIn(connection.text)).toEqual([]);
  });

  test('that ends closes all responses that wait on it', async () => {
    let [opened, closed] = [0, 0];
    const server = await startServer(
      (_req, res) => {
        opened += 1;
        res.once('close', () => (closed += 1));
      },
      { host: '127.0.0.1', port: 0 },
    );
    const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
    const connection = (await RawConnection.open(server.address)).send(request.repeat(20));
    await until(() => opened === 20, '20 requests');
    connection.socket.destroy();
    await until(() => closed === 20, 'the end of 20 responses');
    const many = (await RawConnection.open(server.address)).send(request.repeat(70));
    await many.close();
    await until(() => closed === 84, 'the end of 64 further responses');
    await server.stop(0);
  });

  test('has at most 64 requests that wait for their responses', async () => {
    let handled = 0;
    const server = await startServer(
      (_req, res) => {
        handled += 1;
        res.end();
      },
      { host: '127.0.0.1', port: 0 },
    );
    const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
    const few = (await RawConnection.open(server.address)).send(request.repeat(64));
    await few.answers(64);
    const many = (await RawConnection.open(server.address)).send(request.repeat(1_000));
    await many.close();
    expect(handled).toBe(128);
    few.socket.destroy();
    await server.stop(0);
  });
});
