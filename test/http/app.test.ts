import { byteUpload } from '../../src/adapters/http/requests/byte-upload';
import { z } from 'zod';
import { COMMON_SORTS, listBody, listPage, listQuery } from '../../src/adapters/http/requests/list';
import { queryFlag } from '../../src/adapters/http/schemas/schemas';
import { type RawRouteSpec, route } from '../../src/adapters/http/route';
import { DomainError } from '../../src/domain/errors';
import type { IfMatch } from '../../src/domain/version';
import { AN_ID, type Kit, startKit } from '../support/http-kit';
import { type RawResponse, RawConnection, until } from '../support/raw-http';

const SECRET = 'hunter2-which-nobody-may-see';
const relation = z.object({ id: z.string(), name: z.string() });
const params = z.object({ id: z.uuid('must be a UUID') });

let seen: { query?: unknown; if_match?: IfMatch }[] = [];
let failure: unknown;
const routes = [
  route({
    method: 'get',
    path: '/relations',
    access: 'relation:read',
    query: listQuery({ type: z.enum(['company', 'contact']), q: z.string() }, {}),
    response: listBody(relation),
    handle: async ({ query }) => {
      return listPage('/relations', query, COMMON_SORTS, async () => {
        seen.push({ query });
        return { data: [], next: null };
      });
    },
  }),
  route({
    method: 'post',
    path: '/relations',
    access: 'relation:create',
    also: { when: 'verify', access: 'relation:update' },
    query: z.strictObject({ verify: queryFlag.optional() }),
    body: z.strictObject({ name: z.string() }),
    status: 201,
    response: relation,
    location: ({ id }: { id: string }) => `/relations/${id}`,
    handle: async ({ body }) => ({
      id: body.name,
      name: body.name,
      version: 1,
      company_id: 'not to be seen',
    }),
  }),
  route({
    method: 'get',
    path: '/relations/:id',
    access: 'relation:read',
    params,
    response: relation,
    handle: async (input) => ({ ...input.params, name: 'Ünïcode', version: 7 }),
  }),
  route({
    method: 'patch',
    path: '/relations/:id',
    access: 'relation:update',
    params,
    body: z.strictObject({}),
    response: relation,
    handle: async ({ if_match }) => {
      seen.push({ if_match });
      return { id: AN_ID, name: 'x', version: 8 };
    },
  }),
  route({
    method: 'delete',
    path: '/relations/:id',
    access: 'relation:delete',
    params,
    status: 204,
    response: 'none',
    handle: async () => undefined,
  }),
  route({
    method: 'get',
    path: '/failing',
    access: 'public',
    response: relation,
    handle: async () => {
      throw failure;
    },
  }),
  route({
    method: 'get',
    path: '/hanging',
    access: 'public',
    response: relation,
    handle: () => new Promise(() => undefined),
  }),
  route({
    method: 'put',
    path: '/hanging',
    access: 'public',
    upload: byteUpload(['image/png']),
    response: relation,
    async handle({ readUpload }) {
      await readUpload();
      return new Promise(() => undefined);
    },
  }),
  {
    method: 'get',
    path: '/breaking',
    access: 'public',
    respond: async (_req, res) => {
      res.writeHead(200, { 'Content-Length': 1000 }).write('half');
      throw new Error(SECRET);
    },
  } satisfies RawRouteSpec,
];

let kit: Kit;
beforeAll(async () => {
  kit = await startKit(routes, { deadlines: { answer_ms: 200 } });
});
afterAll(() => kit.server.stop(0));
beforeEach(() => {
  seen = [];
  kit.log.lines.length = 0;
});

