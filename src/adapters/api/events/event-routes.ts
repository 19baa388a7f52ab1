import { EVENT_TYPES } from '../../../domain/events/event';
import { isReadable, typesOf } from '../../../domain/events/event-types';
import type { EventFeed } from '../../../use-cases/events/event-feed';
import { route, type Route } from '../../http/route';
import { responseOf, feedBody, feedQuery, headBody, requestOf } from '../../http/schemas/event-schemas';

export function eventRoutes(feed: EventFeed): Route[] {
  return [
    route({
      method: 'get',
      path: '/events',
      operation: {
        id: 'listEvents',
        tag: 'Events',
        summary: 'List events in the order of their positions',
        description:
          'Shown are the events of resources that the permissions of the token let it read. A reader that asks `after` the last position it has seen misses no event.',
        errors: ['invalid_filter', 'too_many_requests'],
      },
      access: 'token',
      query: feedQuery,
      response: feedBody,
      waits_s: ({ wait_s }) => wait_s,
      handle: async ({ caller, query, closed }) => {
        const asked = query.types?.split(',').flatMap(typesOf) ?? EVENT_TYPES;
        const types = [...new Set(asked)].filter((type) => isReadable(type, caller.scope));
        const reader = { id: caller.client_id, signal: closed() };
        return responseOf(await feed.read(caller.company_id, requestOf(query, types), reader));
      },
    }),
    route({
      method: 'get',
      path: '/events/head',
      operation: {
        id: 'getEventHead',
        tag: 'Events',
        summary: 'Get position and hash of the last event',
        description:
          'The hash covers all events of the company. Who keeps it can show later that none of them was altered.',
      },
      access: 'token',
      response: headBody,
      handle: ({ caller }) => feed.head(caller.company_id),
    }),
  ];
}
