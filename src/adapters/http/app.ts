import { parse as parseQueryString } from 'node:querystring';
import type { RequestListener } from 'node:http';
import { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import { z } from 'zod';
import type { Idempotency } from '../../ports/idempotency';
import type { UnitsOfWork } from '../../ports/unit-of-work';
import type { FailureThrottle } from '../../ports/failure-throttle';
import type { Log } from '../../ports/log';
import type { MeasuredResponse } from '../../ports/metrics';
import { errorEnvelope, notFound } from './responses/envelope';
import type { Sealing } from './responses/sealed-response';
import { type Authenticate, handler } from './handler';
import { openScope, requestScope } from './request-scope';
import type { App, AppState, Handler, Request } from './request';
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
  readonly observe?: (response: MeasuredResponse) => void;
  /** Whether `X-Forwarded-Proto` and `X-Forwarded-For` of a proxy are trusted. */
  readonly trust_proxy?: boolean;
  /** Delays responses to sources of repeated authentication failures. */
  readonly throttle?: FailureThrottle;
  /** Time limits for a JSON body to arrive, and for a use case to finish; shorter in tests. */
  readonly deadlines?: { readonly body_ms?: number; readonly answer_ms?: number };
}

/** Every caller gets a response within 10 s, also when the service waits for something. */
const ANSWER_DEADLINE_MS = 9_500;

/** A listener that serves the declared routes with Express's router. Every other request is `not_found`. */
export function createApp({
  routes,
  authenticate,
  log,
  idempotency,
  sealing,
  units,
  observe,
  trust_proxy = false,
  throttle,
  deadlines = {},
}: AppOptions): App {
  const router = Router({ caseSensitive: true, strict: true });
  router.use(forRouter(openScope(log, observe)));
  const known = queryParameters(routes);
  const answer_deadline_ms = deadlines.answer_ms ?? ANSWER_DEADLINE_MS;
  for (const [path, declared] of [...groupByPath(routes)].sort(staticFirst)) {
    const at = router.route(path);
    for (const route of declared)
      at[route.method](
        forRouter(handler(route, { authenticate, idempotency, sealing, units, known, answer_deadline_ms })),
      );
    const allow = declared
      .flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
      .join(', ');
    at.all((_req, res) => {
      res.setHeader('Allow', allow);
      throw notFound();
    });
  }
  router.use(() => {
    throw notFound();
  });
  router.use(
    errorEnvelope(log, () => requestScope.get()?.effect, throttle) as unknown as ErrorRequestHandler,
  );

  const state: AppState = { trust_proxy, body_ms: deadlines.body_ms, is_stopped: false };
  const listener: RequestListener = (incoming, res) => {
    const req = incoming as Request;
    const mark = req.url.indexOf('?');
    req.app = state;
    req.query = mark === -1 ? {} : parseQueryString(req.url.slice(mark + 1), '&', '=', { maxKeys: 0 });
    router(req as never, res as never, (error: unknown) => {
      log.error('The error response could not be sent', error);
      res.destroy();
    });
  };
  return Object.assign(listener, { state });
}

/** Express types its handlers by the objects of an Express application, of which the router needs nothing. */
function forRouter(handle: Handler): RequestHandler {
  return handle as unknown as RequestHandler;
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
