/** The error codes that an operation may return. */
export type CodesOf<Body> = Body extends { error: { code: infer Code extends string } } ? Code : never;

type DetailsOf<Body> = Body extends { error: { details?: infer Details } } ? Details : never;

/** The error of an operation. */
export interface Refusal<Code extends string = string, Details = unknown> {
  /** null for responses without a code: plain statuses such as 413, and a malformed token request. */
  readonly code: Code | null;
  readonly message: string;
  readonly details: Details | undefined;
  readonly status: number;
  /** Identifies the request for support. */
  readonly request_id: string | null;
}

/** A refusal as an exception. */
export class ApiError<Code extends string = string> extends Error {
  constructor(readonly refusal: Refusal<Code>) {
    super(`${refusal.status} ${refusal.code ?? ''}: ${refusal.message}`);
    this.name = 'ApiError';
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

/** @param body - as received: the envelope, a text, or anything else */
export function refusalOf(body: unknown, { status, statusText, headers }: Response): Refusal {
  const { error } = (body ?? {}) as { error?: { code: string; message: string; details?: unknown } };
  return {
    code: error?.code ?? null,
    message: error?.message ?? (typeof body === 'string' ? body : statusText),
    details: error?.details,
    status,
    request_id: headers.get('X-Request-ID'),
  };
}
