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
import { sampleEvent, TEST_EVENT } from './samples';

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
        type: 'Always `webhook.test`.',
        occurred_at: 'When the test was requested.',
        data: 'Which webhook is tested.',
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
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: testBody,
          examples: { test: { summary: 'A test', value: TEST_EVENT } },
        },
      },
    },
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
  const created = { summary: `The creation of a ${words}`, value: sampleEvent(resource) };
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
            examples: { created },
          },
        },
      },
    },
  };
}
