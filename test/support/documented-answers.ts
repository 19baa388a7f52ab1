import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Request } from '../../src/adapters/http/request';
import { openApiDocument, templateOf } from '../../src/adapters/api/openapi/document';
import type { DescribedInterface } from '../../src/adapters/api/openapi/interfaces';
import { HEADERS } from '../../src/adapters/api/openapi/headers';
import type { Route } from '../../src/adapters/http/route';
import type { DescribedOperation, InterfaceDescription } from './interface-description';

/** The environment variable that differs between runs: a process in watch mode runs files of several. */
const RUN = 'RECORDED_STATEMENTS';

/** Responses since the last call that the description does not permit. */
const faults: string[] = [];

/** @returns what was found since the last look, so that no test fails of it */
export function takeFaults(): string[] {
  return faults.splice(0);
}

function assertNone(): void {
  const found = takeFaults();
  if (found.length > 0) throw new Error(`Not in the interface description:\n${found.join('\n')}`);
}
/** False in the nodes of crash tests: processes that have no tests, so that no faults would be reported. */
const has_tests = 'afterEach' in globalThis;
if (has_tests) {
  afterEach(assertNone);
  afterAll(assertNone);
}

/**
 * The same listener, each of whose answers is held against the interface description of the routes, and with it each
 * request that succeeds. The test that caused what is not described there fails.
 *
 * @param version - distinguishes descriptions of routes with the same paths; when it is given, other files use the
 *   description too
 */
export function documented(
  listener: RequestListener,
  routes: () => readonly Route[],
  about?: DescribedInterface,
  version?: string,
): RequestListener {
  if (!has_tests) return listener;
  let description: InterfaceDescription | undefined;
  return (req, res) => {
    const sent = recordBody(req);
    const answered: Buffer[] = [];
    const keep = (chunk: unknown) => {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array)
        answered.push(Buffer.from(chunk as string));
    };
    const write = res.write.bind(res) as (...args: unknown[]) => boolean;
    const end = res.end.bind(res) as (...args: unknown[]) => ServerResponse;
    res.write = ((...args: unknown[]) => {
      keep(args[0]);
      return write(...args);
    }) as typeof res.write;
    res.end = ((...args: unknown[]) => {
      keep(args[0]);
      if (!res.destroyed) {
        description ??= descriptionOf(routes(), about, version);
        const exchange = { req: req as Request, res, sent, answered: decoded(res, Buffer.concat(answered)) };
        for (const fault of faultsOf(description, exchange)) faults.push(nameOf(exchange) + fault);
      }
      return end(...args);
    }) as typeof res.end;
    listener(req, res);
  };
}

function descriptionOf(
  routes: readonly Route[],
  about?: DescribedInterface,
  version?: string,
): InterfaceDescription {
  const paths = routes.map(({ method, path }) => `${method} ${path}`);
  const run = process.env[RUN];
  const key = version === undefined ? undefined : JSON.stringify([run, about?.title, version, paths]);
  return globalThis.interfaceDescription!(key, () => openApiDocument(routes, undefined, about));
}

function decoded(res: ServerResponse, bytes: Buffer): Buffer {
  const encoding = res.getHeader('Content-Encoding');
  if (encoding === 'br') return brotliDecompressSync(bytes);
  return encoding === 'gzip' ? gunzipSync(bytes) : bytes;
}

interface Exchange {
  readonly req: Request;
  readonly res: ServerResponse;
  /** What has come of the request's body. */
  readonly sent: readonly Buffer[];
  readonly answered: Buffer;
}

function recordBody(req: IncomingMessage): readonly Buffer[] {
  const sent: Buffer[] = [];
  const emit = req.emit.bind(req) as (...args: unknown[]) => boolean;
  req.emit = ((...args: unknown[]) => {
    if (args[0] === 'data') sent.push(Buffer.from(args[1] as Buffer));
    return emit(...args);
  }) as typeof req.emit;
  return sent;
}

const nameOf = ({ req, res }: Exchange) => `  ${req.method} ${req.originalUrl} → ${res.statusCode}: `;

function faultsOf(description: InterfaceDescription, exchange: Exchange): string[] {
  const { req, res, answered } = exchange;
  if (res.getHeader('X-Request-ID') === undefined) return ['no X-Request-ID'];
  const path = (req.route as { path?: string } | undefined)?.path;
  if (path === '/') return []; // the redirect to the documentation is not part of the description
  const method = req.method === 'HEAD' ? 'get' : req.method.toLowerCase();
  const operation = path === undefined ? undefined : description.operation(templateOf(path), method);
  if (!operation) {
    const { code } = (parsed(answered) as { error?: { code?: string } } | undefined)?.error ?? {};
    const is_unknown_route = res.statusCode === 404 && (code === 'not_found' || req.method === 'HEAD');
    return is_unknown_route ? [] : [`no such operation${path === undefined ? '' : `: ${method} ${path}`}`];
  }
  return [
    ...answerFaults(operation, exchange),
    ...headerFaults(operation, exchange),
    ...requestFaults(operation, exchange),
  ];
}

function answerFaults(operation: DescribedOperation, { req, res, answered }: Exchange): string[] {
  const answer = operation.answer(res.statusCode);
  if (!answer)
    return [`the operation ${operation.id} has no such status: ${answered.toString().slice(0, 500)}`];
  const content_type = String(res.getHeader('Content-Type') ?? '').split(';')[0]!;
  if (answer.content_types.length === 0) {
    return content_type === '' && answered.length === 0
      ? []
      : [`a body of ${content_type}, where none is described`];
  }
  if (!answer.content_types.includes(content_type)) return [`the content type ${content_type || '(none)'}`];
  if (req.method === 'HEAD') return [];
  const value = content_type === 'application/json' ? parsed(answered) : answered.toString();
  const fault = answer.fault(content_type, value);
  return fault === undefined ? [] : [`${fault} in ${answered.toString().slice(0, 2000)}`];
}

/** Every response has the first; the others' absence or presence is part of what is described. */
const WATCHED = Object.keys(HEADERS).filter((name) => !['X-Request-ID', 'Cache-Control'].includes(name));
const ALWAYS = ['ETag', 'Location'];

function headerFaults(operation: DescribedOperation, { res }: Exchange): string[] {
  const described = operation.answer(res.statusCode)?.headers ?? [];
  const is_success = res.statusCode < 300;
  return WATCHED.flatMap((name) => {
    const is_there = res.getHeader(name) !== undefined;
    if (is_there && !described.includes(name)) return [`the header ${name}`];
    const is_due = is_success && ALWAYS.includes(name) && described.includes(name);
    return is_due && !is_there && !operation.is_file ? [`the header ${name} is missing`] : [];
  });
}

function requestFaults(operation: DescribedOperation, { req, res, sent }: Exchange): string[] {
  if (res.statusCode >= 300) return [];
  const query = Object.keys(req.query).filter((name) => !operation.query.includes(name));
  const is_json = String(req.headers['content-type']).startsWith('application/json');
  const fault = is_json && sent.length > 0 ? operation.requestFault(parsed(Buffer.concat(sent))) : undefined;
  return [
    ...query.map((name) => `took the query parameter ${name}`),
    ...(fault === undefined ? [] : [`took a request that is described otherwise: ${fault}`]),
  ];
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } catch {
    return undefined; // no JSON: fails whatever schema there is
  }
}
