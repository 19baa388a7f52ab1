import { doneWithin } from '../done-within';
import { sendJson } from '../http/responses/envelope';
import type { Route } from '../http/route';

/** A check that takes longer counts as failed, in milliseconds. */
const CHECK_TIMEOUT_MS = 2_000;

/** Checks of the parts that the service depends on, by name; a check rejects when it fails. */
export type Checks = Readonly<Record<string, () => Promise<unknown>>>;

/**
 * `/health/live`: the process responds. `/health/ready`: the state of each part that the service depends on.
 * `/metrics`: metrics for Prometheus. They need no token, because the management listener is not public.
 */
export function healthRoutes(
  checks: Checks,
  metrics: { readonly content_type: string; text(): Promise<string> },
): Route[] {
  return [
    {
      method: 'get',
      path: '/health/live',
      access: 'public',
      respond: async (_req, res) => sendJson(res, 200, { status: 'ok' }),
    },
    {
      method: 'get',
      path: '/health/ready',
      access: 'public',
      async respond(_req, res) {
        const parts = await Promise.all(
          Object.entries(checks).map(async ([name, check]) => [name, await passes(check)] as const),
        );
        const ready = parts.every(([, ok]) => ok);
        sendJson(res, ready ? 200 : 503, {
          status: ready ? 'ok' : 'unavailable',
          ...Object.fromEntries(parts.map(([name, ok]) => [name, ok ? 'ok' : 'unavailable'])),
        });
      },
    },
    {
      method: 'get',
      path: '/metrics',
      access: 'public',
      async respond(_req, res) {
        res.setHeader('Content-Type', metrics.content_type);
        res.end(await metrics.text());
      },
    },
  ];
}

async function passes(check: () => Promise<unknown>): Promise<boolean> {
  const result = check().then(
    () => true,
    () => false, // the response only names the failed part; its error is logged where the part is used
  );
  return (await doneWithin(CHECK_TIMEOUT_MS, result)) ?? false;
}
