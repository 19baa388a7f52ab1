import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/**
 * The headers of a request as Standard Webhooks defines them, with a signature for each secret.
 *
 * @param secrets - `whsec_` and base64
 * @param sent_at - of the attempt, by the clock of the machine
 */
export function signedHeaders(
  secrets: readonly string[],
  event_id: string,
  body: string,
  sent_at: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(sent_at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${event_id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'user-agent': 'invoicing-service-webhooks',
    'webhook-id': event_id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
