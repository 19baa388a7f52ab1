/** The codes of the envelopes that an operation may answer with. */
export type CodesOf<Body> = Body extends { error: { code: infer Code extends string } } ? Code : never;

type DetailsOf<Body> = Body extends { error: { details?: infer Details } } ? Details : never;

/** What an operation refused with. */
export interface Refusal<Code extends string = string, Details = unknown> {
  /** null where the answer has none: plain statuses such as 413, and a token request that is none. */
  readonly code: Code | null;
  readonly message: string;
  readonly details: Details | undefined;
  readonly status: number;
  /** For support. */
  readonly request_id: string | null;
}

/** A refusal, thrown. */
export class ApiError<Code extends string = string> extends Error {
  constructor(readonly refusal: Refusal<Code>) {
    super(`${refusal.status} ${refusal.code ?? ''}: ${refusal.message}`);
    this.name = 'ApiError';
  }
}

/** What openapi-fetch gives: one or the other. */
interface Answered {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

// Of the alternative that must have it, so that `undefined` does not come in from the other one.
type DataOf<Answer> = Answer extends { data: infer Data } ? Data : never;
type BodyOf<Answer> = Answer extends { error: infer Body } ? Body : never;

export type Outcome<Data, Body> =
  | { readonly ok: true; readonly data: Data; readonly response: Response }
  | { readonly ok: false; readonly refusal: Refusal<CodesOf<Body>, DetailsOf<Body>> };

/** An answer to branch on: `refusal.code` is one of the operation's own codes, and no other compiles. */
export async function outcome<Answer extends Answered>(
  call: Promise<Answer>,
): Promise<Outcome<DataOf<Answer>, BodyOf<Answer>>> {
  const { data, error, response } = await call;
  if (response.ok) return { ok: true, data: data as DataOf<Answer>, response };
  const refusal = refusalOf(error, response);
  return { ok: false, refusal: refusal as Refusal<CodesOf<BodyOf<Answer>>, DetailsOf<BodyOf<Answer>>> };
}

/**
 * The answer's data, where no refusal is expected.
 *
 * @throws ApiError
 */
export async function dataOf<Answer extends Answered>(call: Promise<Answer>): Promise<DataOf<Answer>> {
  const result = await outcome(call);
  if (result.ok) return result.data;
  throw new ApiError(result.refusal);
}

/** @param body - as it came: the envelope, a text, or nothing that is known */
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
