import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Event, TestEvent } from './event-types.ts';

/** The headers of a request: those of `fetch`, or `req.headers` of Node. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request that is not, or no longer, to be accepted. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

/** How far `webhook-timestamp` may be from the clock. */
const TOLERANCE_S = 5 * 60;
const SECRET_PREFIX = 'whsec_';
/** Standard Webhooks asks for 24 to 64 bytes. */
const LEAST_SECRET_BYTES = 24;

/**
 * Verifies a webhook's request by Standard Webhooks (https://www.standardwebhooks.com).
 *
 * @param rawBody - the bytes of the body as received: parsed and written again, JSON may differ
 * @param secret - `whsec_…`, as the service returned it
 * @returns the event; the same event may come more than once, with the same `id`
 * @throws WebhookError when the signature is wrong, or the timestamp more than five minutes off; Error when the secret
 *   is malformed
 */
export function verifyWebhook(
  headers: WebhookHeaders,
  rawBody: string | Uint8Array,
  secret: string,
): Event | TestEvent {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  const expected = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(rawBody).digest();
  if (!signatures.split(' ').some((signature) => isSignature(signature, expected))) {
    throw new WebhookError('No signature matches.');
  }
  const is_recent =
    /^\d{1,12}$/.test(timestamp) && Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_S;
  if (!is_recent) throw new WebhookError('The timestamp is more than five minutes off.');
  return JSON.parse(typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody)) as
    Event | TestEvent;
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookError(`The header ${name} is missing.`);
}

function keyOf(secret: string): Buffer {
  const text = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : '';
  const key = Buffer.from(text, 'base64');
  // Decoding ignores what is not base64: a wrong text would become a short, perhaps an empty, key.
  if (key.length < LEAST_SECRET_BYTES || key.toString('base64') !== text) {
    throw new Error(`The secret of a webhook is ${SECRET_PREFIX} and base64.`);
  }
  return key;
}

/** @param signature - `v1,` and base64; other versions are ignored */
function isSignature(signature: string, expected: Buffer): boolean {
  if (!signature.startsWith('v1,')) return false;
  const given = Buffer.from(signature.slice('v1,'.length), 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
