/**
 * The requests of callers and the responses, recorded outside the service. Times are milliseconds of
 * `performance.now()` in the process of the run. Nothing here does any input or output.
 */

/** acknowledged: 2xx; refused: the response says that nothing was stored; unknown: it may have been stored or not. */
export type Verdict = 'acknowledged' | 'refused' | 'unknown';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- JSON as it came
}

/** One request to one node, with what came of it. */
export interface Attempt {
  readonly node: string;
  /** `POST /documents`; ids are left out. */
  readonly action: string;
  readonly is_write: boolean;
  /** `Idempotency-Key` of the request. */
  readonly key?: string | undefined;
  readonly started_ms: number;
  readonly ended_ms: number;
  /** Undefined: no response came; `failure` says why. */
  readonly answer?: Answer;
  /** `not sent`: no connection was made, so the node never saw the request. */
  readonly failure?: 'not sent' | 'broken off' | 'given up';
}

export interface Creation {
  /** Written into the document's `order_reference`; each creation has its own. */
  readonly mark: string;
  readonly company: string;
  readonly journal_id: string;
  readonly keyed: boolean;
  readonly attempts: Attempt[];
}

export interface Deletion {
  readonly company: string;
  readonly document_id: string;
  readonly attempts: Attempt[];
}

export interface Sending {
  readonly company: string;
  /** Of the document's creation. */
  readonly mark: string;
  /** Electronic address. */
  readonly receiver: string;
  /** A creation with `send_peppol=true` among them; of a `send_failed` the send was refused. */
  readonly attempts: Attempt[];
}

export interface Upload {
  readonly company: string;
  readonly document_id: string;
  readonly filename: string;
  /** Hex, lower case, of the bytes that were uploaded. */
  readonly sha256: string;
  readonly keyed: boolean;
  readonly attempts: Attempt[];
}

export interface Response {
  readonly company: string;
  /** The received document. */
  readonly document_id: string;
  /** Written into the response's `note`; each has its own. */
  readonly mark: string;
  readonly attempts: Attempt[];
}

/** A request to make a member the default of its scope. */
export interface Promotion {
  readonly scope: string;
  readonly member: string;
  readonly attempt: Attempt;
}

/** One list of a scope as it was answered. */
export interface DefaultRead {
  readonly scope: string;
  readonly attempt: Attempt;
  readonly defaults: readonly string[];
}

/** Parallel uses of one refresh token. */
export interface TokenRound {
  readonly client_id: string;
  /**
   * Something else than the uses may have ended the token meanwhile: a jump of the clock, a late use, a sign-in without
   * a response that a node that stood still did later.
   */
  readonly is_disturbed: boolean;
  readonly uses: readonly Attempt[];
}

export class Ledger {
  readonly attempts: Attempt[] = [];
  readonly creations: Creation[] = [];
  readonly deletions: Deletion[] = [];
  readonly sendings: Sending[] = [];
  readonly uploads: Upload[] = [];
  readonly responses: Response[] = [];
  readonly promotions: Promotion[] = [];
  readonly default_reads: DefaultRead[] = [];
  readonly token_rounds: TokenRound[] = [];
}

/** What an attempt's outcome means for what is stored (api.md §1, "Failure"). */
export function verdictOf({ answer, failure }: Attempt): Verdict {
  if (failure === 'not sent') return 'refused';
  if (!answer) return 'unknown';
  if (answer.status < 300) return 'acknowledged';
  if (answer.status < 500) return 'refused';
  return effectOf(answer) === 'none' ? 'refused' : 'unknown';
}

/** @returns what a 500 says became of the write; undefined when it says nothing */
export function effectOf({ body }: Answer): string | undefined {
  const details: unknown = body?.error?.details;
  if (!Array.isArray(details)) return undefined;
  return details
    .map((detail: { effect?: string } | null) => detail?.effect)
    .find((effect) => effect !== undefined);
}

/** As `verdictOf`, of the document: a `send_failed` names one that was created all the same (api.md §7). */
export function creationVerdictOf(attempt: Attempt): Verdict {
  return createdId(attempt) === undefined ? verdictOf(attempt) : 'acknowledged';
}

/** @returns the id of the document that the attempt's answer says was created */
export function createdId({ answer }: Attempt): string | undefined {
  if (answer?.status === 201) return answer.body.id;
  const { code, details } = answer?.body?.error ?? {};
  return code === 'send_failed' ? details?.[0]?.document_id : undefined;
}

/** What all attempts of one intent say together: one acknowledgement counts over everything else. */
export function verdictOfAll(attempts: readonly Attempt[], verdictOfOne = verdictOf): Verdict {
  const verdicts = attempts.map(verdictOfOne);
  if (verdicts.includes('acknowledged')) return 'acknowledged';
  return verdicts.includes('unknown') ? 'unknown' : 'refused';
}

export function acknowledged(attempts: readonly Attempt[]): Attempt[] {
  return attempts.filter((attempt) => verdictOf(attempt) === 'acknowledged');
}

/** How many times at most the attempts of one intent may have been accepted: those with one key count as one. */
export function possibleAcceptances(attempts: readonly Attempt[]): number {
  const accepted = attempts.filter((attempt) => verdictOf(attempt) !== 'refused');
  const without_key = accepted.filter(({ key }) => key === undefined);
  return without_key.length + new Set(accepted.flatMap(({ key }) => key ?? [])).size;
}

/** For the text of a violation. */
export function told({ node, started_ms, ended_ms, answer, failure }: Attempt): string {
  const at = (ms: number) => (ms / 1_000).toFixed(2);
  const outcome = answer
    ? [answer.status, answer.body?.error?.code, effectOf(answer)].filter((part) => part !== undefined)
    : [failure];
  return `${outcome.join(' ')} from ${node}, ${at(started_ms)}–${at(ended_ms)} s`;
}

export function isReplay({ answer }: Attempt): boolean {
  return answer?.headers['idempotency-replayed'] === 'true';
}
