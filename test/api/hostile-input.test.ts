import http, { type OutgoingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { z } from 'zod';
import type { Route } from '../../src/adapters/http/route';
import { API, API_ROUTES, get, MANAGEMENT, MANAGEMENT_ROUTES } from '../../src/composition/keys';
import { createDatabase, type TestDatabase } from '../support/database';
import {
  bodyWith,
  LONG_HEADERS,
  LONG_QUERIES,
  LONG_TEXTS,
  ODD_JSON,
  type Place,
  placesOf,
} from '../support/hostile-values';
import { aSender } from '../support/sending';
import { BELGIAN_ADDRESS, MANAGEMENT_TOKEN, type Service, startService } from '../support/service';

/** A linear request takes milliseconds; a quadratic one exceeds this limit. */
const GUARD_MS = 3_000;
const MINUTES = 60_000;
const NO_ID = '01981e5c-7f6a-7c3e-8a51-0a4d6b1c2d3e';

interface Listener {
  readonly server: http.Server;
  readonly routes: readonly Route[];
  readonly token: string;
}

let database: TestDatabase;
let service: Service;
let api: Listener;
let management: Listener;
const agent = new http.Agent({ keepAlive: true });

beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url, { TRUST_PROXY: 'true' });
  const { container } = service;
  const { access_token: token } = await aSender(service);
  api = { server: await listening(get(container, API)), routes: get(container, API_ROUTES), token };
  management = {
    server: await listening(get(container, MANAGEMENT)),
    routes: get(container, MANAGEMENT_ROUTES),
    token: MANAGEMENT_TOKEN,
  };
});
afterAll(async () => {
  agent.destroy();
  api.server.close();
  management.server.close();
  await service.close();
  await database.drop();
});

async function listening(app: RequestListener): Promise<http.Server> {
  const server = http.createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

let calls = 0;

/**
 * On a connection that is kept: there are thousands of requests. Each is from an address of its own, so that none is
 * slowed.
 */
async function call(
  { server, token }: Listener,
  method: string,
  path: string,
  { body, headers = {} }: { body?: string | Buffer; headers?: OutgoingHttpHeaders } = {},
): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  calls++;
  const from = { 'x-forwarded-for': `192.0.${(calls >> 8) % 256}.${calls % 256}` };
  const all = { authorization: `Bearer ${token}`, ...json, ...from, ...headers };
  const options = { agent, port, method: method.toUpperCase(), path, headers: all };
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.request(options, resolve).on('error', reject).end(body);
  });
  return { status: response.statusCode!, text: await textOf(response) };
}

/** Wrong responses, by the request. */
class Findings {
  readonly found: string[] = [];

  async judge(name: string, answer: Promise<Answer>, isRight: (answer: Answer) => boolean): Promise<void> {
    const started = performance.now();
    const { status, text } = await answer;
    const took = performance.now() - started;
    if (!isRight({ status, text })) this.found.push(`${name}: ${status} ${text.slice(0, 200)}`);
    if (took > GUARD_MS) this.found.push(`${name}: took ${Math.round(took)} ms`);
  }
}

