import { parse as parseQueryString } from 'node:querystring';
import express, { type Express } from 'express';
import { z } from 'zod';
import type { Idempotency } from '../../ports/idempotency';
import type { UnitsOfWork } from '../../ports/unit-of-work';
import type { FailureBrake } from '../../ports/failure-brake';
import type { Log } from '../../ports/log';
import { BODY_DEADLINE } from './requests/body';
import { errorEnvelope, notFound } from './answers/envelope';
import type { Sealing } from './answers/sealed-answer';
import { type Authenticate, handler } from './handler';
import { type Answer, openScope, requestScope } from './request-scope';
import type { Route } from './route';

export interface AppOptions {
  readonly routes: readonly Route[];
  readonly authenticate: Authenticate;
  readonly log: Log;
  /** When undefined, the `Idempotency-Key` header is ignored. */
  readonly idempotency?: Idempotency;
  /** Seals stored responses that contain secrets. */
  readonly sealing?: Sealing;
  readonly units: UnitsOfWork;
  /** Called for every response, for the metrics. */
  readonly observe?: (answer: Answer) => void;
  /** Whether `X-Forwarded-Proto` and `X-Forwarded-For` of a proxy are trusted. */
  readonly trust_proxy?: boolean;
  /** Delays responses to sources of repeated authentication failures. */
  readonly brake?: FailureBrake;
  /** Time limits for a JSON body to arrive, and for a use case to finish; shorter in tests. */
  readonly deadlines?: { readonly body_ms?: number; readonly answer_ms?: number };
}

/** Every caller gets a response within 10 s, also when the service waits for something. */
const ANSWER_DEADLINE_MS = 9_500;

/** An Express application that serves the declared routes. Every other request is `not_found`. */
export function createApp({
  routes,
  authenticate,
  log,
  idempotency,
  sealing,
  units,
  observe,
  trust_proxy = false,
  brake,
  deadlines = {},
}: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  // Trust one hop: only the last address of the list was added by the proxy itself.
  app.set('trust proxy', trust_proxy ? 1 : false);
  app.set('query parser', (text: string) => parseQueryString(text, '&', '=', { maxKeys: 0 }));
  if (deadlines.body_ms !== undefined) app.set(BODY_DEADLINE, deadlines.body_ms);

  app.use(openScope(log, observe));
  const known = queryParameters(routes);
  const answer_deadline_ms = deadlines.answer_ms ?? ANSWER_DEADLINE_MS;
  for (const [path, declared] of [...groupByPath(routes)].sort(staticFirst)) {
    const at = app.route(path);
    for (const route of declared)
      at[route.method](
        handler(route, { authenticate, idempotency, sealing, units, known, answer_deadline_ms }),
      );
    const allow = declared
      .flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
      .join(', ');
    at.all((_req, res) => {
      res.setHeader('Allow', allow);
      throw notFound();
    });
  }
  app.use(() => {
    throw notFound();
  });
  app.use(errorEnvelope(log, () => requestScope.getStore()?.effect, brake));
  return app;
}

/** The names of the query parameters of all routes. */
export function queryParameters(routes: readonly Route[]): Set<string> {
  return new Set(
    routes.flatMap((route) =>
      'query' in route && route.query instanceof z.ZodObject ? Object.keys(route.query.shape) : [],
    ),
  );
}

/** Sorts `/documents/preview` before `/documents/:id`, which would match it too, and `/console/*rest` after both. */
function staticFirst([a]: [string, unknown], [b]: [string, unknown]): number {
  return orderKey(a) < orderKey(b) ? -1 : 1;
}

/** A sort key in which parameters and wildcards follow every character that a literal segment may contain. */
function orderKey(path: string): string {
  return path.replaceAll(':', '~').replaceAll('*', '\x7f');
}

function groupByPath(routes: readonly Route[]): Map<string, Route[]> {
  const groups = new Map<string, Route[]>();
  for (const route of routes) groups.set(route.path, [...(groups.get(route.path) ?? []), route]);
  return groups;
}