async function send(line: string, headers: readonly string[] = [], body = ''): Promise<RawResponse> {
  const connection = await RawConnection.open(kit.address);
  const length =
    body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`];
  const answer = await connection.send(kit.request(line, [...headers, ...length], body)).answer();
  connection.socket.destroy();
  return answer;
}
/** Without a token. */
async function knock(line: string, headers: readonly string[] = []): Promise<RawResponse> {
  const connection = await RawConnection.open(kit.address);
  const answer = await connection
    .send([`${line} HTTP/1.1`, 'Host: a', ...headers, '', ''].join('\r\n'))
    .answer();
  connection.socket.destroy();
  return answer;
}
const errorOf = (answer: RawResponse) => [
  answer.status,
  (JSON.parse(answer.body) as { error: object }).error,
];

describe('a path that is not a route', () => {
  test.each([
    '/',
    '/nowhere',
    '/Relations',
    '/relations/',
    `/relations/${AN_ID}/`,
    `//relations/${AN_ID}`,
    `/relations//${AN_ID}`,
    `/relations/../relations/${AN_ID}`,
    `/relation%73/${AN_ID}`,
    `/relations%2F${AN_ID}`,
    '/relations/%',
    '/relations/%zz',
    '/relations/%ff',
    '/relations?q=%',
    '/relations?q=%e0%a4',
    `/relations/${AN_ID}#fragment`,
    `/relations\\${AN_ID}`,
    '/relations;v=1',
    'http://a',
    'http://[::1/relations',
    '//a@[b/relations',
    '//a@[b#c',
    'ftp://a/relations',
    'relations',
    '*',
  ])('is not found, before the token is checked: %s', async (path) => {
    const answer = await knock(`GET ${path}`);
    if (answer.status === 400)
      expect(answer.body).toBe('Bad Request'); // Node knew already
    else expect(errorOf(answer)).toEqual([404, { code: 'not_found', message: 'No such route.' }]);
    expect(answer.headers['www-authenticate']).toBeUndefined();
  });

  test.each(['OPTIONS', 'TRACE', 'PROPFIND', 'PUT', 'POST', 'PURGE', 'QUERY', 'M-SEARCH'])(
    'is not found with the method %s, and Allow lists the supported methods',
    async (method) => {
      const answer = await knock(`${method} /relations/${AN_ID}`);
      if (answer.status === 400) return expect(answer.body).toBe('Bad Request'); // Node does not know it
      expect(errorOf(answer)).toEqual([404, { code: 'not_found', message: 'No such route.' }]);
      expect(answer.headers.allow).toBe('GET, HEAD, PATCH, DELETE');
    },
  );

  test('is found when the request target is an absolute URL', async () => {
    expect((await send('GET http://[::1]:80/relations')).status).toBe(200);
    expect((await send(`GET http://somewhere.example/relations/${AN_ID}`)).status).toBe(200);
    expect((await send('GET HTTPS://somewhere.example:1234/relations?limit=1')).status).toBe(200);
  });
});

