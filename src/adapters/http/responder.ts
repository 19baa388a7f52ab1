import { validateHeaderValue } from 'node:http';
import type { Request } from './request';
import { DomainError } from '../../domain/errors';
import type { Idempotency, KeyedResponse, KeyedRequest } from '../../ports/idempotency';
import type { UnitOfWork } from '../../ports/unit-of-work';
import { EVENT_LOOP_TURNS } from '../event-loop-turns';
import { errorBody } from './responses/envelope';
import { projection } from './responses/projection';
import { openedResponse, sealedResponse, type Sealing } from './responses/sealed-response';
import { companyOfRequest, requestDeadlines } from './request-scope';
import { fingerprint } from './requests/idempotency-key';
import type { AnyRoute, Received } from './route';

export interface ResponderOptions {
  readonly idempotency: Idempotency | undefined;
  /** For the stored responses of routes with `has_secret`. */
  readonly sealing?: Sealing | undefined;
}

/** A request that has passed all checks. */
export interface CheckedRequest {
  readonly input: Parameters<AnyRoute['handle']>[0];
  /**
   * The part of the fingerprint beside method and address. A body that is not declared has no fields, and is no part of
   * it.
   */
  readonly bytes: Uint8Array | undefined;
  /** Undefined without an Idempotency-Key. */
  readonly keyed: Omit<KeyedRequest, 'fingerprint'> | undefined;
}

/** `replayed`: it was made for an earlier request with the same key. */
type MadeResponse = KeyedResponse & { readonly replayed?: boolean };

/** Makes the response to a checked request: each time, or once for all requests with the same Idempotency-Key. */
export function responder(
  route: AnyRoute,
  options: ResponderOptions,
): (req: Request, checked: CheckedRequest) => Promise<MadeResponse> {
  const project = typeof route.response === 'string' ? undefined : projection(route.response);
  const answeredOnce = async (
    idempotency: Idempotency,
    request: KeyedRequest,
    handle: (unit: UnitOfWork) => Promise<unknown>,
    responseFor: (result: unknown) => KeyedResponse,
  ): Promise<MadeResponse> => {
    const sealing = sealingOf(route, options);
    if (!sealing) return idempotency.once(request, handle, responseFor);
    const sealedFor = (result: unknown) => sealedResponse(responseFor(result), sealing);
    return openedResponse(await idempotency.once(request, handle, sealedFor), sealing);
  };
  const respond = (req: Request, checked: CheckedRequest, received?: Received): Promise<MadeResponse> => {
    const { input, keyed } = checked;
    const handle = (unit: UnitOfWork) => route.handle({ ...input, unit, received });
    const responseFor = (result: unknown) => responseOf(route, project, input.params, result);
    if (!keyed || !options.idempotency) return answered(() => handle(input.unit), responseFor);
    const bytes = received ? Buffer.from(JSON.stringify(received.identity)) : checked.bytes;
    const request = { ...keyed, fingerprint: fingerprint(req, bytes) };
    return answeredOnce(options.idempotency, request, handle, responseFor);
  };
  return (req, checked) =>
    route.receive
      ? receiving(route.receive(checked.input), (received) => respond(req, checked, received))
      : respond(req, checked);
}

/** @throws Error when a route needs what the application does not have */
function sealingOf({ has_secret, path }: AnyRoute, { sealing }: ResponderOptions): Sealing | undefined {
  if (!has_secret) return undefined;
  if (!sealing) throw new Error(`${path} needs a key that seals its stored responses.`);
  return sealing;
}

/** Runs the work for a received upload. The upload is discarded unless the work stored it. */
async function receiving(
  promise: Promise<Received>,
  work: (received: Received) => Promise<MadeResponse>,
): Promise<MadeResponse> {
  const received = await promise;
  let is_kept = false;
  try {
    const response = await work(received);
    is_kept = !response.replayed;
    return response;
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
  responseFor: (result: unknown) => KeyedResponse,
): Promise<KeyedResponse> {
  let result: unknown;
  try {
    result = await handle();
  } catch (error) {
    if (!(error instanceof DomainError) || error.options.created === undefined) throw error;
    return responseFor(error);
  }
  // One statement may have read the documents of many requests, which then all continue.
  const turn = EVENT_LOOP_TURNS.next(companyOfRequest() ?? '');
  if (turn) await turn;
  requestDeadlines.setEffect('unknown'); // an error while the response is built does not undo what is stored
  const response = responseFor(result);
  EVENT_LOOP_TURNS.take(response.body.length);
  return response;
}

function responseOf(
  route: AnyRoute,
  project: ((value: unknown) => unknown) | undefined,
  params: unknown,
  result: unknown,
): KeyedResponse {
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
