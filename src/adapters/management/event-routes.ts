import { z } from 'zod';
import { EVENT_TYPES } from '../../domain/events/event';
import { typesOf } from '../../domain/events/event-types';
import type { EventFeed } from '../../use-cases/events/event-feed';
import type { Companies } from '../../use-cases/master-data/companies';
import type { LogVerification } from '../../use-cases/events/verification';
import { route, type Route } from '../http/route';
import { responseOf, feedBody, managedFeedQuery, requestOf } from '../http/schemas/event-schemas';
import { described } from '../http/schemas/described';
import { uuid } from '../http/schemas/schemas';

const companyPath = z.object({ id: uuid.describe('The id of the company.') });

/** The waits of all operators are counted together. No client has this id, since it is longer than theirs. */
const OPERATORS = 'operators'.padEnd(65, '.');

const headBody = z.object(
  described(
    { position: z.int(), hash: z.string() },
    {
      position: 'The position of the last event; 0 before the first.',
      hash: 'The `hash` of the last event; 64 zeros before the first.',
    },
  ),
);

const faultBody = z.object(
  described(
    { position: z.int(), reason: z.string() },
    {
      position: 'The position of the event that the fault is found at.',
      reason: 'What is wrong, in English.',
    },
  ),
);

const reportBody = z
  .object(
    described(
      { events: z.int(), head: headBody, faults: z.array(faultBody) },
      {
        events: 'The number of events that were verified.',
        head: 'The end of the log.',
        faults: 'The first 100 faults; empty when there are none.',
      },
    ),
  )
  .meta({ id: 'VerificationReport' });

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
      operation: {
        id: 'listCompanyEvents',
        tag: 'Companies',
        summary: 'List the events of a company in the order of their positions',
        description:
          'As `GET /events` of the public API, with the events of the company and its clients too. At most 100 requests of operators wait at the same time on a node.',
        errors: ['too_many_requests'],
      },
      access: 'management',
      params: companyPath,
      query: managedFeedQuery,
      response: feedBody,
      waits_s: ({ wait_s }) => wait_s,
      handle: async ({ unit, params, query, closed }) => {
        const { id } = await companies.get(unit, params.id);
        const types = query.types?.split(',').flatMap(typesOf) ?? EVENT_TYPES;
        const reader = { id: OPERATORS, signal: closed() };
        return responseOf(await feed.read(id, requestOf(query, [...new Set(types)]), reader));
      },
    }),
    route({
      method: 'get',
      path: '/management/companies/:id/events/verify',
      operation: {
        id: 'verifyCompanyEvents',
        tag: 'Companies',
        summary: 'Verify the log of events of a company',
        description:
          'Recomputes positions and hashes, and compares each resource with the digest of its latest event. It takes as long as the log needs: about half a minute for a million events. While it works, a space is sent every 9.5 s before the JSON, with status 200; when it fails after that, the connection ends.',
      },
      access: 'management',
      params: companyPath,
      response: reportBody,
      waits_s: () => Infinity,
      handle: ({ unit, params, closed }) => verification.verify(unit, params.id, closed()),
    }),
  ];
}
