import { z } from 'zod';
import { COMMON_TERMS, described } from '../../http/schemas/described';
import { DELIVERY_STATES, MAX_ANSWER_LENGTH } from '../../../domain/events/webhooks/delivery';
import { MAX_REPLAYED, type WebhookDeliveries } from '../../../use-cases/events/webhook-deliveries';
import { COMMON_SORTS, listBody, listPage, listQuery } from '../../http/requests/list';
import { route, type Route } from '../../http/route';
import { instantBody, list, optional, uuid } from '../../http/schemas/schemas';
import { REPLAY_WEBHOOK } from './webhook-examples';
import { webhookPath } from './webhook-routes';

const PATH = '/webhooks/:id';
const TAG = 'Webhooks';

const deliveryList = listQuery(
  { state: z.enum(DELIVERY_STATES).describe('Only deliveries in this state.') },
  {},
);

const attemptBody = z
  .object(
    described(
      {
        at: z.iso.datetime(),
        status: z.int().nullable(),
        duration_ms: z.int(),
        error: z.string().nullable(),
        answer: z.string().nullable(),
      },
      {
        at: 'When the request was sent.',
        status: 'The HTTP status of the response. `null` without a response.',
        duration_ms: 'How long the attempt took, in milliseconds.',
        error: 'Why the attempt failed. `null` when the event was delivered.',
        answer: `The first ${MAX_ANSWER_LENGTH} characters of the response. \`null\` without a response.`,
      },
    ),
  )
  .meta({ id: 'WebhookAttempt' });

const deliveryBody = z
  .object(
    described(
      {
        id: z.string(),
        event_id: z.string(),
        type: z.string(),
        state: z.enum(DELIVERY_STATES),
        attempts: z.array(attemptBody),
        next_attempt_at: instantBody.nullable(),
        created_at: instantBody,
        updated_at: instantBody,
      },
      {
        ...COMMON_TERMS,
        event_id: 'The `id` of the event, and the header `webhook-id` of the requests.',
        type: 'The type of the event; `webhook.test` for a test.',
        state:
          '`pending`: not delivered yet. `delivered`: an attempt was answered with a 2xx status. `failed`: given up.',
        attempts: 'The attempts, the oldest first.',
        next_attempt_at: 'When the next attempt is due. `null` when there is none.',
      },
    ),
  )
  .meta({ id: 'WebhookDelivery' });

const replayInput = z
  .strictObject({
    after: optional(z.int().min(0, 'must not be negative')).describe(
      'Sends the events after this position again; 0 stands for all.',
    ),
    event_ids: optional(
      list(uuid, {
        min: [1, 'must have at least one entry'],
        max: [1_000, 'must have at most 1000 entries'],
      }),
    ).describe('Sends the events with these ids again, at most 1,000.'),
    failed: optional(z.literal(true, 'must be true')).describe(
      'Sends the events again of which all deliveries have failed; those that happened while the webhook was off have none.',
    ),
  })
  .refine(
    ({ after, event_ids, failed }) => [after, event_ids, failed].filter((one) => one != null).length === 1,
    'must have one of after, event_ids and failed',
  )
  .meta({ id: 'WebhookReplay', override: { minProperties: 1 } });

/** Deliveries of the calling client's webhooks. */
export function webhookDeliveryRoutes(deliveries: WebhookDeliveries): Route[] {
  return [
    route({
      method: 'post',
      path: `${PATH}/test`,
      operation: {
        id: 'testWebhook',
        tag: TAG,
        summary: 'Send a test event',
        description:
          'Sends an event of the type `webhook.test` once. It is not in the log. The outcome is among the deliveries.',
      },
      access: 'token',
      params: webhookPath,
      status: 202,
      response: deliveryBody,
      handle: ({ unit, caller, params }) => deliveries.test(unit, caller, params.id),
    }),
    route({
      method: 'get',
      path: `${PATH}/deliveries`,
      operation: {
        id: 'listWebhookDeliveries',
        tag: TAG,
        summary: 'List deliveries of a webhook',
        description: 'Deliveries are kept for 90 days.',
        errors: ['not_found'],
      },
      access: 'token',
      params: webhookPath,
      query: deliveryList,
      response: listBody(deliveryBody),
      handle: ({ unit, caller, params, query }) =>
        listPage(`/webhooks/${params.id}/deliveries`, query, COMMON_SORTS, (page) =>
          deliveries.list(unit, caller, params.id, query, page),
        ),
    }),
    route({
      method: 'post',
      path: `${PATH}/replay`,
      operation: {
        id: 'replayWebhook',
        tag: TAG,
        summary: 'Send events again',
        description: `Makes new deliveries of events: of those of the webhook's types \`after\` a position, of those in \`event_ids\`, or of those of which all deliveries have \`failed\`. A replay makes at most ${MAX_REPLAYED} deliveries. The webhook must be on.`,
        examples: REPLAY_WEBHOOK,
      },
      access: 'token',
      params: webhookPath,
      body: replayInput,
      status: 202,
      response: z
        .object({ deliveries: z.int().meta({ description: 'How many deliveries were made.' }) })
        .meta({ id: 'WebhookReplayed' }),
      handle: ({ unit, caller, params, body }) => deliveries.replay(unit, caller, params.id, body),
    }),
  ];
}
