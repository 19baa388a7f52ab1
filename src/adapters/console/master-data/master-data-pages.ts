import { z } from 'zod';
import { STANDARD_COLOR } from '../../../domain/master-data/branding';
import type { Companies } from '../../../use-cases/master-data/companies';
import type { BankAccounts } from '../../../use-cases/master-data/bank-accounts';
import type { Brandings } from '../../../use-cases/master-data/brandings';
import type { NumberingIntegrity } from '../../../use-cases/numbering/numbering-integrity';
import type { RawRouteSpec } from '../../http/route';
import { text } from '../../http/schemas/schemas';
import { BY_NAME, COMMON_ORDERS, shownList } from '../lists';
import { idIn, type Pages } from '../page';
import { companyPath } from '../paths';
import { type RelationParts, relationPages } from './relation-pages';

export interface MasterDataParts extends RelationParts {
  readonly companies: Companies;
  readonly numbering: NumberingIntegrity;
  readonly bank_accounts: BankAccounts;
  readonly brandings: Brandings;
}

const flag = z.enum(['true', 'false']);
const flagOf = (text: string | undefined) => (text === undefined ? undefined : text === 'true');

const BANK_ACCOUNT_LIST = {
  filters: { q: text(100), default: flag, manual: flag },
  orders: [...COMMON_ORDERS, { value: 'reference', label: 'IBAN' }],
  sorts: { reference: 'text' },
} as const;

const BRANDING_LIST = {
  filters: { q: text(100), default: flag },
  ...BY_NAME,
} as const;

/** Journals, bank accounts, brandings and relations of a company, to read only: clients change them through the API. */
export function masterDataPages(pages: Pages, parts: MasterDataParts): RawRouteSpec[] {
  const { companies, numbering, bank_accounts, brandings } = parts;
  return [
    pages.show(companyPath(':id', '/journals'), async (visit) => {
      const company = await companies.get(visit.unit, idIn(visit, 'id'));
      const journals = await numbering.check(visit.unit, company);
      const model = { company, journals };
      return { view: 'master-data/journals', title: 'Journals', company, tab: 'journals', model };
    }),
    pages.show(companyPath(':id', '/bank-accounts'), async (visit) => {
      const company = await companies.get(visit.unit, idIn(visit, 'id'));
      const path = companyPath(company.id, '/bank-accounts');
      const list = await shownList(path, visit, BANK_ACCOUNT_LIST, ({ q, ...flags }, page) => {
        const filters = { q, default: flagOf(flags.default), manual: flagOf(flags.manual) };
        return bank_accounts.list(visit.unit, company.id, filters, page);
      });
      const model = { company, list, chosen: visit.query };
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
      const path = companyPath(company.id, '/brandings');
      const list = await shownList(path, visit, BRANDING_LIST, (filters, page) =>
        brandings.list(visit.unit, company.id, { q: filters.q, default: flagOf(filters.default) }, page),
      );
      const model = { company, list, chosen: visit.query, standard_color: STANDARD_COLOR };
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
