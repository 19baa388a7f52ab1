import type { Companies } from '../../use-cases/master-data/companies';
import type { Attention } from '../../use-cases/attention';
import { OVERVIEW_DAYS, type Overview, type OverviewFigures } from '../../use-cases/documents/overview';
import type { RawRouteSpec } from '../http/route';
import { concernGroups } from './attention/attention-groups';
import { barChart, ring } from './charts';
import type { Pages } from './page';
import { noticeOf } from './notices';
import { CONSOLE } from './paths';

/** Cases of each group that are shown, and up to which they are counted. */
const SHOWN = 3;
const COUNTED = 100;

/** What needs attention, and activity, in the whole installation. */
export function overviewPage(
  pages: Pages,
  overview: Overview,
  attention: Attention,
  companies: Companies,
): RawRouteSpec {
  return pages.show(CONSOLE, async (visit) => {
    const [figures, lists, some_company] = await Promise.all([
      overview.figures(),
      attention.lists(visit.unit, COUNTED + 1),
      companies.list(visit.unit, {}, { sort: '-created_at', limit: 1 }),
    ]);
    return {
      view: 'overview',
      title: 'Overview',
      section: 'overview',
      notice: noticeOf(visit.query),
      model: {
        has_companies: some_company.data.length > 0,
        figures: shownFigures(figures),
        attention: { groups: concernGroups(lists), shown: SHOWN, counted: COUNTED },
        back: CONSOLE,
      },
    };
  });
}

/** The figures with the geometry of their charts. */
export function shownFigures(figures: OverviewFigures) {
  const { documents_per_day: documents, sends_by_status: sends, queue, counted_at } = figures;
  const total = (parts: readonly { readonly count: number }[]) =>
    parts.reduce((sum, { count }) => sum + count, 0);
  const named = sends?.map(({ status, count }) => ({ name: status, count }));
  return {
    days: OVERVIEW_DAYS,
    counted_at,
    queue,
    documents: documents && {
      per_day: documents,
      total: total(documents),
      today: documents.at(-1)?.count ?? 0,
      chart: barChart(documents.map(({ day, count }) => ({ label: day, count }))),
    },
    sends: sends && { by_status: sends, total: total(sends), ring: ring(named ?? []) },
  };
}
