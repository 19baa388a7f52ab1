import { validateHeaderValue } from 'node:http';
import type { Handler, Request, Response } from './request';
import { DomainError } from '../../domain/errors';
import type { Origin } from '../../domain/events/event';
import type { Caller } from '../../ports/access/access-tokens';
import type { Idempotency, KeptAnswer } from '../../ports/idempotency';
import type { UnitOfWork, UnitsOfWork } from '../../ports/unit-of-work';
import type { Download } from '../../use-cases/download';
import { EVENT_LOOP_TURNS } from '../event-loop-turns';
import { closedSignal } from './connections/closed-signal';
import { assertDeclaredSize, hasBody, type JsonBody, MAX_JSON_BYTES, readBody } from './requests/body';
import { errorBody } from './answers/envelope';
import { sendBody } from './answers/json-body';
import { withSpaces } from './answers/gradual-answer';
import { sendFile } from './answers/file-answer';
import { fingerprint, idempotencyKey, isKeyed } from './requests/idempotency-key';
import { occurrences } from './requests/occurrences';
import { parse, parseIfMatch, parseQuery } from './requests/parse';
import { type PreparedAnswer, sendPrepared } from './answers/prepared-answer';
import { openedAnswer, sealedAnswer, type Sealing } from './answers/sealed-answer';
import { projection } from './answers/projection';
import { inTime } from './in-time';
import { companyOfRequest, noteCaller, noteWrite, requestDeadlines, requestIdOf } from './request-scope';
import {
  type Access,
  bodySchema,
  type RawRouteSpec,
  type Received,
  type Route,
  type RouteSpec,
} from './route';

/** Resolves the caller from the `Authorization` header. @throws DomainError invalid_token */
export type Authenticate = (authorization: string | undefined, access: Access) => Caller | undefined;

export interface HandlerOptions {
  readonly authenticate: Authenticate;
  readonly idempotency: Idempotency | undefined;
  /** For the stored responses of routes with `has_secret`. */
  readonly sealing?: Sealing | undefined;
  readonly units: UnitsOfWork;
  /** The query parameters of all routes of this interface. */
  readonly known: ReadonlySet<string>;
  /** In milliseconds. When a use case takes longer, the caller gets an error response. */
  readonly answer_deadline_ms: number;
}

type AnyRoute = RouteSpec<Access, unknown, unknown, unknown>;

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
  const { authenticate, idempotency, known, units, answer_deadline_ms: answer_ms } = options;
  const is_write = route.method !== 'get' && route.has_effect !== false;
  const project = typeof route.response === 'string' ? undefined : projection(route.response);
  const body_schema = bodySchema(route);
  const may_be_missing = !route.body || route.optional_body === true;
  return async (req, res) => {
    const caller = authenticate(authorizationOf(req), route.access);
    if (caller) noteCaller(caller);
    if (is_write) noteWrite();
    authorise(caller, route, req.query);
    const max_bytes = route.upload?.max_bytes ?? (body_schema && MAX_JSON_BYTES);
    if (max_bytes !== undefined) assertDeclaredSize(req, max_bytes);
    const params = route.params && parse(route.params, req.params, 'path');
    const query = parseQuery(route.query, req.query, known);
    const { value, bytes } = body_schema ? await readBody(req, res, may_be_missing) : NO_BODY;
    const body = body_schema && parse(body_schema, value, 'body');
    const if_match = parseIfMatch(req.headers['if-match']);
    const key = isKeyed(route) && caller && idempotency ? idempotencyKey(req) : undefined;
    const origin = originOf(caller);
    const input = {
      params,
      query,
      body,
      readUpload: () => readUpload(route, req, res),
      caller: caller as never,
      if_match,
      unit: units.open(origin),
      closed: () => closedSignal(res),
      received: undefined,
    };
    const waits_ms = 1_000 * (route.waits_s?.(query) ?? 0);
    const limits = { answer_ms: answer_ms + waits_ms, reads_body: route.upload !== undefined };
    const handle = (unit: UnitOfWork, received?: Received) => route.handle({ ...input, unit, received });
    if (route.response === 'file')
      return sendFile(req, res, (await inTime(req, limits, () => handle(input.unit))) as Download);
    if (route.max_age_s !== undefined)
      return sendPrepared(req, res, (await handle(input.unit)) as PreparedAnswer, route.max_age_s);
    const answerFor = (result: unknown) => answerOf(route, project, params, result);
    /** @param bytes - the part of the fingerprint beside method and address */
    const respond: (bytes: Uint8Array | undefined, received?: Received) => Promise<Answer> =
      key === undefined || !caller || !idempotency
        ? (_bytes, received) => answered(() => handle(input.unit, received), answerFor)
        : async (bytes, received) => {
            const { client_id, company_id } = caller;
            const sealing = sealingOf(route, options);
            const kept = await idempotency.once(
              { client_id, company_id, key, fingerprint: fingerprint(req, bytes), origin },
              (unit) => handle(unit, received),
              sealing ? (result) => sealedAnswer(answerFor(result), sealing) : answerFor,
            );
            return sealing ? openedAnswer(kept, sealing) : kept;
          };
    const work = () =>
      route.receive
        ? receiving(route.receive(input), (received) =>
            respond(Buffer.from(JSON.stringify(received.identity)), received),
          )
        : respond(route.body && bytes); // a body that is not declared has no fields, and is no part of the fingerprint
    const is_limited = Number.isFinite(limits.answer_ms);
    const answer = await inTime(req, limits, is_limited ? work : () => withSpaces(res, answer_ms, work));
    if (answer.replayed) res.setHeader('Idempotency-Replayed', 'true');
    return send(req, res, answer, route.has_secret !== true);
  };
}

