import type { ErrorCode } from './interface.ts';

/** The error codes that an operation may return. */
export type CodesOf<Body> = Body extends { error: { code: infer Code extends string } } ? Code : never;

type DetailsOf<Body> = Body extends { error: { details?: infer Details } } ? Details : never;

/** A field of the request that is refused. */
export interface RefusedField {
  /** The path in the body with dots (`lines.0.unit_price`), or the name of a parameter. */
  readonly field: string;
  readonly reason: string;
}

/** The error of an operation. */
export interface Refusal<Code extends string = ErrorCode, Details = unknown> {
  /** null for responses without a code: plain statuses such as 413, and a malformed token request. */
  readonly code: Code | null;
  readonly message: string;
  readonly details: Details | undefined;
  /** The refused field; several of a token request; none of an error that concerns no single field. */
  readonly fields: readonly RefusedField[];
  readonly status: number;
  /** Identifies the request for support. */
  readonly request_id: string | null;
}

/** A refusal as an exception. */
export class ApiError<Code extends string = ErrorCode> extends Error {
  override readonly name = 'ApiError';
  readonly code: Refusal<Code>['code'];
  readonly status: number;
  readonly fields: readonly RefusedField[];
  readonly details: unknown;
  readonly request_id: string | null;

  constructor(readonly refusal: Refusal<Code>) {
    const { code, status, message, fields, details, request_id } = refusal;
    super(`${status} ${code ?? ''}: ${message}`);
    this.code = code;
    this.status = status;
    this.fields = fields;
    this.details = details;
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

export type Outcome<Data, Body> =
  | { readonly ok: true; readonly data: Data; readonly response: Response }
  | { readonly ok: false; readonly refusal: Refusal<CodesOf<Body>, DetailsOf<Body>> };

/**
 * Returns data or refusal. `refusal.code` has the operation's own codes; a comparison with another code does not
 * compile.
 */
export async function outcome<Answer extends Answered>(
  call: Promise<Answer>,
): Promise<Outcome<DataOf<Answer>, BodyOf<Answer>>> {
  const { data, error, response } = await call;
  if (response.ok) return { ok: true, data: data as DataOf<Answer>, response };
  const refusal = refusalOf(error, response);
  return { ok: false, refusal: refusal as Refusal<CodesOf<BodyOf<Answer>>, DetailsOf<BodyOf<Answer>>> };
}

/**
 * Returns the data of a response, for calls that are expected to succeed.
 *
 * @throws ApiError
 */
export async function dataOf<Answer extends Answered>(call: Promise<Answer>): Promise<DataOf<Answer>> {
  const result = await outcome(call);
  if (result.ok) return result.data;
  throw new ApiError(result.refusal);
}

interface Envelope {
  readonly error?: { readonly code: ErrorCode; readonly message: string; readonly details?: unknown };
  /** Of a malformed token request. */
  readonly detail?: readonly { readonly loc: readonly string[]; readonly msg: string }[];
}

/** @param body - as received: the envelope, a text, or anything else */
export function refusalOf(body: unknown, { status, statusText, headers }: Response): Refusal {
  const { error, detail = [] } = (body ?? {}) as Envelope;
  return {
    code: error?.code ?? null,
    message: error?.message ?? (typeof body === 'string' ? body : statusText),
    details: error?.details,
    fields: error
      ? fieldsOf(error)
      : detail.map(({ loc, msg }) => ({ field: loc.slice(1).join('.'), reason: msg })),
    status,
    request_id: headers.get('X-Request-ID'),
  };
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
