import { z } from 'zod';
import { PEPPOL_STATUSES } from '../../../domain/documents/document-status';
import { REFUSAL_KINDS, type RefusalKind } from '../../../domain/e-invoicing/message-refusal';
import { addDays } from '../../../domain/values/calendar';
import type { TransmissionFilters } from '../../../ports/e-invoicing/transmission-repository';
import type { Attention } from '../../../use-cases/attention';
import type { RefusedMessages } from '../../../use-cases/e-invoicing/refused-messages';
import type { Transmissions } from '../../../use-cases/e-invoicing/transmissions';
import { notFound } from '../../http/responses/envelope';
import type { RawRouteSpec } from '../../http/route';
import { date, text, uuid } from '../../http/schemas/schemas';
import { COMMON_ORDERS, type Filters, shownList } from '../lists';
import { noticeOf } from '../notices';
import type { Pages } from '../page';
import { ALL_TRANSMISSIONS, ATTENTION, concernGroups, REFUSALS } from './attention-groups';

/** Cases of each group on the page. One more shows that there are others. */
const SHOWN = 100;

const TRANSMISSION_LIST = {
  filters: { state: z.enum(PEPPOL_STATUSES), receiver: text() },
  orders: COMMON_ORDERS,
};

const REFUSAL_LIST = {
  filters: { receiver: text(), kind: z.enum(REFUSAL_KINDS), from: date, to: date },
  orders: COMMON_ORDERS.slice(0, 2),
};

/** Days are in UTC, as the times of the list. */
function refusalFilters({ receiver, kind, from, to }: Filters) {
  return {
    receiver,
    kind: kind as RefusalKind | undefined,
    updated_since: from === undefined ? undefined : new Date(from), // messages never change
    before: to === undefined ? undefined : new Date(addDays(to, 1)),
  };
}

/** What needs attention, and the lists of all companies behind it. */
export function attentionPages(
  pages: Pages,
  attention: Attention,
  transmissions: Transmissions,
  refused: RefusedMessages,
): RawRouteSpec[] {
  return [
    pages.show(ATTENTION, async (visit) => ({
      view: 'attention/attention',
      title: 'Attention',
      section: 'overview',
      notice: noticeOf(visit.query),
      model: {
        groups: concernGroups(await attention.lists(visit.unit, SHOWN + 1)),
        shown: SHOWN,
        back: ATTENTION,
      },
    })),
    pages.show(ALL_TRANSMISSIONS, async (visit) => {
      const list = await shownList(ALL_TRANSMISSIONS, visit, TRANSMISSION_LIST, (filters, page) =>
        transmissions.listOfAll(visit.unit, filters as TransmissionFilters, page),
      );
      const model = { list, states: PEPPOL_STATUSES, chosen: visit.query };
      return { view: 'attention/transmissions', title: 'Transmissions', section: 'transmissions', model };
    }),
    pages.show(REFUSALS, async (visit) => {
      const list = await shownList(REFUSALS, visit, REFUSAL_LIST, (filters, page) =>
        refused.list(visit.unit, refusalFilters(filters), page),
      );
      const model = { list, kinds: REFUSAL_KINDS, chosen: visit.query };
      return { view: 'attention/refusals', title: 'Refused messages', section: 'transmissions', model };
    }),
    pages.file(`${REFUSALS}/:id/file`, async ({ unit, params }) => {
      const id = uuid.safeParse(params.id);
      if (!id.success) throw notFound();
      const bytes = await refused.getContent(unit, id.data);
      return { content_type: 'application/octet-stream', filename: `${id.data}.xml`, bytes };
    }),
  ];
}
