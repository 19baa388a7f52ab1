import type { Companies } from '../../../use-cases/master-data/companies';
import type { BankAccounts } from '../../../use-cases/master-data/bank-accounts';
import type { Brandings } from '../../../use-cases/master-data/brandings';
import type { NumberingIntegrity } from '../../../use-cases/numbering/numbering-integrity';
import type { RawRouteSpec } from '../../http/route';
import { COMMON_ORDERS, shownList } from '../lists';
import { idIn, type Pages } from '../page';
import { companyPath } from '../paths';
import { type RelationParts, relationPages } from './relation-pages';

export interface MasterDataParts extends RelationParts {
  readonly companies: Companies;
  readonly numbering: NumberingIntegrity;
  readonly bank_accounts: BankAccounts;
  readonly brandings: Brandings;
}

/** Journals, bank accounts, brandings and relations of a company, to read only: clients change them through the API. */
export function masterDataPages(pages: Pages, parts: MasterDataParts): RawRouteSpec[] {
  const { companies, numbering, bank_accounts, brandings } = parts;
  const LIST = { orders: COMMON_ORDERS };
  return [
    pages.show(companyPath(':id', '/journals'), async (visit) => {
      const company = await companies.get(visit.unit, idIn(visit, 'id'));
      const journals = await numbering.check(visit.unit, company);
      const model = { company, journals };
      return { view: 'master-data/journals', title: 'Journals', company, tab: 'journals', model };
    }),
    pages.show(companyPath(':id', '/bank-accounts'), async (visit) => {
      const company = await companies.get(visit.unit, idIn(visit, 'id'));
      const list = await shownList(companyPath(company.id, '/bank-accounts'), visit, LIST, (_filters, page) =>
        bank_accounts.list(visit.unit, company.id, {}, page),
      );
      const model = { company, list };
      return {
        view: 'master-data/bank-accounts',
        title: 'Bank accounts',
        company,
        tab: 'bank-accounts',
        model,
      };
    }),
    pages.show(companyPath(':id', '/brandings'), async (visit) => {
      const company = await companies.get(visit.unit, idIn(visit, 'id'));
      const list = await shownList(companyPath(company.id, '/brandings'), visit, LIST, (_filters, page) =>
        brandings.list(visit.unit, company.id, {}, page),
      );
      const model = { company, list };
      return { view: 'master-data/brandings', title: 'Brandings', company, tab: 'brandings', model };
    }),
    pages.file(companyPath(':id', '/brandings/:branding_id/logo'), (visit) =>
      brandings
        .getLogo(visit.unit, idIn(visit, 'id'), idIn(visit, 'branding_id'))
        .then(({ content_type, filename, bytes }) => ({ content_type, filename, bytes })),
    ),
    ...relationPages(pages, parts),
  ];
}
