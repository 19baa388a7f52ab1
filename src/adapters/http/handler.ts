import type { Handler, Request, Response } from './request';
import { DomainError } from '../../domain/errors';
import type { Origin } from '../../domain/events/event';
import type { Caller } from '../../ports/access/access-tokens';
import type { KeyedResponse } from '../../ports/idempotency';
import type { UnitsOfWork } from '../../ports/unit-of-work';
import type { Download } from '../../use-cases/download';
import { closedSignal } from './connections/closed-signal';
import { assertDeclaredSize, hasBody, type JsonBody, MAX_JSON_BYTES, readBody } from './requests/body';
import { sendBody } from './responses/json-body';
import { withSpaces } from './responses/gradual-response';
import { sendFile } from './responses/file-response';
import { idempotencyKey, isKeyed } from './requests/idempotency-key';
import { occurrences } from './requests/occurrences';
import { parse, parseIfMatch, parseQuery } from './requests/parse';
import { type PreparedResponse, sendPrepared } from './responses/prepared-response';
import { inTime } from './in-time';
import { noteCaller, noteWrite, requestIdOf } from './request-scope';
import { type CheckedRequest, responder, type ResponderOptions } from './responder';
import { type Access, type AnyRoute, bodySchema, type RawRouteSpec, type Route } from './route';

/** Resolves the caller from the `Authorization` header. @throws DomainError invalid_token */
export type Authenticate = (authorization: string | undefined, access: Access) => Caller | undefined;

export interface HandlerOptions extends ResponderOptions {
  readonly authenticate: Authenticate;
  readonly units: UnitsOfWork;
  /** The query parameters of all routes of this interface. */
  readonly known: ReadonlySet<string>;
  /** In milliseconds. When a use case takes longer, the caller gets an error response. */
  readonly answer_deadline_ms: number;
}

/**
 * The handler of a route. Every route checks in the same order: token, permission, declared size, path, query,
 * body; then the use case runs.
 */
export function handler(route: Route, options: HandlerOptions): Handler {
  return 'respond' in route ? rawHandler(route, options) : declaredHandler(route, options);
}

function rawHandler(
  route: RawRouteSpec,
  { authenticate, known, units, answer_deadline_ms }: HandlerOptions,
): Handler {
  const is_write = route.method !== 'get';
  const answer_ms = answer_deadline_ms + 1_000 * (route.waits_s ?? 0);
  return async (req, res) => {
    authenticate(authorizationOf(req), route.access);
    if (is_write) noteWrite();
    const limits = { answer_ms, reads_body: is_write && hasBody(req) };
    const unit = units.open(originOf(undefined, route.actor));
    const assertNoQuery = () => parseQuery(undefined, req.query, known);
    await inTime(req, limits, () => route.respond(req, res, unit, assertNoQuery));
  };
}

function declaredHandler(route: AnyRoute, options: HandlerOptions): Handler {
  const { answer_deadline_ms: answer_ms } = options;
  const checkedRequest = requestCheck(route, options);
  const respond = responder(route, options);
  return async (req, res) => {
    const checked = await checkedRequest(req, res);
    const { input } = checked;
    const waits_ms = 1_000 * (route.waits_s?.(input.query) ?? 0);
    const limits = { answer_ms: answer_ms + waits_ms, reads_body: route.upload !== undefined };
    if (route.response === 'file')
      return sendFile(req, res, (await inTime(req, limits, () => route.handle(input))) as Download);
    if (route.max_age_s !== undefined)
      return sendPrepared(req, res, (await route.handle(input)) as PreparedResponse, route.max_age_s);
    const work = () => respond(req, checked);
    const is_limited = Number.isFinite(limits.answer_ms);
    const response = await inTime(req, limits, is_limited ? work : () => withSpaces(res, answer_ms, work));
    if (response.replayed) res.setHeader('Idempotency-Replayed', 'true');
    return send(req, res, response, route.has_secret !== true);
  };
}

/** Checks the requests of a route, in the order of `handler`. */
function requestCheck(route: AnyRoute, { authenticate, idempotency, known, units }: HandlerOptions) {
  const is_write = route.method !== 'get' && route.has_effect !== false;
  const body_schema = bodySchema(route);
  const may_be_missing = !route.body || route.optional_body === true;
  const max_bytes = route.upload?.max_bytes ?? (body_schema && MAX_JSON_BYTES);
  const takes_key = idempotency !== undefined && isKeyed(route);
  return async (req: Request, res: Response): Promise<CheckedRequest> => {
    const caller = authenticate(authorizationOf(req), route.access);
    if (caller) noteCaller(caller);
    if (is_write) noteWrite();
    authorise(caller, route, req.query);
    if (max_bytes !== undefined) assertDeclaredSize(req, max_bytes);
    const params = route.params && parse(route.params, req.params, 'path');
    const query = parseQuery(route.query, req.query, known);
    const { value, bytes } = body_schema ? await readBody(req, res, may_be_missing) : NO_BODY;
    const body = body_schema && parse(body_schema, value, 'body');
    const if_match = parseIfMatch(req.headers['if-match']);
    const key = takes_key && caller ? idempotencyKey(req) : undefined;
    const origin = originOf(caller);
    return {
      input: {
        params,
        query,
        body,
        readUpload: () => readUpload(route, req, res),
        caller,
        if_match,
        unit: units.open(origin),
        closed: () => closedSignal(res),
        received: undefined,
      },
      bytes: route.body && bytes,
      keyed:
        caller && key !== undefined
          ? { client_id: caller.client_id, company_id: caller.company_id, key, origin }
          : undefined,
    };
  };
}

/** Where the changes of a request come from. Without a client it is an operator, unless the route says otherwise. */
function originOf(caller: Caller | undefined, actor: 'operator' | 'network' = 'operator'): Origin {
  const request_id = requestIdOf();
  if (caller) return { actor: { kind: 'client', id: caller.client_id }, request_id };
  return { actor: { kind: actor, id: null }, request_id };
}

/** A request with two Authorization headers is rejected as unauthenticated (RFC 9110 §5.3 allows only one). */
export function authorizationOf(req: Request): string | undefined {
  return occurrences(req, 'authorization') === 1 ? req.headers.authorization : undefined;
}

const NO_BODY: Partial<JsonBody> = {};

function readUpload({ path, upload }: AnyRoute, req: Request, res: Response): Promise<unknown> {
  if (!upload) throw new Error(`${path} declares no upload.`);
  return upload.read(req, res);
}

/** @throws DomainError insufficient_permissions */
export function authorise(caller: Caller | undefined, route: AnyRoute, query: Request['query']): void {
  if (!caller || !route.access.includes(':')) return;
  const needed =
    route.also && query[route.also.when] === 'true' ? [route.access, route.also.access] : [route.access];
  const missing = needed.find((permission) => !caller.scope.has(permission));
  if (missing)
    throw new DomainError('insufficient_permissions', `This call needs the permission ${missing}.`);
}

/** @returns a promise only for a response that is compressed */
function send(
  req: Request,
  res: Response,
  { status, headers, body }: KeyedResponse,
  may_compress: boolean,
): Promise<void> | void {
  if (res.headersSent) return void res.end(body);
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  if (body === '') return void res.writeHead(status).end();
  return sendBody(req, res, status, body, may_compress);
}
