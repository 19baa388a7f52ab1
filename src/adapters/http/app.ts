import { randomUUID } from 'node:crypto';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { z } from 'zod';
import { DomainError } from '../../domain/errors';
import type { Caller } from '../../ports/access-tokens';
import type { Log } from '../../ports/log';
import { assertDeclaredSize, MAX_JSON_BYTES, readJson } from './body';
import { errorEnvelope, sendJson } from './envelope';
import { parse, parseIfMatch, parseQuery } from './parse';
import { projection } from './projection';
import { requestScope } from './request-scope';
import type { Access, Route, RouteSpec } from './route';

export interface AppOptions {
  readonly routes: readonly Route[];
  /** Reads the caller from the `Authorization` header, or throws `invalid_token`. */
  readonly authenticate: (authorization: string | undefined, access: Access) => Caller | undefined;
  readonly log: Log;
}

/** An Express application that answers the declared routes and nothing else. */
export function createApp({ routes, authenticate, log }: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', 'simple');

  app.use(scope(log));
  const known = new Set(routes.flatMap((route) => queryParameters(route)));
  for (const [path, declared] of groupByPath(routes)) {
    const at = app.route(path);
    for (const route of declared) at[route.method](handler(route, authenticate, known));
    const allow = declared.flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()])).join(', ');
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
function scope(log: Log): RequestHandler {
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
        log.info('request', {
          ...store,
          method: req.method,
          route: (req.route as { path?: string } | undefined)?.path,
          status: res.writableFinished ? res.statusCode : undefined,
          duration_ms: Number((process.hrtime.bigint() - started) / 1000n) / 1000,
        });
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
function handler(route: Route, authenticate: AppOptions['authenticate'], known: ReadonlySet<string>): RequestHandler {
  if ('respond' in route) {
    return async (req, res) => {
      authenticate(req.headers.authorization, route.access);
      await route.respond(req, res);
    };
  }
  const project = route.response === 'none' ? undefined : projection(route.response);
  return async (req, res) => {
    const caller = authenticate(req.headers.authorization, route.access);
    note(caller);
    authorise(caller, route, req.query);
    if (route.body) assertDeclaredSize(req, MAX_JSON_BYTES);
    const params = route.params && parse(route.params, req.params, 'path');
    const query = parseQuery(route.query, req.query, known);
    const body = route.body && parse(route.body, (await readJson(req, res)).value, 'body');
    const if_match = parseIfMatch(req.headers['if-match']);
    const result = await route.handle({ params, query, body, caller: caller as never, if_match });
    respond(res, route, project, result);
  };
}

/** The log's lines for this request name the caller from here on. */
function note(caller: Caller | undefined): void {
  const store = requestScope.getStore();
  if (!caller || !store) return;
  store.client_id = caller.client_id;
  store.company_id = caller.company_id;
}

function authorise(caller: Caller | undefined, route: RouteSpec<Access, unknown, unknown, unknown>, query: Request['query']): void {
  if (!caller || !route.access.includes(':')) return;
  const needed = route.also && query[route.also.when] === 'true' ? [route.access, route.also.access] : [route.access];
  const missing = needed.find((permission) => !caller.scope.has(permission));
  if (missing) throw new DomainError('insufficient_permissions', `This call needs the permission ${missing}.`);
}

function respond(
  res: Response,
  route: RouteSpec<Access, unknown, unknown, unknown>,
  project: ((value: unknown) => unknown) | undefined,
  result: unknown,
): void {
  const status = route.status ?? 200;
  const version = (result as { version?: unknown } | undefined)?.version;
  if (typeof version === 'number') res.setHeader('ETag', `"${version}"`);
  if (route.location) res.setHeader('Location', route.location(result as never));
  if (project) return sendJson(res, status, project(result));
  res.statusCode = status;
  res.end();
}
