import { createDatabase, type TestDatabase } from '../../support/database';
import { NO_ID } from '../../support/every-route';
import { listenPublicly } from '../../support/mcp';
import { until } from '../../support/until';
import { aRelation, aTenant, startService, type Service, type Tenant } from '../../support/service';
import type { HttpServer } from '../../../src/adapters/http/connections/server';
import { requestScope } from '../../../src/adapters/http/request-scope';
import { createLog } from '../../../src/adapters/log/logger';
import { LOG } from '../../../src/composition/keys';

let database: TestDatabase;
let service: Service;
let without: Service;
let listener: HttpServer;
let tenant: Tenant;
const lines: Record<string, unknown>[] = [];
const log = createLog(
  'debug',
  () => requestScope.get(),
  (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
);
const requestLines = () => lines.filter(({ message }) => message === 'request');

beforeAll(async () => {
  database = await createDatabase();
  without = await startService(database.url);
  service = await startService(
    database.url,
    { MCP: 'true', BASE_URL: 'https://invoicing.example/api' },
    (container) => container.register(LOG, { useValue: log }),
  );
  listener = await listenPublicly(service);
  tenant = await aTenant(service);
});
afterAll(async () => {
  await listener.stop(0);
  await service.close();
  await without.close();
  await database.drop();
});

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what is read from it is what a test asserts
  readonly body: any;
}

