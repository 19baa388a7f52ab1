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

/** What openapi-fetch gives. */
type Answered<Data, Body> =
  { data: Data; error?: never; response: Response } | { data?: never; error: Body; response: Response };

export type Outcome<Data, Body> =
  | { readonly ok: true; readonly data: Data; readonly response: Response }
  | { readonly ok: false; readonly refusal: Refusal<CodesOf<Body>, DetailsOf<Body>> };

/** An answer to branch on: `refusal.code` is one of the operation's own codes, and no other compiles. */
export async function outcome<Data, Body>(call: Promise<Answered<Data, Body>>): Promise<Outcome<Data, Body>> {
  const { data, error, response } = await call;
  if (response.ok) return { ok: true, data: data as Data, response };
  return { ok: false, refusal: refusalOf(error, response) as Refusal<CodesOf<Body>, DetailsOf<Body>> };
}

/**
 * The answer's data, where no refusal is expected.
 *
 * @throws ApiError
 */
export async function dataOf<Data, Body>(call: Promise<Answered<Data, Body>>): Promise<Data> {
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