const isRefusal = ({ status, text }: Answer) =>
  (status === 422 && /^{"(detail":\[|error":{"code":"validation_error)/.test(text)) ||
  (status === 400 && text.startsWith('{"error":{"code":"invalid_filter"'));
const isNoFailure = ({ status }: Answer) => status < 500;

const LINE = { name: 'Consulting', quantity: '1', unit_price: '100', vat_rate: '21' };
/** Bodies whose other members are right, so that a response is about the member that is not. */
const RIGHT: Readonly<Record<string, object>> = {
  'post /documents': { type: 'invoice', relation_id: NO_ID, lines: [LINE] },
  'post /documents/preview': { type: 'invoice', relation_id: NO_ID, lines: [LINE] },
  'post /relations': { type: 'company', name: 'A customer', address: BELGIAN_ADDRESS },
  'post /relations/:relation_id/delivery-locations': { name: 'A depot', address: BELGIAN_ADDRESS },
  'post /auth/token': { grant_type: 'client_credentials', client_id: 'a', client_secret: 'b' },
};

const addressOf = (path: string) => path.replaceAll(/:\w+/g, NO_ID);

interface Body {
  readonly name: string;
  readonly schema: z.ZodType;
  readonly send: (place: Place, json: Buffer) => Promise<Answer>;
}

function everyBody(): Body[] {
  return [api, management].flatMap((listener) =>
    listener.routes.flatMap(({ method, path, body: schema }) => {
      if (!schema) return [];
      const name = `${method} ${path}`;
      const send = (place: Place, json: Buffer) =>
        call(listener, method, addressOf(path), { body: bodyWith(RIGHT[name] ?? {}, place, json) });
      return [{ name, schema, send }];
    }),
  );
}

/** What a PATCH refuses by its name, after other checks, whatever its value. */
function isReadOnly(schema: z.ZodType, [name, ...rest]: Place): boolean {
  const { shape = {} } = schema as { shape?: Readonly<Record<string, z.ZodType>> };
  return rest.length === 0 && shape[name!]?.meta()?.['is_read_only'] === true;
}

test(
  'every field of a body is refused with 256 KiB of text, in time proportional to the size',
  async () => {
    const findings = new Findings();
    const texts = LONG_TEXTS.map((text) => Buffer.from(JSON.stringify(text)));
    for (const { name, schema, send } of everyBody()) {
      for (const place of placesOf(schema)) {
        for (const json of texts) {
          const isRight = isReadOnly(schema, place) ? isNoFailure : isRefusal;
          await findings.judge(
            `${name} ${place.join('.')} ${json.toString('utf8', 1, 10)}…`,
            send(place, json),
            isRight,
          );
        }
      }
    }
    expect(findings.found).toEqual([]);
  },
  10 * MINUTES,
);

test(
  'no field of a body turns unusual JSON into a failure of the service',
  async () => {
    const findings = new Findings();
    for (const { name, schema, send } of everyBody()) {
      for (const place of [[], ...placesOf(schema)]) {
        for (const json of ODD_JSON)
          await findings.judge(
            `${name} ${place.join('.')} ${json}`,
            send(place, Buffer.from(json)),
            isNoFailure,
          );
      }
    }
    expect(findings.found).toEqual([]);
  },
  10 * MINUTES,
);

test(
  'every query and path parameter of the maximum length of Node is a 4xx at once',
  async () => {
    const findings = new Findings();
    for (const listener of [api, management]) {
      for (const route of listener.routes.filter(({ path }) => !/^\/(console|docs)/.test(path))) {
        const { method, path } = route;
        const { shape = {} } = ('query' in route ? route.query : {}) as { shape?: object };
        const parameters = [...path.matchAll(/:\w+/g)].map(([parameter]) => parameter);
        for (const text of LONG_QUERIES) {
          const addresses = [
            ...Object.keys(shape).map((name) => `${addressOf(path)}?${name}=${text}`),
            ...parameters.map((parameter) => addressOf(path.replace(parameter, text))),
          ];
          for (const address of addresses)
            await findings.judge(
              `${method} ${address.slice(0, 120)}`,
              call(listener, method, address),
              isRefusal,
            );
        }
      }
    }
    expect(findings.found).toEqual([]);
  },
  5 * MINUTES,
);

const HEADERS = [
  ...['authorization', 'content-type', 'content-encoding', 'idempotency-key', 'if-match', 'if-none-match'],
  ...['x-request-id', 'accept-language', 'accept', 'accept-encoding', 'cookie', 'origin', 'sec-fetch-site'],
  ...['x-forwarded-for', 'x-forwarded-proto', 'range'],
];
const BEGINNINGS = [
  '',
  'Bearer a',
  'Bearer ',
  '"',
  '"1"',
  'application/json;',
  'application/json; charset="',
  'multipart/form-data; boundary="',
];

test(
  'every header of the maximum length of Node is processed quickly',
  async () => {
    const findings = new Findings();
    const targets = [
      [api, 'get', '/currencies'],
      [api, 'post', '/relations'],
      [api, 'patch', `/relations/${NO_ID}`],
      [api, 'post', '/auth/token'],
      [api, 'post', `/documents/${NO_ID}/attachments`],
      [management, 'get', '/management/companies'],
      [management, 'post', '/management/companies'],
      [management, 'post', '/management/network/inbound'],
      [management, 'post', '/console/sign-in'],
    ] as const;
    const values = BEGINNINGS.flatMap((beginning) => LONG_HEADERS.map((text) => `${beginning}${text}b`));
    for (const [listener, method, path] of targets) {
      for (const header of HEADERS) {
        for (const value of values) {
          const answer = call(listener, method, path, { headers: { [header]: value } });
          await findings.judge(`${method} ${path} ${header}: ${value.slice(0, 20)}…`, answer, isNoFailure);
        }
      }
    }
    expect(findings.found).toEqual([]);
  },
  5 * MINUTES,
);

test('names in an upload form may have the maximum length of its headers', async () => {
  const findings = new Findings();
  const { status, text: created } = await call(api, 'post', '/documents', {
    body: JSON.stringify(await anInvoice()),
  });
  expect(status).toBe(201);
  const path = `/documents/${(JSON.parse(created) as { id: string }).id}/attachments`;
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  for (const text of LONG_HEADERS) {
    for (const disposition of [
      `form-data; name="file"; filename="${text}"`,
      `form-data; name="file"; filename*=UTF-8''${text}`,
      `form-data; name="${text}"; filename="a.pdf"`,
      `form-data; ${text}`,
      text,
    ]) {
      const part = `--b\r\nContent-Disposition: ${disposition}\r\nContent-Type: ${text}\r\n\r\n%PDF-1.7\r\n--b--\r\n`;
      const answer = call(api, 'post', path, { body: part, headers });
      await findings.judge(disposition.slice(0, 60), answer, isNoFailure);
    }
  }
  expect(findings.found).toEqual([]);
});

async function anInvoice(): Promise<object> {
  const customer = { type: 'company', name: 'A customer', address: BELGIAN_ADDRESS };
  const { text } = await call(api, 'post', '/relations', { body: JSON.stringify(customer) });
  return { type: 'invoice', relation_id: (JSON.parse(text) as { id: string }).id, lines: [LINE] };
}

test('fields of the sign-in form of the console may have the maximum length of a form', async () => {
  const findings = new Findings();
  const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' };
  for (const field of ['token', 'next']) {
    for (const text of LONG_TEXTS) {
      const body = new URLSearchParams({ [field]: text.slice(0, 10_000) }).toString();
      const answer = call(management, 'post', '/console/sign-in', { body, headers });
      await findings.judge(`${field} ${text.slice(0, 9)}…`, answer, isNoFailure);
    }
  }
  expect(findings.found).toEqual([]);
});
