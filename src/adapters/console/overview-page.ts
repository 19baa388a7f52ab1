import { OVERVIEW_DAYS, type Overview, type OverviewFigures } from '../../use-cases/documents/overview';
import type { RawRouteSpec } from '../http/route';
import { barChart, ring } from './charts';
import type { Pages } from './page';
import { CONSOLE } from './paths';

/** Activity in the whole installation. */
export function overviewPage(pages: Pages, overview: Overview): RawRouteSpec {
  return pages.show(CONSOLE, async () => ({
    view: 'overview',
    title: 'Overview',
    section: 'overview',
    model: { figures: shownFigures(await overview.figures()) },
  }));
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