describe('the order of checks', () => {
  const json = ['Content-Type: application/json'];
  test.each([
    ['route before token', 'GET /nowhere', ['Authorization: Bearer nobody'], 404],
    [
      'token before permission, size, path, query and body',
      'POST /relations?x=1',
      ['Authorization: x', 'Content-Length: 9999999'],
      401,
    ],
    [
      'permission before size',
      'POST /relations?x=1',
      ['Authorization: Bearer reader', 'Content-Length: 9999999'],
      403,
    ],
    [
      'size before query',
      'POST /relations?x=1',
      ['Authorization: Bearer full', 'Content-Length: 9999999'],
      413,
    ],
    [
      'size before path',
      'PATCH /relations/1',
      ['Authorization: Bearer full', 'Content-Length: 9999999'],
      413,
    ],
    [
      'query before body',
      'POST /relations?limit=1',
      ['Authorization: Bearer full', ...json, 'Content-Length: 9'],
      422,
    ],
    [
      'path before query and body',
      'PATCH /relations/1?x=1',
      ['Authorization: Bearer full', ...json, 'Content-Length: 9'],
      422,
    ],
  ])('is: %s, before the body is read', async (_order, line, headers, status) => {
    expect((await knock(line, headers)).status).toBe(status);
  });

  test.each([
    ['no token', []],
    ['another scheme', ['Authorization: Basic full']],
    ['two tokens', ['Authorization: Bearer full', 'Authorization: Bearer full']],
    ['two tokens in different spellings', ['authorization: Bearer full', 'AUTHORIZATION: Bearer nobody']],
    ['a token in the query only', []],
  ])('answers 401 to a token of %s', async (what, headers) => {
    const query = what.includes('query') ? '?access_token=full' : '';
    const answer = await knock(`GET /relations/${AN_ID}${query}`, headers);
    expect(errorOf(answer)).toEqual([401, expect.objectContaining({ code: 'invalid_token' })]);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  test('requires a second permission when the query needs it', async () => {
    const answer = await knock('POST /relations?verify=true', ['Authorization: Bearer reader']);
    expect(errorOf(answer)).toEqual([
      403,
      { code: 'insufficient_permissions', message: 'This call needs the permission relation:create.' },
    ]);
  });
});

describe('a query', () => {
  test.each([
    ['limit=0', 422, 'validation_error', 'limit: must be a whole number from 1 to 200'],
    ['limit=201', 422, 'validation_error', 'limit: must be a whole number from 1 to 200'],
    ['limit=1.0', 422, 'validation_error', 'limit: must be a whole number from 1 to 200'],
    ['limit=1&limit=1', 422, 'validation_error', 'limit: expected string'],
    ['cursor=x', 422, 'validation_error', 'cursor: was not issued for this list'],
    ['cursor=', 422, 'validation_error', 'cursor: was not issued for this list'],
    ['cursor=x&cursor=y', 422, 'validation_error', 'cursor: expected string'],
    ['type=neither', 400, 'invalid_filter', 'type: Invalid option: expected one of "company"|"contact"'],
    [
      'type=company&type=company',
      400,
      'invalid_filter',
      'type: Invalid option: expected one of "company"|"contact"',
    ],
    ['q=a&q=b', 400, 'invalid_filter', 'q: expected string'],
    ['sort=size', 400, 'invalid_filter', expect.stringMatching(/^sort: Invalid option/)],
    ['updated_since=yesterday', 400, 'invalid_filter', 'updated_since: must be an RFC 3339 instant'],
    ['verify=true', 422, 'invalid_parameter', 'verify: does not apply to this resource'],
    ['Limit=1', 422, 'validation_error', 'Limit: unknown parameter'],
    ['colour=red', 422, 'validation_error', 'colour: unknown parameter'],
    ['colour', 422, 'validation_error', 'colour: unknown parameter'],
    ['__proto__=1', 422, 'validation_error', '__proto__: unknown parameter'],
    ['constructor=1', 422, 'validation_error', 'constructor: unknown parameter'],
    ['a%0Ab=1', 422, 'validation_error', '(unprintable name): unknown parameter'],
    ['type[]=company', 422, 'validation_error', 'type[]: unknown parameter'],
  ])('of %s is refused', async (query, status, code, message) => {
    expect(errorOf(await send(`GET /relations?${query}`))).toEqual([status, { code, message }]);
    expect(seen).toEqual([]);
  });

  test('of any length is checked as a whole', async () => {
    expect(errorOf(await send(`GET /relations?${'q=a&'.repeat(1_001)}colour=red`))).toEqual([
      422,
      { code: 'validation_error', message: 'colour: unknown parameter' },
    ]);
  });

  test('is decoded: + is a space', async () => {
    const answer = await send(
      'GET /relations?q=a+b%2Bc%20%C3%A9%26&sort=-updated_at&limit=200&updated_since=2026-01-01T00:00:00%2B01:00',
    );
    expect(answer.status).toBe(200);
    expect(seen).toEqual([
      {
        query: {
          q: 'a b+c é&',
          sort: '-updated_at',
          limit: 200,
          updated_since: new Date('2025-12-31T23:00:00.000Z'),
        },
      },
    ]);
  });

  test.each([
    ['limit', `GET /relations/${AN_ID}?limit=1`, 'invalid_parameter'],
    ['another', `GET /relations/${AN_ID}?colour=red`, 'validation_error'],
    ['an invalid flag', 'POST /relations?verify=1', 'validation_error'],
  ])('is empty: %s', async (_what, line, code) => {
    expect(errorOf(await send(line))).toEqual([422, expect.objectContaining({ code })]);
  });

  test('of a malformed id in the path is a validation error', async () => {
    expect(errorOf(await send('GET /relations/a%2Fb'))).toEqual([
      422,
      { code: 'validation_error', message: 'id: must be a UUID' },
    ]);
  });
});

describe('a response', () => {
  test('has its version as ETag, and only fields of the schema', async () => {
    const answer = await send('POST /relations', [], '{"name":"x"}');
    expect(answer).toMatchObject({
      status: 201,
      body: '{"id":"x","name":"x"}',
      headers: { etag: '"1"', location: '/relations/x', 'content-type': 'application/json; charset=utf-8' },
    });
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-length': '21',
    });
  });

  test('cannot be read by a page of another origin', async () => {
    for (const method of ['GET', 'OPTIONS', 'POST']) {
      const { headers } = await send(
        `${method} /relations`,
        ['Origin: https://elsewhere.example'],
        '{"name":"x"}',
      );
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  test('to HEAD is the response to GET without its body', async () => {
    const line = `/relations/${AN_ID}`;
    const { headers } = await send(`GET ${line}`);
    const connection = await RawConnection.open(kit.address);
    connection.send(kit.request(`HEAD ${line}`));
    await until(() => connection.text.endsWith('\r\n\r\n'), 'the answer');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(connection.text).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(connection.text.split('\r\n\r\n')[1]).toBe('');
    expect(connection.text).toContain(`Content-Length: ${headers['content-length']}\r\n`);
    expect(connection.text).toContain('ETag: "7"\r\n');
    connection.socket.destroy();
  });

  test('of 204 has neither a body nor a content type', async () => {
    const { status, body, headers } = await send(`DELETE /relations/${AN_ID}`);
    expect([status, body, headers['content-type'], headers['content-length']]).toEqual([
      204,
      '',
      undefined,
      undefined,
    ]);
  });

  test.each(['a\r\nSet-Cookie: x=1', 'a\nb', 'a\0b', 'ā'])(
    'whose Location is not a valid header is an internal error: %j',
    async (name) => {
      const json = JSON.stringify({ name }).replace('ā', '\\u0101');
      const answer = await send('POST /relations', [], json);
      expect(errorOf(answer)).toEqual([
        500,
        {
          code: 'internal_error',
          message: 'Unexpected error. Retry later.',
          details: [{ effect: 'unknown' }], // it was created
        },
      ]);
      expect(answer.headers).not.toHaveProperty('set-cookie');
      expect(answer.headers).not.toHaveProperty('location');
      expect(answer.headers).not.toHaveProperty('etag');
    },
  );
});

describe('If-Match', () => {
  test.each([
    [[], undefined],
    [['If-Match: "3"'], [3]],
    [['If-Match: "3", "4"'], [3, 4]],
    [
      ['If-Match: "3"', 'If-Match: "4"'],
      [3, 4],
    ],
    [['If-Match: *'], 'any'],
    [['If-Match: W/"3"'], []],
    [['If-Match: 3'], []],
    [['If-Match: "03"'], []],
    [['If-Match: "12345678901"'], []],
    [['If-Match: "a,3"'], []],
    [['If-Match:'], []],
  ])('%j is read as %j', async (headers, if_match) => {
    expect((await send(`PATCH /relations/${AN_ID}`, headers, '{}')).status).toBe(200);
    expect(seen).toEqual([{ if_match }]);
  });
});

describe('a failure', () => {
  test.each([
    ['an Error', new Error(SECRET)],
    ['an Error with a status', Object.assign(new Error(SECRET), { status: 400, expose: true })],
    ['a URIError', new URIError(SECRET)],
    ['a text', SECRET],
    ['nothing', undefined],
    ['an object', { status: 404, message: SECRET }],
  ])(
    'by %s is an internal error without details, logged with the id of the request',
    async (_what, thrown) => {
      failure = thrown;
      const answer = await send('GET /failing');
      expect(errorOf(answer)).toEqual([
        500,
        { code: 'internal_error', message: 'Unexpected error. Retry later.' },
      ]);
      expect(JSON.stringify(answer)).not.toContain(SECRET);
      expect(kit.log.lines.filter(({ level }) => level === 'error')).toHaveLength(1);
    },
  );

  test('that is expected has a code, details and Retry-After', async () => {
    failure = new DomainError('invalid_issue_date', 'Too early.', {
      details: [{ min: '2026-01-01', max: null }],
      retry_after_s: 0.2,
    });
    const answer = await send('GET /failing');
    expect(errorOf(answer)).toEqual([
      422,
      { code: 'invalid_issue_date', message: 'Too early.', details: [{ min: '2026-01-01', max: null }] },
    ]);
    expect(answer.headers['retry-after']).toBe('1');
    expect(kit.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('of the service itself is logged with its cause', async () => {
    const cause = new Error('the database went away');
    failure = Object.assign(new DomainError('internal_error', 'Retry later.', { retry_after_s: 2 }), {
      cause,
    });
    const answer = await send('GET /failing');
    expect(errorOf(answer)).toEqual([500, { code: 'internal_error', message: 'Retry later.' }]);
    expect(answer.headers['retry-after']).toBe('2');
    expect(kit.log.lines.find(({ level }) => level === 'error')?.error).toMatchObject({ cause });
  });

  test('to answer in time gets a response too', async () => {
    const answer = await send('GET /hanging');
    expect(errorOf(answer)).toEqual([
      500,
      { code: 'internal_error', message: 'The response took too long. Retry later.' },
    ]);
    expect(answer.headers['retry-after']).toBe('2');
  });

  test('to answer an upload in time, counted from its last byte, has the effect none', async () => {
    const connection = await RawConnection.open(kit.address);
    connection.send(kit.request('PUT /hanging', ['Content-Type: image/png', 'Content-Length: 4'], 'by'));
    await new Promise((resolve) => setTimeout(resolve, 400)); // longer than a response may take
    expect(connection.text).toBe('');
    const { status, body } = await connection.send('te').answer();
    expect([status, JSON.parse(body).error.details]).toEqual([500, [{ effect: 'none' }]]);
    connection.socket.destroy();
  });

  test('during a response closes the connection, so that the caller notices', async () => {
    const connection = (await RawConnection.open(kit.address)).send(kit.request('GET /breaking'));
    await connection.close();
    expect(connection.text).toMatch(/\r\n\r\nhalf$/);
    expect(kit.log.lines).toContainEqual(expect.objectContaining({ message: 'The response was aborted' }));
    expect(kit.log.lines).toContainEqual(
      expect.objectContaining({
        message: 'request',
        members: expect.objectContaining({ status: undefined }),
      }),
    );
  });
});
