import { z } from 'zod';
import { DELIVERY_STATES, MAX_ANSWER_LENGTH } from '../../../domain/events/webhooks/delivery';
import { MAX_REPLAYED, type WebhookDeliveries } from '../../../use-cases/events/webhook-deliveries';
import { COMMON_SORTS, listBody, listPage, listQuery } from '../../http/requests/list';
import { route, type Route } from '../../http/route';
import { instantBody, list, uuid } from '../../http/schemas/schemas';
import { webhookPath } from './webhook-routes';

const PATH = '/webhooks/:id';
const TAG = 'Webhooks';

const deliveryList = listQuery({ state: z.enum(DELIVERY_STATES) }, {});

const attemptBody = z
  .object({
    at: z.iso.datetime(),
    status: z.int().nullable(),
    duration_ms: z.int(),
    error: z.string().nullable().meta({ description: 'Why it failed; `null` when it was delivered.' }),
    answer: z
      .string()
      .nullable()
      .meta({ description: `The first ${MAX_ANSWER_LENGTH} characters of the response.` }),
  })
  .meta({ id: 'WebhookAttempt' });

const deliveryBody = z
  .object({
    id: z.string(),
    event_id: z.string(),
    type: z.string(),
    state: z.enum(DELIVERY_STATES),
    attempts: z.array(attemptBody),
    next_attempt_at: instantBody.nullable(),
    created_at: instantBody,
    updated_at: instantBody,
  })
  .meta({ id: 'WebhookDelivery' });

const replayInput = z
  .strictObject({
    after: z.int().min(0, 'must not be negative').optional(),
    event_ids: list(uuid, {
      min: [1, 'must have at least one entry'],
      max: [1_000, 'must have at most 1000 entries'],
    }).optional(),
    failed: z.literal(true, 'must be true').optional(),
  })
  .refine(
    ({ after, event_ids, failed }) =>
      [after, event_ids, failed].filter((one) => one !== undefined).length === 1,
    'must have one of after, event_ids and failed',
  )
  .meta({ id: 'WebhookReplay', override: { minProperties: 1, maxProperties: 1 } });

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
