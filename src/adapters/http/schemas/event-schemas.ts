import { z } from 'zod';
import { EVENT_TYPES, RESOURCE_TYPES } from '../../../domain/events/event';
import { isTypePattern } from '../../../domain/events/event-types';
import type { EventPage } from '../../../ports/events/event-log';
import type { FeedRequest } from '../../../use-cases/events/event-feed';
import { filter } from '../requests/parse';
import { clientId } from './client-schemas';
import { textOf, uuid } from './schemas';

const MAX_LIMIT = 1_000;
const DEFAULT_LIMIT = 100;
/** The longest time that an answer waits for an event, in seconds. */
export const MAX_WAIT_S = 30;
const MAX_TYPES_LENGTH = 2_000;

/** A whole number in a query. */
function whole(min: number, max: number, fallback: number) {
  const isInside = (value: string) =>
    /^(0|[1-9]\d*)$/.test(value) && Number(value) >= min && Number(value) <= max;
  return textOf(16, isInside, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .default(fallback)
    .meta({
      override: { type: 'integer', minimum: min, maximum: max, default: fallback, pattern: undefined },
    });
}

const arePatterns = (value: string) => value.split(',').every(isTypePattern);

/** The position that a page of events or checkpoints follows; 0 is before the first. */
export const after = whole(0, Number.MAX_SAFE_INTEGER, 0);

const ofResource = <T extends z.ZodType<string>>(id: T) =>
  filter(id.optional().meta({ description: 'Only events of this resource.' }));

/** The query of a client's feed. */
export const feedQuery = z.strictObject({
  after: after.meta({
    description: 'Position of the last event that the caller has seen.',
  }),
  limit: whole(1, MAX_LIMIT, DEFAULT_LIMIT),
  types: filter(
    textOf(
      MAX_TYPES_LENGTH,
      arePatterns,
      'must be types of events, `<resource>.*` or `*`, separated by commas',
    )
      .optional()
      .meta({ description: 'Separated by commas: exact types, `<resource>.*`, or `*`.' }),
  ),
  resource_id: ofResource(uuid),
  wait_s: whole(0, MAX_WAIT_S, 0).meta({
    description: 'How long the answer may wait for an event, in seconds.',
  }),
});

/** The query of the operators' feed. It has the events of clients, whose ids may be texts of an earlier system. */
export const managedFeedQuery = feedQuery.extend({ resource_id: ofResource(clientId) });

export const eventBody = z
  .object({
    id: z.string(),
    position: z.int().meta({ description: '1, 2, 3 … without a gap per company.' }),
    type: z.enum(EVENT_TYPES).meta({ description: '`<resource>.<what happened>`' }),
    occurred_at: z.string().meta({ format: 'date-time' }),
    actor: z.object({
      kind: z.enum(['client', 'operator', 'network', 'service']),
      id: z.string().nullable(),
    }),
    request_id: z
      .string()
      .nullable()
      .meta({ description: '`X-Request-ID` of the request that made the change.' }),
    resource: z.object({
      type: z.enum(RESOURCE_TYPES),
      id: z.string(),
      version: z.int().nullable().meta({ description: 'The version in the ETag.' }),
    }),
    changed: z.array(z.string()).meta({ description: 'Members of the resource that differ.' }),
    data: z.record(z.string(), z.unknown()),
    digest: z.string().nullable().meta({ description: 'SHA-256 of the resource, in hexadecimal.' }),
    previous_hash: z.string(),
    hash: z.string(),
  })
  .meta({ id: 'Event' });

export const feedBody = z
  .object({
    data: z.array(eventBody),
    after: z.int().meta({ description: 'Where to go on.' }),
  })
  .meta({ id: 'EventFeed' });

export const headBody = z
  .object({
    position: z.int(),
    hash: z.string(),
    occurred_at: z.date().nullable().meta({ description: 'null before the first event.' }),
  })
  .meta({ id: 'EventHead' });

/** @param types - the types that the reader gets */
export function requestOf(query: z.infer<typeof feedQuery>, types: readonly string[]): FeedRequest {
  return { ...query, resource_id: query.resource_id, types };
}

export function answerOf({ events, after }: EventPage): z.infer<typeof feedBody> {
  return {
    data: events.map(({ body }) => JSON.parse(body) as z.infer<typeof feedBody>['data'][number]),
    after,
  };
}
