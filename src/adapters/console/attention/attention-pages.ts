import { z } from 'zod';
import { PEPPOL_STATUSES } from '../../../domain/documents/lifecycle';
import type { TransmissionFilters } from '../../../ports/e-invoicing/transmission-repository';
import type { Attention } from '../../../use-cases/attention';
import type { RefusedMessages } from '../../../use-cases/e-invoicing/refused-messages';
import type { Transmissions } from '../../../use-cases/e-invoicing/transmissions';
import { notFound } from '../../http/answers/envelope';
import type { RawRouteSpec } from '../../http/route';
import { text, uuid } from '../../http/schemas/schemas';
import { COMMON_ORDERS, shownList } from '../lists';
import { noticeOf } from '../notices';
import type { Pages } from '../page';
import { ALL_TRANSMISSIONS, ATTENTION, concernGroups, REFUSALS } from './attention-groups';

/** Cases of each group on the page. One more shows that there are others. */
const SHOWN = 100;

const TRANSMISSION_LIST = {
  filters: { state: z.enum(PEPPOL_STATUSES), receiver: text() },
  orders: COMMON_ORDERS,
};

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
      const list = await shownList(REFUSALS, visit, {}, (_filters, page) =>
        refused.list(visit.unit, {}, page),
      );
      return {
        view: 'attention/refusals',
        title: 'Refused messages',
        section: 'transmissions',
        model: { list },
      };
    }),
    pages.file(`${REFUSALS}/:id/file`, async ({ unit, params }) => {
      const id = uuid.safeParse(params.id);
      if (!id.success) throw notFound();
      const bytes = await refused.getContent(unit, id.data);
      return { content_type: 'application/octet-stream', filename: `${id.data}.xml`, bytes };
    }),
  ];
}
