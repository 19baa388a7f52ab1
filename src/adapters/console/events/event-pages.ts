import { DomainError } from '../../../domain/errors';
import { RESOURCE_TYPES } from '../../../domain/events/event';
import { typesOf } from '../../../domain/events/event-types';
import type { Timeline } from '../../../use-cases/events/timeline';
import type { LogVerification } from '../../../use-cases/events/verification';
import type { Companies } from '../../../use-cases/master-data/companies';
import type { RawRouteSpec } from '../../http/route';
import { idIn, type Pages, type Visit } from '../page';
import { companyPath, withQuery } from '../paths';
import { positionIn, shownTimeline } from './shown-events';

const OF_COMPANY = companyPath(':id', '/events');

/** The events of a company, and the verification of its log. */
export function eventPages(
  pages: Pages,
  companies: Companies,
  timeline: Timeline,
  verification: LogVerification,
): RawRouteSpec[] {
  return [
    pages.show(OF_COMPANY, async (visit) => {
      const company = await companies.get(visit.unit, idIn(visit, 'id'));
      const resource = resourceIn(visit);
      const path = companyPath(company.id, '/events');
      const { head, ...page } = await timeline.page(company.id, {
        before: positionIn(visit.query, 'before'),
        after: positionIn(visit.query, 'after'),
        types: resource && typesOf(`${resource}.*`),
      });
      const query = { resource };
      return {
        view: 'events/events',
        title: 'Events',
        company,
        tab: 'events',
        model: {
          company,
          head,
          verified: await verification.lastResult(company.id),
          history: await shownTimeline(visit, timeline, company.id, page, { path, query }),
          resources: RESOURCE_TYPES,
          resource,
        },
      };
    }),
    // A form, and no link: a browser must not start the verification by prefetching an address.
    pages.act(
      `${OF_COMPANY}/verification`,
      async (_form, visit) => {
        const company = await companies.get(visit.unit, idIn(visit, 'id'));
        const path = companyPath(company.id, '/events');
        const addressOf = (position: number) => withQuery(path, { before: String(position + 1) });
        const title = 'Verification';
        let events = 0;
        return {
          page: { view: 'events/verification', title, company, tab: 'events', model: { company } },
          progress: () => ({ view: 'events/checking', title, model: { events } }),
          rest: async () => {
            const onChecked = (checked: number) => (events = checked);
            const report = await verification.verify(visit.unit, company.id, visit.closed(), onChecked);
            return { view: 'events/verification-report', title, model: { report, addressOf } };
          },
        };
      },
      Infinity,
    ),
  ];
}

/** The kind of resource that is shown; undefined: all. @throws DomainError invalid_filter */
function resourceIn({ query }: Visit): (typeof RESOURCE_TYPES)[number] | undefined {
  if (query.resource === undefined) return undefined;
  const resource = RESOURCE_TYPES.find((type) => type === query.resource);
  if (!resource) throw new DomainError('invalid_filter', 'resource: is not a kind of resource');
  return resource;
}
