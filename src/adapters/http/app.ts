import { randomUUID } from 'node:crypto';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { z } from 'zod';
import { DomainError } from '../../domain/errors';
import type { Caller } from '../../ports/access-tokens';
import type { Idempotency, KeptAnswer } from '../../ports/idempotency';
import type { Log } from '../../ports/log';
import { assertDeclaredSize, MAX_JSON_BYTES, readJson } from './body';
import { errorEnvelope, sendText } from './envelope';
import { type FileAnswer, sendFile } from './file-answer';
import { fingerprint, idempotencyKey, isKeyed } from './idempotency-key';
import { parse, parseIfMatch, parseQuery } from './parse';
import { projection } from './projection';
import { requestScope } from './request-scope';
import type { Access, Route, RouteSpec } from './route';

export interface AppOptions {
  readonly routes: readonly Route[];
  /** Reads the caller from the `Authorization` header, or throws `invalid_token`. */
  readonly authenticate: (authorization: string | undefined, access: Access) => Caller | undefined;
  readonly log: Log;
  /** Without it, `Idempotency-Key` is not looked at. */
  readonly idempotency?: Idempotency;
  /** Told of every answer: what metrics are made of. */
  readonly observe?: (answer: Answer) => void;
}

export interface Answer {
  readonly method: string;
  /** The declared path, never the caller's; undefined when no route matched. */
  readonly route: string | undefined;
  /** Undefined when the caller went away before it had its answer. */
  readonly status: number | undefined;
  readonly duration_ms: number;
}

/** An Express application that answers the declared routes and nothing else. */
export function createApp({ routes, authenticate, log, idempotency, observe }: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', 'simple');

  app.use(scope(log, observe));
  const known = new Set(routes.flatMap((route) => queryParameters(route)));
  for (const [path, declared] of groupByPath(routes)) {
    const at = app.route(path);
    for (const route of declared) at[route.method](handler(route, { authenticate, idempotency, known }));
    const allow = declared
      .flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
      .join(', ');
    at.all((_req, res) => {
      res.setHeader('Allow', allow);
      throw new DomainError('not_found', 'No such route.');
    });
  }
  app.use(() => {
    throw new DomainError('not_found', 'No such route.');
  });
  app.use(errorEnvelope(log));
  return app;
}

const CLIENT_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** Gives every request its id, and every line that is logged for it the same. */
function scope(log: Log, observe: AppOptions['observe']): RequestHandler {
  return (req, res, next) => {
    const started = process.hrtime.bigint();
    const request_id = randomUUID();
    const theirs = req.headers['x-request-id'];
    const store = {
      request_id,
      client_request_id: typeof theirs === 'string' && CLIENT_REQUEST_ID.test(theirs) ? theirs : undefined,
    };
    res.setHeader('X-Request-ID', request_id);
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader('Cache-Control', 'private, no-cache');
    requestScope.run(store, () => {
      res.once('close', () => {
        const answer: Answer = {
          method: req.method,
          route: (req.route as { path?: string } | undefined)?.path,
          status: res.writableFinished ? res.statusCode : undefined,
          duration_ms: Number((process.hrtime.bigint() - started) / 1000n) / 1000,
        };
        log.info('request', { ...store, ...answer });
        observe?.(answer);
      });
      next();
    });
  };
}

function queryParameters(route: Route): string[] {
  return 'query' in route && route.query instanceof z.ZodObject ? Object.keys(route.query.shape) : [];
}

function groupByPath(routes: readonly Route[]): Map<string, Route[]> {
  const groups = new Map<string, Route[]>();
  for (const route of routes) groups.set(route.path, [...(groups.get(route.path) ?? []), route]);
  return groups;
}

/** The order of checks, the same for every route: token, permission, declared size, path, query, body; then the use case. */
function handler(
  route: Route,
  {
    authenticate,
    idempotency,
    known,
  }: Pick<AppOptions, 'authenticate'> & { idempotency: Idempotency | undefined; known: ReadonlySet<string> },
): RequestHandler {
  if ('respond' in route) {
    return async (req, res) => {
      authenticate(req.headers.authorization, route.access);
      await route.respond(req, res);
    };
  }
  const project = typeof route.response === 'string' ? undefined : projection(route.response);
  return async (req, res) => {
    const caller = authenticate(req.headers.authorization, route.access);
    note(caller);
    authorise(caller, route, req.query);
    const max_bytes = route.upload?.max_bytes ?? (route.body && MAX_JSON_BYTES);
    if (max_bytes !== undefined) assertDeclaredSize(req, max_bytes);
    const params = route.params && parse(route.params, req.params, 'path');
    const query = parseQuery(route.query, req.query, known);
    const body = route.body && (await readBody(req, res, route.body, route.optional_body));
    const if_match = parseIfMatch(req.headers['if-match']);
    const handle = () =>
      route.handle({
        params,
        query,
        body: body?.value,
        readUpload: () => readUpload(route, req, res),
        caller: caller as never,
        if_match,
      });
    if (route.response === 'file') return sendFile(res, (await handle()) as FileAnswer);
    const work = async () => answerOf(route, project, await handle());
    const key = isKeyed(route) ? idempotencyKey(req) : undefined;
    if (key === undefined || !caller || !idempotency) return send(res, await work());
    const { client_id, company_id } = caller;
    const answer = await idempotency.once(
      { client_id, company_id, key, fingerprint: fingerprint(req, body?.bytes) },
      work,
    );
    if (answer.replayed) res.setHeader('Idempotency-Replayed', 'true');
    send(res, answer);
  };
}

async function readBody(req: Request, res: Response, schema: z.ZodType, may_be_missing = false) {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = req.headers;
  const isMissing = may_be_missing && encoding === undefined && Number(length) === 0;
  const { value, bytes } = isMissing ? { value: {}, bytes: undefined } : await readJson(req, res);
  return { value: parse(schema, value, 'body'), bytes };
}

function readUpload(
  { path, upload }: RouteSpec<Access, unknown, unknown, unknown>,
  req: Request,
  res: Response,
): Promise<unknown> {
  if (!upload) throw new Error(`${path} declares no upload.`);
  return upload.read(req, res);
}

/** The log's lines for this request name the caller from here on. */
function note(caller: Caller | undefined): void {
  const store = requestScope.getStore();
  if (!caller || !store) return;
  store.client_id = caller.client_id;
  store.company_id = caller.company_id;
}

function authorise(
  caller: Caller | undefined,
  route: RouteSpec<Access, unknown, unknown, unknown>,
  query: Request['query'],
): void {
  if (!caller || !route.access.includes(':')) return;
  const needed =
    route.also && query[route.also.when] === 'true' ? [route.access, route.also.access] : [route.access];
  const missing = needed.find((permission) => !caller.scope.has(permission));
  if (missing)
    throw new DomainError('insufficient_permissions', `This call needs the permission ${missing}.`);
}

function answerOf(
  route: RouteSpec<Access, unknown, unknown, unknown>,
  project: ((value: unknown) => unknown) | undefined,
  result: unknown,
): KeptAnswer {
  const headers: Record<string, string> = {};
  const version = (result as { version?: unknown } | undefined)?.version;
  if (typeof version === 'number') headers.ETag = `"${version}"`;
  if (route.location) headers.Location = route.location(result as never);
  return { status: route.status ?? 200, headers, body: project ? JSON.stringify(project(result)) : '' };
}

function send(res: Response, { status, headers, body }: KeptAnswer): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  if (body === '') res.writeHead(status).end();
  else sendText(res, status, body);
}
