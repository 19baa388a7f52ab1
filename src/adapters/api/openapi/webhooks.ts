import type { ZodOpenApiOperationObject, ZodOpenApiPathItemObject } from 'zod-openapi';
import { z } from 'zod';
import {
  EVENT_TYPES,
  READ_PERMISSION,
  RESOURCE_TYPES,
  type ResourceType,
} from '../../../domain/events/event';
import { TEST_TYPE } from '../../../domain/events/webhooks/delivery';
import { described } from '../../http/schemas/described';
import { eventBody } from '../../http/schemas/event-schemas';

const EXAMPLE = {
  id: '01981e62-3c4d-7e5f-8a6b-7c8d9e0f1a2b',
  position: 17,
  type: 'document.created',
  occurred_at: '2026-07-01T09:30:00.000Z',
  actor: { kind: 'client', id: 'web-shop' },
  request_id: '5f0c6b1e-2a3d-4c5b-8e7f-9a0b1c2d3e4f',
  resource: { type: 'document', id: '01981e5c-7f6a-7c3e-8a51-0a4d6b1c2d3e', version: 1 },
  changed: [],
  data: {
    number: 'INV-2026-00001',
    type: 'invoice',
    status: 'draft',
    peppol_status: null,
    payment_status: 'unpaid',
    relation_id: '01981e5c-7f6a-7c3e-8a51-0a4d6b1c2d3f',
    external_id: null,
  },
  digest: 'a3f5c1d2e4b60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90',
  previous_hash: '0'.repeat(64),
  hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
};

const SIGNATURE = z.object(
  described(
    { 'webhook-id': z.string(), 'webhook-timestamp': z.string(), 'webhook-signature': z.string() },
    {
      'webhook-id':
        'The `id` of the event; the same at every attempt, so that a receiver can ignore repetitions.',
      'webhook-timestamp': 'When the attempt was made, in seconds since 1970.',
      'webhook-signature':
        'A signature for each valid secret, separated by spaces: `v1,` and the base64 of the HMAC-SHA-256 over id, timestamp and body with dots between.',
    },
  ),
);

/** What all requests have in common. */
const SENT = {
  tags: ['Webhooks'],
  security: [],
  requestParams: { header: SIGNATURE },
  responses: {
    '2XX': { description: 'The event is delivered. The body does not matter.' },
    '410': { description: 'The webhook is turned off.' },
    default: { description: 'The event is sent again later, for three days in all.' },
  },
} satisfies ZodOpenApiOperationObject;

const testBody = z
  .object(
    described(
      {
        id: z.string(),
        type: z.literal(TEST_TYPE),
        occurred_at: z.iso.datetime(),
        data: z.object(
          described({ webhook_id: z.string() }, { webhook_id: 'The id of the webhook that is tested.' }),
        ),
      },
      {
        id: 'The id of the test, and the header `webhook-id`.',
        type: 'The type of a test.',
        occurred_at: 'When the test was requested.',
        data: 'The content of the test.',
      },
    ),
  )
  .meta({ id: 'WebhookTest' });

const TEST: ZodOpenApiPathItemObject = {
  post: {
    ...SENT,
    operationId: 'receive_test',
    summary: 'A test',
    description: 'Sent once for each `POST /webhooks/{id}/test`. It is not an event of the log.',
    requestBody: { required: true, content: { 'application/json': { schema: testBody } } },
  },
};

/** The requests that the service sends to the URLs of webhooks, by the resource of the event. */
export function sentWebhooks(): Record<string, ZodOpenApiPathItemObject> {
  const readable = RESOURCE_TYPES.filter((resource) => READ_PERMISSION[resource] !== null);
  return {
    ...Object.fromEntries(readable.map((resource) => [resource.replace('_', '-'), sentEvent(resource)])),
    test: TEST,
  };
}

function sentEvent(resource: ResourceType): ZodOpenApiPathItemObject {
  const types = EVENT_TYPES.filter((type) => type.startsWith(`${resource}.`));
  const words = resource.replace('_', ' ');
  const example = { summary: 'An invoice was created', value: EXAMPLE };
  return {
    post: {
      ...SENT,
      operationId: `receive_${resource}_event`,
      summary: `An event of a ${words}`,
      description: `Sent to webhooks whose \`types\` name it: ${types.map((type) => `\`${type}\``).join(', ')}. The body is the event as \`GET /events\` returns it. Verify its signature with a library of [Standard Webhooks](https://www.standardwebhooks.com) before it is parsed.`,
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: eventBody,
            ...(resource === 'document' ? { examples: { created: example } } : {}),
          },
        },
      },
    },
  };
}
