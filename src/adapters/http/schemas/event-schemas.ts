import { z } from 'zod';
import { described } from './described';
import { ACTOR_KINDS, EVENT_TYPES, RESOURCE_TYPES } from '../../../domain/events/event';
import { isTypePattern } from '../../../domain/events/event-types';
import type { EventPage } from '../../../ports/events/event-log';
import type { FeedRequest } from '../../../use-cases/events/event-feed';
import { filter } from '../requests/parse';
import { clientId } from './client-schemas';
import { textOf, uuid, whole } from './schemas';

const MAX_LIMIT = 1_000;
const DEFAULT_LIMIT = 100;
/** The longest time that a response waits for an event, in seconds. */
const MAX_WAIT_S = 30;
const MAX_TYPES_LENGTH = 2_000;

const arePatterns = (value: string) => value.split(',').every(isTypePattern);

/** The position that a page of events or checkpoints follows; 0 is before the first. */
export const after = whole(0, Number.MAX_SAFE_INTEGER, 0);

const ofResource = <T extends z.ZodType<string>>(id: T) =>
  filter(id.optional().meta({ description: 'Only events of this resource.' }));

/** The query of a client's feed. */
export const feedQuery = z.strictObject({
  after: after.meta({
    description:
      'The position of the last event that the caller has seen; events after it are returned. By default 0, before the first event.',
  }),
  limit: whole(1, MAX_LIMIT, DEFAULT_LIMIT).meta({
    description: `The number of events, 1 to ${MAX_LIMIT}; by default ${DEFAULT_LIMIT}.`,
  }),
  types: filter(
    textOf(
      MAX_TYPES_LENGTH,
      arePatterns,
      'must be types of events, `<resource>.*` or `*`, separated by commas',
    )
      .optional()
      .meta({
        description:
          'Only events of these types, separated by commas: exact types such as `document.sent`, all of a resource as `document.*`, or `*` for all, which is the default.',
      }),
  ),
  resource_id: ofResource(uuid),
  wait_s: whole(0, MAX_WAIT_S, 0).meta({
    description: `How long the response waits for an event when there is none, in seconds: 0 to ${MAX_WAIT_S}. By default 0, which does not wait.`,
  }),
});

/** The query of the operators' feed. It has the events of clients, whose ids may be texts of an earlier system. */
export const managedFeedQuery = feedQuery.extend({ resource_id: ofResource(clientId) });

const actorBody = z.object(
  described(
    { kind: z.enum(ACTOR_KINDS), id: z.string().nullable() },
    {
      kind: '`client`: a client of this API. `operator`: management. `network`: the e-invoicing network. `service`: the service itself.',
      id: 'The `client_id` of a client, the `sub` of an operator who signed in by OpenID Connect; otherwise `null`.',
    },
  ),
);

const resourceBody = z.object(
  described(
    { type: z.enum(RESOURCE_TYPES), id: z.string(), version: z.int().nullable() },
    {
      type: 'The kind of the resource, as in the `type` of the event before the dot.',
      id: 'The id of the resource.',
      version: 'The version after the change, as in its `ETag`. `null` where there is none.',
    },
  ),
);

export const eventBody = z
  .object(
    described(
      {
        id: z.string(),
        position: z.int(),
        type: z.enum(EVENT_TYPES),
        occurred_at: z.string().meta({ format: 'date-time' }),
        actor: actorBody,
        request_id: z.string().nullable(),
        resource: resourceBody,
        changed: z.array(z.string()),
        data: z.record(z.string(), z.unknown()),
        digest: z.string().nullable(),
        previous_hash: z.string(),
        hash: z.string(),
      },
      {
        id: 'The id of the event, a UUID; the same in the feed and in webhooks.',
        position: 'The position in the log of the company: 1, 2, 3 … without a gap.',
        type: 'What happened: `<resource>.<what happened>`, such as `document.created`.',
        occurred_at: 'When the change was made. It can be earlier than that of the previous position.',
        actor: 'Who made the change.',
        request_id: 'The `X-Request-ID` of the request that made the change. `null` when no request made it.',
        resource: 'The resource that changed.',
        changed:
          'The top-level members of the resource that differ, sorted. Empty when the resource was created or deleted.',
        data: 'What a reader needs without another request, such as `number`, `status` and `totals` of a document. No personal data beyond names and ids.',
        digest:
          'SHA-256 of the resource as its GET returned it after the change, in lower-case hexadecimal (RFC 8785 form); of an attachment that of its bytes. `null` for a company and a client.',
        previous_hash: 'The `hash` of the previous position; 64 zeros before the first event.',
        hash: 'SHA-256 over `previous_hash` and the content of the event, in lower-case hexadecimal.',
      },
    ),
  )
  .meta({ id: 'Event' });

export const feedBody = z
  .object(
    described(
      { data: z.array(eventBody), after: z.int() },
      {
        data: 'The events, in the order of their positions.',
        after: 'The `after` of the next request. It also passes events that are not shown.',
      },
    ),
  )
  .meta({ id: 'EventFeed' });

export const headBody = z
  .object(
    described(
      { position: z.int(), hash: z.string(), occurred_at: z.date().nullable() },
      {
        position: 'The position of the last event; 0 before the first.',
        hash: 'The `hash` of the last event; 64 zeros before the first.',
        occurred_at: 'When the last event occurred. `null` before the first.',
      },
    ),
  )
  .meta({ id: 'EventHead' });

/** @param types - the types that the reader gets */
export function requestOf(query: z.infer<typeof feedQuery>, types: readonly string[]): FeedRequest {
  return { ...query, resource_id: query.resource_id, types };
}

export function responseOf({ events, after }: EventPage): z.infer<typeof feedBody> {
  return {
    data: events.map(({ body }) => JSON.parse(body) as z.infer<typeof feedBody>['data'][number]),
    after,
  };
}
