import { runChild } from './child';

export interface PlannedRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** Where the requests of a load come from. */
export type RequestSource =
  /** One after the other, over all connections, and from the beginning again. */
  | {
      readonly kind: 'cycle';
      readonly requests: readonly PlannedRequest[];
      /**
       * `true`: each request carries an Idempotency-Key that no other one has. `false`: none does, for a comparison
       * with those that do: the generator, which shares the processors, makes each request anew too.
       */
      readonly keyed?: boolean;
    }
  /** Each connection begins with a refresh token of its own and goes on with the one that it is given. */
  | { readonly kind: 'rotate'; readonly path: string; readonly refresh_tokens: readonly string[] }
  /** A company with unique numbers; `first` separates those of several loads. */
  | {
      readonly kind: 'new-relations';
      readonly path: string;
      readonly authorization: string;
      readonly first: number;
    }
  /** A message of the network with a number of its own; `series` separates those of several loads. */
  | {
      readonly kind: 'new-messages';
      readonly path: string;
      readonly authorization: string;
      /** UBL in which `NUMBER` stands for the number. */
      readonly xml: string;
      readonly series: string;
    };

/** Where a number is to be put into a text. */
export const NUMBER = '{number}';

export interface LoadPlan {
  /** `http://127.0.0.1:3000` */
  readonly url: string;
  readonly connections: number;
  readonly source: RequestSource;
  /** Ends after that time … */
  readonly seconds?: number;
  /** … or after that many requests. */
  readonly amount?: number;
}

/**
 * Keeps the connections busy from a separate process.
 *
 * @returns answers per second
 * @throws Error when a response was not a 2xx, or none came
 */
export async function load(plan: LoadPlan): Promise<number> {
  return (await loadTimed(plan)).per_second;
}

/** As `load`, with the time that answers took. */
export async function loadTimed(plan: LoadPlan): Promise<LoadResult> {
  const result = await runChild<LoadResult>('generator', plan);
  if (result.failures) throw new Error(`The load on ${plan.url} failed: ${result.failures}`);
  return result;
}

export interface LoadResult {
  readonly per_second: number;
  /** The median and the 99th percentile of the latency, in whole milliseconds. */
  readonly median_ms: number;
  readonly p99_ms: number;
  /** Undefined when all went well. */
  readonly failures?: string;
}

export interface ProbePlan {
  readonly url: string;
  /** One after the other, and from the beginning again. */
  readonly requests: readonly PlannedRequest[];
  readonly count: number;
  /** Requests per second, sent without waiting for responses; if absent, each request waits for the previous one. */
  readonly per_second?: number;
}

/**
 * Sends requests at a low rate from a separate process to measure the latency.
 *
 * @returns milliseconds of each request
 * @throws Error when a response was not a 2xx
 */
export function probe(plan: ProbePlan): Promise<number[]> {
  return runChild<number[]>('probe', plan);
}