/** @throws Error when a route needs what the application does not have */
function sealingOf({ has_secret, path }: AnyRoute, { sealing }: HandlerOptions): Sealing | undefined {
  if (!has_secret) return undefined;
  if (!sealing) throw new Error(`${path} needs a key that seals its stored responses.`);
  return sealing;
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

type Answer = KeptAnswer & { readonly replayed?: boolean };

/** Runs the work for a received upload. The upload is discarded unless the work stored it. */
async function receiving(
  promise: Promise<Received>,
  work: (received: Received) => Promise<Answer>,
): Promise<Answer> {
  const received = await promise;
  let is_kept = false;
  try {
    const answer = await work(received);
    is_kept = !answer.replayed;
    return answer;
  } finally {
    if (!is_kept) await received.discard();
  }
}

/**
 * Runs the handler and serialises its result. When it fails after something was stored, the response carries the error
 * and the address of the stored resource.
 */
async function answered(
  handle: () => Promise<unknown>,
  answerFor: (result: unknown) => KeptAnswer,
): Promise<KeptAnswer> {
  let result: unknown;
  try {
    result = await handle();
  } catch (error) {
    if (!(error instanceof DomainError) || error.options.created === undefined) throw error;
    return answerFor(error);
  }
  // One statement may have read the documents of many requests, which then all continue.
  const turn = EVENT_LOOP_TURNS.next(companyOfRequest() ?? '');
  if (turn) await turn;
  requestDeadlines.setEffect('unknown'); // an error while the response is built does not undo what is stored
  const answer = answerFor(result);
  EVENT_LOOP_TURNS.take(answer.body.length);
  return answer;
}

function answerOf(
  route: AnyRoute,
  project: ((value: unknown) => unknown) | undefined,
  params: unknown,
  result: unknown,
): KeptAnswer {
  if (result instanceof DomainError) {
    const { status, options } = result;
    const headers = { Location: options.created! };
    return { status, headers, body: JSON.stringify(errorBody(result)) };
  }
  const headers: Record<string, string> = {};
  const version = (result as { version?: unknown } | undefined)?.version;
  if (typeof version === 'number') headers.ETag = `"${version}"`;
  if (route.location) headers.Location = route.location(result as never, params);
  // An invalid header value fails here, while the transaction can still be rolled back.
  for (const [name, value] of Object.entries(headers)) validateHeaderValue(name, value);
  return { status: route.status ?? 200, headers, body: project ? JSON.stringify(project(result)) : '' };
}

/** @returns a promise only for a response that is compressed */
function send(
  req: Request,
  res: Response,
  { status, headers, body }: KeptAnswer,
  may_compress: boolean,
): Promise<void> | void {
  if (res.headersSent) return void res.end(body);
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  if (body === '') return void res.writeHead(status).end();
  return sendBody(req, res, status, body, may_compress);
}