async function post(
  body: string | Uint8Array,
  headers: Record<string, string> = {},
  method = 'POST',
  address = listener.address,
): Promise<Answer> {
  const response = await fetch(`${address}/mcp`, {
    method,
    headers: { ...HEADERS, authorization: `Bearer ${tenant.access_token}`, ...headers },
    ...(method === 'POST' ? { body } : {}),
  });
  const text = await response.text();
  const is_json = /^[[{]/.test(text);
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: is_json ? JSON.parse(text) : undefined,
  };
}
const rpc = (method: string, params: object = {}, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
const send = (message: unknown, headers: Record<string, string> = {}) =>
  post(JSON.stringify(message), headers);
const initialize = (protocolVersion: string) =>
  rpc('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'a-test', version: '1' } });
const call = (name: string, given: object = {}, id: unknown = 1) =>
  rpc('tools/call', { name, arguments: given }, id);

describe('/mcp', () => {
  test('is unknown unless it is turned on', async () => {
    const off = await listenPublicly(without);
    for (const method of ['POST', 'GET', 'DELETE'])
      expect((await post('{}', {}, method, off.address)).body.error.code).toBe('not_found');
    await off.stop(0);
  });

  test.each(['GET', 'HEAD', 'DELETE', 'PUT', 'PATCH'])('answers %s with 405', async (method) => {
    const answer = await post('', {}, method);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
    expect(answer.headers.get('x-request-id')).not.toBeNull();
  });

  test('needs an access token', async () => {
    for (const authorization of ['', 'Bearer x', 'Basic x']) {
      const answer = await send(rpc('tools/list'), { authorization });
      expect(answer).toMatchObject({ status: 401, body: { error: { code: 'invalid_token' } } });
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  test('refuses the pages of other origins, whatever the host', async () => {
    for (const origin of [
      'https://elsewhere.example',
      'null',
      listener.address,
      'https://invoicing.example.evil',
    ])
      for (const method of ['POST', 'GET', 'DELETE'])
        expect((await post('{}', { origin }, method)).status).toBe(403);
    expect((await send(rpc('ping'), { origin: 'https://invoicing.example' })).status).toBe(200);
  });

  test('agrees on a version of the protocol, and keeps no session', async () => {
    for (const version of ['2025-03-26', '2025-06-18', '2025-11-25']) {
      const answer = await send(initialize(version));
      expect(answer.body.result).toMatchObject({
        protocolVersion: version,
        serverInfo: { name: 'invoicing-service' },
      });
      expect(answer.headers.get('mcp-session-id')).toBeNull();
      expect((await send(rpc('ping'), { 'mcp-protocol-version': version })).body).toEqual({
        ...{ jsonrpc: '2.0', id: 1 },
        result: {},
      });
    }
    expect((await send(initialize('1999-01-01'))).body.result.protocolVersion).toBe('2025-11-25');
    expect((await send(rpc('ping'), { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400);
  });

  test('accepts notifications without a response body', async () => {
    const answer = await send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect(answer).toMatchObject({ status: 202, text: '' });
  });

  test('needs a caller that accepts both forms of the response', async () => {
    expect((await send(rpc('ping'), { accept: 'application/json' })).status).toBe(406);
  });

  test.each<[string, string | Uint8Array, number, number]>([
    ['nothing', '', 400, -32700],
    ['no JSON', '{"jsonrpc":', 400, -32700],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22]), 400, -32700],
    ['no message', '{"hello":"world"}', 400, -32700],
    ['a text', '"tools/list"', 400, -32700],
    ['null', 'null', 400, -32700],
    ['deep nesting', `${'['.repeat(40)}${']'.repeat(40)}`, 400, -32700],
    ['an id that is no id', '{"jsonrpc":"2.0","id":{},"method":"ping"}', 400, -32700],
    ['an inexact id', '{"jsonrpc":"2.0","id":12345678901234567890,"method":"ping"}', 400, -32700],
    ['an unknown method', '{"jsonrpc":"2.0","id":1,"method":"tools/destroy"}', 200, -32601],
    ['a call without a name', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}', 200, -32602],
    ['a call without parameters', '{"jsonrpc":"2.0","id":1,"method":"tools/call"}', 200, -32602],
    ['a cursor that is none', JSON.stringify(rpc('tools/list', { cursor: 5 })), 200, -32602],
    ['an empty batch', '[]', 400, -32600],
  ])('answers a body of %s with an error of JSON-RPC', async (_what, body, status, code) => {
    const answer = await post(body);
    expect({ status: answer.status, code: answer.body.error.code }).toEqual({ status, code });
  });

  test('refuses another type of content, and bodies beyond 1 MiB', async () => {
    expect((await post('{}', { 'content-type': 'text/plain' })).body.error.code).toBe(-32700);
    const message = JSON.stringify(call('listDocuments', { q: 'x'.repeat(1024 * 1024) }));
    expect((await post(message)).status).toBe(413);
    const within = await send(call('listDocuments', { q: 'x'.repeat(1024 * 1000) }));
    expect(within.body.result).toMatchObject({ isError: true });
  });

  test.each([null, [], 'text', 5])('refuses arguments that are no object: %j', async (given) => {
    const { error } = (await send(rpc('tools/call', { name: 'listCurrencies', arguments: given }))).body;
    expect(error).toEqual({
      code: -32602,
      message: 'MCP error -32602: params.arguments: must be an object',
    });
  });

  test('refuses a message with more than 64 KiB besides the arguments of the tool', async () => {
    const message = (length: number) =>
      rpc('tools/call', { name: 'getCaller', _meta: { padding: 'x'.repeat(length) } });
    expect((await send(message(64_000))).body.result.isError).toBe(false);
    const too_much = { status: 400, body: { error: { code: -32600 } } };
    expect(await send(message(66_000))).toMatchObject(too_much);
    expect(await send([message(40_000), message(40_000)])).toMatchObject(too_much);
    const given = {
      body: { type: 'contact', first_name: 'A', last_name: 'Long', note: 'x'.repeat(100_000) },
    };
    expect((await send(call('createRelation', given))).body.result.isError).toBe(true);
  });

  test('names the first argument that a tool does not have', async () => {
    const given = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`n${n}`, n]));
    const { result } = (await send(call('listCurrencies', { ...given, limit: 1 }))).body;
    expect(JSON.parse(result.content[0].text).error.message).toBe('n0: unknown parameter');
  });

  test('passes no member of an argument by', async () => {
    const body = '{"type":"contact","first_name":"A","last_name":"B","__proto__":{"x":1}}';
    const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"createRelation","arguments":{"body":${body}}}}`;
    const { result } = (await post(message)).body;
    expect(JSON.parse(result.content[0].text).error).toEqual({
      code: 'validation_error',
      message: '__proto__: unknown field',
    });
  });

  test('takes numbers with trailing zeros, and tells one from another', async () => {
    const line = { name: 'Work', quantity: 'Q', unit_price: '100', vat_rate: '21' };
    const body = { type: 'quote', relation_id: await aRelation(tenant), lines: [line] };
    const created = async (quantity: string, given: object = {}) => {
      const text = JSON.stringify(call('createDocument', { body, ...given })).replace('"Q"', quantity);
      return JSON.parse((await post(text)).body.result.content[0].text);
    };
    const { preview_hash, preview } = await created('1.500');
    expect(preview.lines[0].net_amount).toBe('150.00');
    expect((await created('2.500', { preview_hash })).error.code).toBe('precondition_failed');
    expect((await created('1.500', { preview_hash })).lines[0].net_amount).toBe('150.00');
  });

  test('refuses a task before the call', async () => {
    const given = { body: { type: 'contact', first_name: 'A', last_name: 'Task' } };
    const message = rpc('tools/call', { name: 'createRelation', arguments: given, task: { ttl: 1000 } });
    expect((await send(message)).body.error.code).toBe(-32603);
    expect((await tenant.get('/relations?q=task').expect(200)).body.data).toEqual([]);
  });

  describe('with a batch', () => {
    const batch = [
      call('listCurrencies', {}, 'a'),
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'a' } },
      rpc('ping', {}, 'b'),
      rpc('ping', {}, 'b'),
    ];

    test('answers each of its requests, in versions that have batches', async () => {
      for (const headers of [{}, { 'mcp-protocol-version': '2025-03-26' }] as Record<string, string>[]) {
        const { status, body } = await send(batch, headers);
        expect(status).toBe(200);
        expect(body.map(({ id }: { id: string }) => id)).toEqual(['a', 'b', 'b']);
      }
      expect((await send([batch[1]])).status).toBe(202);
    });

    test('refuses it in later versions', async () => {
      const answer = await send(batch, { 'mcp-protocol-version': '2025-06-18' });
      expect(answer).toMatchObject({ status: 400, body: { error: { code: -32600 } } });
    });

    test('refuses it as a whole when a message is none, or begins a connection, or there are too many', async () => {
      const given = { body: { type: 'contact', first_name: 'A', last_name: 'Batch' } };
      const creation = call('createRelation', given);
      for (const faulty of [[creation, 1], [creation, initialize('2025-03-26')], Array(21).fill(creation)])
        expect(await send(faulty)).toMatchObject({ status: 400, body: { error: { code: -32600 } } });
      const answer = await send([creation], { accept: '*/*' });
      expect(answer.status).toBe(406);
      expect((await tenant.get('/relations?q=batch').expect(200)).body.data).toEqual([]);
    });
  });

  test('names tools in log and metrics, and nothing that the caller sent', async () => {
    lines.length = 0;
    const secret = 'hunter2-which-nobody-may-see';
    const body = { type: 'contact', first_name: secret, last_name: 'B' };
    const answer = await send(call('createRelation', { body, idempotency_key: secret }));
    expect(answer.status).toBe(200);
    await send(call(secret, { secret }));
    const requests = requestLines();
    const request_id = answer.headers.get('x-request-id');
    expect(requests).toContainEqual(
      expect.objectContaining({
        request_id,
        route: '/mcp',
        tools: 'createRelation',
        client_id: tenant.client_id,
      }),
    );
    expect(requests).toContainEqual(
      expect.objectContaining({ client_request_id: request_id, route: '/relations' }),
    );
    expect(JSON.stringify(lines)).not.toContain(secret);
    const { text } = await service.manage('get', '/metrics').expect(200);
    expect(text).toContain('mcp_tool_calls_total{tool="createRelation",outcome="answered"} 1');
    expect(text).not.toContain(secret);
  });

  test('ends the wait of a tool when the caller disconnects', async () => {
    const { body: head } = await tenant.get('/events/head').expect(200);
    const abort = new AbortController();
    const message = JSON.stringify(
      call('listEvents', { after: head.position, resource_id: NO_ID, wait_s: 30 }),
    );
    const headers = { ...HEADERS, authorization: `Bearer ${tenant.access_token}` };
    lines.length = 0;
    const waiting = fetch(`${listener.address}/mcp`, {
      method: 'POST',
      headers,
      body: message,
      signal: abort.signal,
    });
    setTimeout(() => abort.abort(), 300);
    await expect(waiting).rejects.toThrow('aborted');
    const routes = () => requestLines().map(({ route, status }) => ({ route, status }));
    await until(async () => routes().length === 2);
    expect(routes()).toEqual(
      expect.arrayContaining([
        { route: '/events', status: undefined },
        { route: '/mcp', status: undefined },
      ]),
    );
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('answers a wait of the feed of events after its time', async () => {
    const { body: head } = await tenant.get('/events/head').expect(200);
    const { body } = await send(call('listEvents', { after: head.position, resource_id: NO_ID, wait_s: 1 }));
    expect(JSON.parse(body.result.content[0].text)).toMatchObject({ data: [] });
  });

  test('compresses long responses', async () => {
    const answer = await send(rpc('tools/list'), { 'accept-encoding': 'gzip' });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(answer.body.result.tools.length).toBeGreaterThan(30);
  });
});
