import { validateHeaderValue } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import { DomainError } from '../../domain/errors';
import type { Caller } from '../../ports/access/access-tokens';
import type { Idempotency, KeptAnswer } from '../../ports/idempotency';
import { assertDeclaredSize, MAX_JSON_BYTES, readJson } from './requests/body';
import { errorBody, sendText } from './answers/envelope';
import { type FileAnswer, sendFile } from './answers/file-answer';
import { fingerprint, idempotencyKey, isKeyed } from './requests/idempotency-key';
import { parse, parseIfMatch, parseQuery } from './requests/parse';
import { type PreparedAnswer, sendPrepared } from './answers/prepared-answer';
import { projection } from './answers/projection';
import { inTime } from './in-time';
import { noteCaller, noteWrite, requestDeadlines } from './request-scope';
import type { Access, Received, Route, RouteSpec } from './route';

/** Reads the caller from the `Authorization` header, or throws `invalid_token`. */
export type Authenticate = (authorization: string | undefined, access: Access) => Caller | undefined;

export interface HandlerOptions {
  readonly authenticate: Authenticate;
  readonly idempotency: Idempotency | undefined;
  /** Every query parameter that some route of this interface has. */
  readonly known: ReadonlySet<string>;
  /** A use case that takes longer is not waited for, so that every caller gets an answer. */
  readonly answer_deadline_ms: number;
}

type AnyRoute = RouteSpec<Access, unknown, unknown, unknown>;

/** The order of checks, the same for every route: token, permission, declared size, path, query, body; then the use case. */
export function handler(route: Route, options: HandlerOptions): RequestHandler {
  const { authenticate, known } = options;
  const is_write = route.method !== 'get' && !('has_effect' in route && route.has_effect === false);
  const answer_ms = options.answer_deadline_ms;
  if ('respond' in route) {
    return async (req, res) => {
      authenticate(authorizationOf(req), route.access);
      if (is_write) noteWrite();
      await inTime(req, { answer_ms, reads_body: is_write && hasBody(req) }, () => route.respond(req, res));
    };
  }
  const project = typeof route.response === 'string' ? undefined : projection(route.response);
  /** Most routes: nothing but the work itself. */
  const is_plain = !route.receive && !route.lookUp;
  return async (req, res) => {
    const caller = authenticate(authorizationOf(req), route.access);
    if (caller) noteCaller(caller);
    if (is_write) noteWrite();
    authorise(caller, route, req.query);
    const max_bytes = route.upload?.max_bytes ?? (route.body && MAX_JSON_BYTES);
    if (max_bytes !== undefined) assertDeclaredSize(req, max_bytes);
    const params = route.params && parse(route.params, req.params, 'path');
    const query = parseQuery(route.query, req.query, known);
    const body = route.body && (await readBody(req, res, route.body, route.optional_body));
    const if_match = parseIfMatch(req.headers['if-match']);
    const key = isKeyed(route) && caller && options.idempotency ? idempotencyKey(req) : undefined;
    const input = {
      params,
      query,
      body: body?.value,
      readUpload: () => readUpload(route, req, res),
      caller: caller as never,
      if_match,
    };
    const limits = { answer_ms, reads_body: route.upload !== undefined };
    const handle = async (received?: Received, found?: Result) =>
      route.handle({ ...input, received, found: found && valueOf(found) });
    if (route.response === 'file')
      return sendFile(req, res, (await inTime(req, limits, handle)) as FileAnswer);
    if (route.max_age_s !== undefined)
      return sendPrepared(req, res, (await handle()) as PreparedAnswer, route.max_age_s);
    if (is_plain && key === undefined) {
      const plainly = () => route.handle({ ...input, received: undefined, found: undefined });
      return send(
        res,
        await inTime(req, limits, () => answered(route, project, plainly, { is_committed: true })),
      );
    }
    const answer = await inTime(req, limits, async () => {
      const received = await route.receive?.(input);
      const bytes = received ? Buffer.from(JSON.stringify(received.identity)) : body?.bytes;
      return keeping(received, async () => {
        const found = await resultOf(route.lookUp?.(input));
        const work = () =>
          answered(route, project, () => handle(received, found), { is_committed: key === undefined });
        return once(work, req, bytes, caller, key, options.idempotency);
      });
    });
    if (answer.replayed) res.setHeader('Idempotency-Replayed', 'true');
    send(res, answer);
  };
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Two headers are none: which of them would count is anybody's guess. */
function authorizationOf({ rawHeaders, headers }: Request): string | undefined {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]!.length === 13 && rawHeaders[i]!.toLowerCase() === 'authorization') count++;
  }
  return count === 1 ? headers.authorization : undefined;
}

