import { createSecretKey } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { z } from 'zod';
import { mcpRoutes } from '../../../src/adapters/api/mcp/mcp-routes';
import type { Authenticate } from '../../../src/adapters/http/handler';
import { type Route, route } from '../../../src/adapters/http/route';
import { aCaller, authenticateAs, type Kit, startKit } from '../../support/http-kit';

const operation = (id: string) => ({ id, tag: 'Things', summary: 'A thing' });
const THINGS: Route[] = [
  route({
    ...{ method: 'get', path: '/things', access: 'relation:read', response: z.object({}) },
    operation: operation('readThing'),
    handle: async () => ({}),
  }),
  route({
    ...{ method: 'post', path: '/things', access: 'relation:create', response: z.object({}) },
    operation: operation('makeThing'),
    handle: async () => ({}),
  }),
];
const authenticate: Authenticate = authenticateAs({ full: aCaller() });

/** What the application does with the request of a tool. */
let serve: RequestListener;
const mcp = mcpRoutes({
  api: () => (req, res) => serve(req, res),
  routes: () => THINGS,
  authenticate,
  preview_key: createSecretKey(Buffer.alloc(32)),
  base_url: undefined,
  metrics: { countToolCall: () => undefined },
});
let kit: Kit;
beforeAll(async () => {
  kit = await startKit(mcp, { authenticate });
});
afterAll(() => kit.server.stop(0));

const callOf = (name: string, id: number) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } });

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- what is read from it is what a test asserts
async function send(message: unknown, { address } = kit): Promise<{ status: number; body: any }> {
  const response = await fetch(`${address}/mcp`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer full',
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(message),
  });
  return { status: response.status, body: await response.json() };
}

const call = (name: string) => send(callOf(name, 1));

describe('A call whose response is lost', () => {
  beforeEach(() => {
    serve = (_req, res) => void res.destroy();
    kit.log.lines.length = 0;
  });

  test.each([
    ['makeThing', 'unknown'],
    ['readThing', 'none'],
  ])('%s is an internal error that says what is known of its effect, and is logged', async (name, effect) => {
    const { status, body } = await call(name);
    expect({ status, error: body.error }).toEqual({
      status: 500,
      error: { code: 'internal_error', message: expect.any(String), details: [{ effect }] },
    });
    expect(kit.log.lines.filter(({ level }) => level === 'error')).toEqual([
      expect.objectContaining({ error: expect.objectContaining({ code: 'ECONNRESET' }) }),
    ]);
  });
});

describe('A refusal of the application', () => {
  test.each([
    [500, 'application/json', '{"error":{"code":"internal_error"}}'],
    [413, 'text/plain', 'Payload Too Large'],
  ])('with %i is the text of the result', async (status, type, text) => {
    serve = (_req, res) => void res.writeHead(status, { 'Content-Type': type, 'Retry-After': '2' }).end(text);
    expect((await call('makeThing')).body.result).toEqual({
      isError: true,
      content: [
        { type: 'text', text },
        { type: 'text', text: 'Retry-After: 2' },
      ],
    });
  });
});

describe('A batch that takes too long', () => {
  let short: Kit;
  beforeAll(async () => {
    const routes = mcp.map((declared) => ({ ...declared, waits_s: 0 }));
    short = await startKit(routes, { authenticate, deadlines: { answer_ms: 2_000 } });
  });
  afterAll(() => short.server.stop(0));

  test('has the answers of what was done in time, and an error for each other request', async () => {
    const served: string[] = [];
    serve = (req, res) => {
      served.push(req.method!);
      if (req.method === 'POST') res.writeHead(201, { Location: '/things/1' }).end('{}');
    };
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const batch = [callOf('makeThing', 1), callOf('readThing', 2), callOf('makeThing', 3), notification];
    const { status, body } = await send(batch, short);
    const error = (message: string, effect: string) => ({
      code: -32603,
      message: expect.stringContaining(message),
      data: { effect },
    });
    expect({ status, body }).toEqual({
      status: 200,
      body: [
        { jsonrpc: '2.0', id: 1, result: expect.objectContaining({ isError: false }) },
        {
          jsonrpc: '2.0',
          id: 2,
          error: error('Whether this message was carried out is unknown.', 'unknown'),
        },
        { jsonrpc: '2.0', id: 3, error: error('This message was not carried out.', 'none') },
      ],
    });
    expect(served).toEqual(['POST', 'GET']);
  });
});
