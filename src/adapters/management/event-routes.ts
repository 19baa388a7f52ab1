import { z } from 'zod';
import { EVENT_TYPES } from '../../domain/events/event';
import { typesOf } from '../../domain/events/event-types';
import type { EventFeed } from '../../use-cases/events/event-feed';
import type { Companies } from '../../use-cases/master-data/companies';
import type { LogVerification } from '../../use-cases/events/verification';
import { route, type Route } from '../http/route';
import { answerOf, feedBody, managedFeedQuery, requestOf } from '../http/schemas/event-schemas';
import { uuid } from '../http/schemas/schemas';

const companyPath = z.object({ id: uuid });

/** The waits of all operators are counted together. No client has this id, since it is longer than theirs. */
const OPERATORS = 'operators'.padEnd(65, '.');

const reportBody = z.object({
  events: z.int(),
  head: z.object({ position: z.int(), hash: z.string() }),
  faults: z.array(z.object({ position: z.int(), reason: z.string() })),
});

/** The log of a company, for operators. */
export function managedEventRoutes(
  feed: EventFeed,
  companies: Companies,
  verification: LogVerification,
): Route[] {
  return [
    route({
      method: 'get',
      path: '/management/companies/:id/events',
      access: 'management',
      params: companyPath,
      query: managedFeedQuery,
      response: feedBody,
      waits_s: ({ wait_s }) => wait_s,
      handle: async ({ unit, params, query, closed }) => {
        const { id } = await companies.get(unit, params.id);
        const types = query.types?.split(',').flatMap(typesOf) ?? EVENT_TYPES;
        const reader = { id: OPERATORS, signal: closed() };
        return answerOf(await feed.read(id, requestOf(query, [...new Set(types)]), reader));
      },
    }),
    route({
      method: 'get',
      path: '/management/companies/:id/events/verify',
      access: 'management',
      params: companyPath,
      response: reportBody,
      waits_s: () => Infinity,
      handle: ({ unit, params, closed }) => verification.verify(unit, params.id, closed()),
    }),
  ];
}