async function readBody(req: Request, res: Response, schema: z.ZodType, may_be_missing = false) {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = req.headers;
  const isMissing = may_be_missing && encoding === undefined && Number(length) === 0;
  const { value, bytes } = isMissing ? { value: {}, bytes: undefined } : await readJson(req, res);
  return { value: parse(schema, value, 'body'), bytes };
}

function readUpload({ path, upload }: AnyRoute, req: Request, res: Response): Promise<unknown> {
  if (!upload) throw new Error(`${path} declares no upload.`);
  return upload.read(req, res);
}

function authorise(caller: Caller | undefined, route: AnyRoute, query: Request['query']): void {
  if (!caller || !route.access.includes(':')) return;
  const needed =
    route.also && query[route.also.when] === 'true' ? [route.access, route.also.access] : [route.access];
  const missing = needed.find((permission) => !caller.scope.has(permission));
  if (missing)
    throw new DomainError('insufficient_permissions', `This call needs the permission ${missing}.`);
}

type Once = KeptAnswer & { readonly replayed?: boolean };

/** What was received is kept by the work that it was received for, and by no other. */
async function keeping(received: Received | undefined, work: () => Promise<Once>): Promise<Once> {
  let is_kept = false;
  try {
    const answer = await work();
    is_kept = !answer.replayed;
    return answer;
  } finally {
    if (!is_kept) await received?.discard();
  }
}

async function once(
  work: () => Promise<KeptAnswer>,
  req: Request,
  bytes: Uint8Array | undefined,
  caller: Caller | undefined,
  key: string | undefined,
  idempotency: Idempotency | undefined,
): Promise<Once> {
  if (key === undefined || !caller || !idempotency) return work();
  const { client_id, company_id } = caller;
  return idempotency.once({ client_id, company_id, key, fingerprint: fingerprint(req, bytes) }, work);
}

/** What a promise came to, to be dealt with later. */
type Result = { readonly value: unknown } | { readonly error: unknown };

async function resultOf(promise: Promise<unknown> | undefined): Promise<Result> {
  try {
    return { value: await promise };
  } catch (error) {
    return { error };
  }
}

function valueOf(result: Result): unknown {
  if ('error' in result) throw result.error;
  return result.value;
}

/**
 * A failure that left something behind is an answer like any other: it is kept, and what it left with it.
 *
 * @param is_committed - whether what was handled is stored by then, so that a failure to answer cannot undo it
 */
async function answered(
  route: AnyRoute,
  project: ((value: unknown) => unknown) | undefined,
  handle: () => Promise<unknown>,
  { is_committed }: { readonly is_committed: boolean },
): Promise<KeptAnswer> {
  try {
    const result = await handle();
    if (is_committed) requestDeadlines.note('unknown');
    return answerOf(route, project, result);
  } catch (error) {
    if (!(error instanceof DomainError) || error.options.created === undefined) throw error;
    const headers = { Location: error.options.created };
    return { status: error.status, headers, body: JSON.stringify(errorBody(error)) };
  }
}

function answerOf(
  route: AnyRoute,
  project: ((value: unknown) => unknown) | undefined,
  result: unknown,
): KeptAnswer {
  const headers: Record<string, string> = {};
  const version = (result as { version?: unknown } | undefined)?.version;
  if (typeof version === 'number') headers.ETag = `"${version}"`;
  if (route.location) headers.Location = route.location(result as never);
  // What cannot be a header fails here, where what was done can still be undone.
  for (const [name, value] of Object.entries(headers)) validateHeaderValue(name, value);
  return { status: route.status ?? 200, headers, body: project ? JSON.stringify(project(result)) : '' };
}

function send(res: Response, { status, headers, body }: KeptAnswer): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  if (body === '') res.writeHead(status).end();
  else sendText(res, status, body);
}
