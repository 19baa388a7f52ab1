import { z } from 'zod';
import { COMMON_TERMS, described } from '../../http/schemas/described';
import { isTypePattern, MAX_PATTERN_LENGTH, TYPE_PATTERNS } from '../../../domain/events/event-types';
import { MAX_URL_LENGTH } from '../../../domain/events/webhooks/addresses';
import { MAX_WEBHOOKS_PER_CLIENT, WEBHOOK_READ_ONLY } from '../../../domain/events/webhooks/webhook';
import type { WebhookAddresses } from '../../../ports/events/webhooks/webhook-addresses';
import type { Webhooks } from '../../../use-cases/events/webhooks';
import { COMMON_SORTS, listBody, listPage, listQuery } from '../../http/requests/list';
import { route, type Route } from '../../http/route';
import { instantBody, list, optional, readOnly, text, textOf, uuid } from '../../http/schemas/schemas';
import { CREATE_WEBHOOK, UPDATE_WEBHOOK } from './webhook-examples';

const PATH = '/webhooks';
const TAG = 'Webhooks';

export const webhookPath = z.object({ id: uuid.describe('The id of the webhook.') });
const webhookList = listQuery({}, {});

const pattern = textOf(MAX_PATTERN_LENGTH, isTypePattern, 'must be a type of events, <resource>.* or *').meta(
  {
    id: 'EventPattern',
    description: 'A type of events, `<resource>.*` or `*`.',
    override: { enum: [...TYPE_PATTERNS] },
  },
);
const types = list(pattern, {
  min: [1, 'must have at least one entry'],
  max: [50, 'must have at most 50 entries'],
});

const WEBHOOK_TERMS = {
  ...COMMON_TERMS,
  url: 'The address that events are sent to: an https URL with a public address, without user information and fragment; at most 2,048 characters.',
  types:
    'The types of events that are sent: exact types such as `document.created`, all types of a resource as `document.*`, or `*` for all; 1 to 50 entries.',
  description:
    'What the webhook is for, in your words; the service does not use it. `null` when there is none.',
  active: 'Whether events are sent; by default `true`.',
  disabled_at:
    'When the service turned the webhook off: after five days of failures, or a response with the status 410. `null` while it is on, and when the client turned it off.',
} as const;

const webhookBody = z.object(
  described(
    {
      id: z.string(),
      url: z.string(),
      types: z.array(pattern),
      description: z.string().nullable(),
      active: z.boolean(),
      disabled_at: instantBody.nullable(),
      created_at: instantBody,
      updated_at: instantBody,
    },
    WEBHOOK_TERMS,
  ),
);
const shownBody = webhookBody.meta({ id: 'Webhook' });
const withSecret = webhookBody
  .extend({
    secret: z.string().meta({
      description:
        'The secret that signs the requests: `whsec_` and 32 bytes in base64. It is shown only in this response.',
    }),
  })
  .meta({ id: 'WebhookWithSecret' });

/** Webhooks of the calling client. Deliveries have routes of their own. */
export function webhookRoutes(webhooks: Webhooks, addresses: WebhookAddresses): Route[] {
  const { webhookInput, webhookPatch } = bodiesOf(addresses);
  return [
    route({
      method: 'get',
      path: PATH,
      operation: {
        id: 'listWebhooks',
        tag: TAG,
        summary: 'List webhooks',
        description: 'Only the webhooks of the calling client.',
      },
      access: 'token',
      query: webhookList,
      response: listBody(shownBody),
      handle: ({ unit, caller, query }) =>
        listPage(PATH, query, COMMON_SORTS, (page) => webhooks.list(unit, caller, query, page)),
    }),
    route({
      method: 'post',
      path: PATH,
      operation: {
        id: 'createWebhook',
        tag: TAG,
        summary: 'Create a webhook',
        description: `Events that follow are sent to \`url\`, signed as [Standard Webhooks](https://www.standardwebhooks.com) describes. A client has at most ${MAX_WEBHOOKS_PER_CLIENT} webhooks. Types that its permissions do not let it read are refused; \`*\` stands for those that it may read.`,
        errors: ['insufficient_permissions'],
        examples: CREATE_WEBHOOK,
      },
      access: 'token',
      body: webhookInput,
      status: 201,
      response: withSecret,
      has_secret: true,
      location: ({ id }: { id: string }) => `${PATH}/${id}`,
      handle: ({ unit, caller, body }) => webhooks.create(unit, caller, body),
    }),
    route({
      method: 'get',
      path: `${PATH}/:id`,
      operation: {
        id: 'getWebhook',
        tag: TAG,
        summary: 'Get a webhook',
        description: 'Without its secret, which is shown only once.',
      },
      access: 'token',
      params: webhookPath,
      response: shownBody,
      handle: ({ unit, caller, params }) => webhooks.get(unit, caller, params.id),
    }),
    route({
      method: 'patch',
      path: `${PATH}/:id`,
      operation: {
        id: 'updateWebhook',
        tag: TAG,
        summary: 'Change a webhook',
        description:
          '`active: false` turns it off: its pending deliveries fail, and events pass by. `active: true` turns it on for the events that follow.',
        errors: ['insufficient_permissions'],
        examples: UPDATE_WEBHOOK,
      },
      access: 'token',
      params: webhookPath,
      body: webhookPatch,
      response: shownBody,
      handle: ({ unit, caller, params, body, if_match }) =>
        webhooks.update(unit, caller, params.id, body, if_match),
    }),
    route({
      method: 'delete',
      path: `${PATH}/:id`,
      operation: {
        id: 'deleteWebhook',
        tag: TAG,
        summary: 'Delete a webhook',
        description: 'Pending deliveries are not sent any more.',
      },
      access: 'token',
      params: webhookPath,
      status: 204,
      response: 'none',
      handle: ({ unit, caller, params, if_match }) => webhooks.delete(unit, caller, params.id, if_match),
    }),
    route({
      method: 'post',
      path: `${PATH}/:id/secret`,
      operation: {
        id: 'rotateWebhookSecret',
        tag: TAG,
        summary: 'Replace the secret of a webhook',
        description: 'The previous secret signs along for 24 hours.',
      },
      access: 'token',
      params: webhookPath,
      response: withSecret,
      has_secret: true,
      handle: ({ unit, caller, params }) => webhooks.rotateSecret(unit, caller, params.id),
    }),
  ];
}

function bodiesOf(addresses: WebhookAddresses) {
  const url = z
    .string()
    .superRefine((value, context) => {
      const fault = addresses.urlFault(value);
      if (fault !== undefined) context.addIssue(fault);
    })
    .meta({
      override: { format: 'uri', maxLength: MAX_URL_LENGTH },
    });
  const fields = { description: optional(text(5000)) };
  const webhookInput = z
    .strictObject(described({ url, types, ...fields, active: optional(z.boolean()) }, WEBHOOK_TERMS))
    .meta({ id: 'WebhookInput' });
  const webhookPatch = z
    .strictObject({
      ...described(
        { url: url.optional(), types: types.optional(), ...fields, active: z.boolean().optional() },
        WEBHOOK_TERMS,
      ),
      ...readOnly(WEBHOOK_READ_ONLY),
    })
    .meta({ id: 'WebhookPatch' });
  return { webhookInput, webhookPatch };
}
