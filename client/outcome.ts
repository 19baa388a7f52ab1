import type { components, ErrorCode } from './interface.ts';
import { retryAfterMs } from './retries.ts';

/** The error codes that an operation may return. */
export type CodesOf<Body> = Body extends { error: { code: infer Code extends string } } ? Code : never;

/** A field of the request that is refused. */
export interface RefusedField {
  /** The path in the body with dots (`lines.0.unit_price`), or the name of a parameter. */
  readonly field: string;
  readonly reason: string;
}

/** What all refusals have. */
interface RefusalFacts {
  readonly message: string;
  /** The refused field; several of a token request; none of an error that concerns no single field. */
  readonly fields: readonly RefusedField[];
  readonly status: number;
  /** Seconds after which the request may be sent again, of `Retry-After`; null without one. */
  readonly retry_after_s: number | null;
  /** Identifies the request for support. */
  readonly request_id: string | null;
}

type ErrorDetails = components['schemas']['ErrorDetails'];

/** A code with the type of its `details`. */
type Detailed<Code extends string> = {
  readonly [C in Extract<Code, keyof ErrorDetails>]: {
    readonly code: C;
    /** Facts for programs; empty when there are none. */
    readonly details: readonly ErrorDetails[C][];
  };
}[Extract<Code, keyof ErrorDetails>];

interface Undetailed<Code extends string> {
  /** null for responses without a code: plain statuses such as 413, and a malformed token request. */
  readonly code: Exclude<Code, keyof ErrorDetails> | null;
  readonly details: readonly never[];
}

/** The error of an operation. A comparison of `code` determines the type of `details`. */
export type Refusal<Code extends string = ErrorCode> = RefusalFacts & (Detailed<Code> | Undetailed<Code>);

/** A refusal as an exception. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: Refusal['code'];
  readonly status: number;
  readonly fields: readonly RefusedField[];
  readonly details: Refusal['details'];
  readonly retry_after_s: number | null;
  readonly request_id: string | null;

  /** @param refusal - the same members; here a comparison of `code` determines the type of `details` */
  constructor(readonly refusal: Refusal) {
    const { code, status, message, fields, details, retry_after_s, request_id } = refusal;
    super(`${status} ${code ?? ''}: ${message}`);
    this.code = code;
    this.status = status;
    this.fields = fields;
    this.details = details;
    this.retry_after_s = retry_after_s;
    this.request_id = request_id;
  }
}

/** The result of openapi-fetch: `data` or `error`. */
interface Answered {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

// Only of the alternative with the member, so that the type does not include `undefined` from the other one.
type DataOf<Answer> = Answer extends { data: infer Data } ? Data : never;
type BodyOf<Answer> = Answer extends { error: infer Body } ? Body : never;

/** The result of an operation that may return the errors `Code`. */
export type Outcome<Data, Code extends string = ErrorCode> =
  | { readonly ok: true; readonly data: Data; readonly response: Response }
  | { readonly ok: false; readonly refusal: Refusal<Code> };

/**
 * Returns data or refusal. `refusal.code` has the operation's own codes; a comparison with another code does not
 * compile.
 */
export async function outcome<Answer extends Answered>(
  call: Promise<Answer>,
): Promise<Outcome<DataOf<Answer>, CodesOf<BodyOf<Answer>>>> {
  const { data, error, response } = await call;
  if (response.ok) return { ok: true, data: data as DataOf<Answer>, response };
  return { ok: false, refusal: refusalOf(error, response) as Refusal<CodesOf<BodyOf<Answer>>> };
}

/**
 * Returns the data of a response, for calls that are expected to succeed.
 *
 * @throws ApiError
 */
export async function dataOf<Answer extends Answered>(call: Promise<Answer>): Promise<DataOf<Answer>> {
  const { data, error, response } = await call;
  if (response.ok) return data as DataOf<Answer>;
  throw new ApiError(refusalOf(error, response));
}

interface Envelope {
  readonly error?: { readonly code: ErrorCode; readonly message: string; readonly details?: unknown };
  /** Of a malformed token request. */
  readonly detail?: readonly { readonly loc: readonly string[]; readonly msg: string }[];
}

/** @param body - as received: the envelope, a text, or anything else */
export function refusalOf(body: unknown, response: Response): Refusal {
  const { status, statusText, headers } = response;
  const { error, detail = [] } = (body ?? {}) as Envelope;
  const retry_after_ms = retryAfterMs(response);
  const refusal: Readonly<Record<keyof Refusal, unknown>> = {
    code: error?.code ?? null,
    message: error?.message ?? (typeof body === 'string' ? body : statusText),
    details: error?.details ?? [],
    fields: error
      ? fieldsOf(error)
      : detail.map(({ loc, msg }) => ({ field: loc.slice(1).join('.'), reason: msg })),
    status,
    retry_after_s: retry_after_ms === undefined ? null : Math.ceil(retry_after_ms / 1000),
    request_id: headers.get('X-Request-ID'),
  };
  return refusal as Refusal; // its code is one of those that belong to its details
}

/** Codes whose message is `field: reason`. */
const NAMES_FIELD: ReadonlySet<string> = new Set<ErrorCode>([
  'validation_error',
  'invalid_filter',
  'invalid_parameter',
  'field_not_editable',
]);

function fieldsOf({ code, message }: { readonly code: string; readonly message: string }): RefusedField[] {
  const end = message.indexOf(': ');
  if (!NAMES_FIELD.has(code) || end < 0) return [];
  return [{ field: message.slice(0, end), reason: message.slice(end + 2) }];
}
