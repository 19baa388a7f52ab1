import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { ParsedUrlQuery } from 'node:querystring';

/** The settings and the state of an application, for the code that serves its requests. */
export interface AppState {
  /** Whether `X-Forwarded-Proto` and `X-Forwarded-For` of a proxy are trusted. */
  readonly trust_proxy: boolean;
  /** The time limit for a JSON body to arrive, in milliseconds; undefined for the default. */
  readonly body_ms: number | undefined;
  /** Whether the grace period of a stop is over. */
  is_stopped: boolean;
}

/** The listener of an application. */
export interface App extends RequestListener {
  readonly state: AppState;
}

/**
 * Node's request, with what the application and Express's router add to it. It has nothing else of Express: an Express
 * application replaces the prototypes of request and response, which slows every later access to them down.
 */
export interface Request extends IncomingMessage {
  readonly method: string;
  readonly url: string;
  app: AppState;
  query: ParsedUrlQuery;
  /** Path and query. */
  readonly originalUrl: string;
  /** The parameters of the path. */
  readonly params: Readonly<Record<string, string | string[] | undefined>>;
  /** The route that matches; undefined before one is found. */
  readonly route?: { readonly path: string };
}

export type Response = ServerResponse;

/** Serves a request, or calls `next`. */
export type Handler = (req: Request, res: Response, next: (error?: unknown) => void) => unknown;

/** Answers a request that has failed. Express recognises it by its four parameters. */
export type ErrorHandler = (error: unknown, req: Request, res: Response, next: unknown) => Promise<void>;
