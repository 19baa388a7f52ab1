import type { PeriodExports } from '../../../use-cases/e-invoicing/period-exports';
import type { RawRouteSpec } from '../../http/route';
import { idIn, type Pages } from '../page';
import { companyPath } from '../paths';

/** Downloads of a period for the books; the form is on the company's page. They may take any time. */
export function exportPages(pages: Pages, exports: PeriodExports): RawRouteSpec[] {
  const download = pages.file(companyPath(':id', '/export'), (visit) => {
    const { from = '', to = '', form } = visit.query;
    const company_id = idIn(visit, 'id');
    return form === 'csv'
      ? exports.salesJournal(visit.unit, company_id, { from, to })
      : exports.files(visit.unit, company_id, { from, to });
  });
  return [{ ...download, waits_s: Infinity }];
}
