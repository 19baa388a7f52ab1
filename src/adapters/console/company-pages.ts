import { DomainError } from '../../domain/errors';
import { monthBefore, today } from '../../domain/values/calendar';
import type { Clock } from '../../ports/clock';
import type { Ids } from '../../ports/ids';
import type { Companies } from '../../use-cases/master-data/companies';
import type { Documents } from '../../use-cases/documents/documents';
import type { Overview } from '../../use-cases/documents/overview';
import type { RawRouteSpec } from '../http/route';
import { text } from '../http/schemas/schemas';
import {
  type CompanyFields,
  companyFormModel,
  companyInputIn,
  companyPatchIn,
  fieldsIn,
  fieldsOf,
  newFields,
} from './company-form';
import { faultOf } from './form';
import { BY_NAME, shownList } from './lists';
import { done, noticeOf } from './notices';
import { shownFigures } from './overview-page';
import { idIn, type Pages } from './page';
import { companyPath, CONSOLE } from './paths';
import type { View } from './views';

const PATH = `${CONSOLE}/companies`;
const ONE = companyPath(':id');
const LATEST = 5;

const COMPANY_LIST = {
  filters: { q: text(100) },
  ...BY_NAME,
} as const;

export function companyPages(
  pages: Pages,
  companies: Companies,
  documents: Documents,
  overview: Overview,
  ids: Ids,
  clock: Clock,
): RawRouteSpec[] {
  return [
    pages.show(PATH, async (visit) => {
      const list = await shownList(PATH, visit, COMPANY_LIST, (filters, page) =>
        companies.list(visit.unit, filters, page),
      );
      const model = { list, chosen: visit.query };
      return { view: 'companies', title: 'Companies', section: 'companies', model };
    }),
    pages.form(`${PATH}/new`, async () => newCompanyPage(newFields(ids.next()))),
    pages.act(PATH, async (form, visit) => {
      const input = companyInputIn(form);
      if ('faults' in input) return newCompanyPage(fieldsIn(form, input.faults), 422);
      const { id, default_journals, ...company } = input.value;
      try {
        await companies.create(visit.unit, company, { default_journals, id });
        return done(companyPath(id), 'company_created');
      } catch (error) {
        if (!isCorrectable(error)) throw error;
        const faults = faultOf(error);
        if ('id' in faults) return done(companyPath(id), 'created_before');
        return newCompanyPage(fieldsIn(form, faults), error.status);
      }
    }),
    pages.show(ONE, async (visit) => {
      const company = await companies.get(visit.unit, idIn(visit, 'id'));
      const page = { sort: '-created_at', limit: LATEST };
      const [latest, figures] = await Promise.all([
        documents.list(visit.unit, company.id, {}, page),
        overview.figures(company.id),
      ]);
      return {
        view: 'company',
        title: company.name,
        company,
        tab: 'overview',
        notice: noticeOf(visit.query),
        model: {
          company,
          figures: shownFigures(figures),
          latest: latest.data,
          period: monthBefore(today(clock.now(), company.timezone)),
        },
      };
    }),
    pages.show(`${ONE}/settings`, async (visit) => {
      const company = await companies.get(visit.unit, idIn(visit, 'id'));
      return settingsPage(company, fieldsOf(company), { notice: noticeOf(visit.query) });
    }),
    pages.act(`${ONE}/settings`, async (form, visit) => {
      const company = await companies.get(visit.unit, idIn(visit, 'id'));
      const patch = companyPatchIn(form, company);
      if ('faults' in patch) return settingsPage(company, fieldsIn(form, patch.faults), { status: 422 });
      try {
        await companies.update(visit.unit, company.id, patch.value, form.versions());
        return done(companyPath(company.id, '/settings'), 'saved');
      } catch (error) {
        if (!isCorrectable(error)) throw error;
        return settingsPage(company, fieldsIn(form, faultOf(error)), { status: error.status });
      }
    }),
  ];
}

/** Whether the user can correct the error in the form, which is then shown again with the submitted values. */
export function isCorrectable(error: unknown): error is DomainError {
  return error instanceof DomainError && error.status === 422;
}

function newCompanyPage(fields: CompanyFields, status = 200): View {
  return {
    view: 'company-new',
    title: 'New company',
    section: 'companies',
    status,
    model: companyFormModel(fields),
  };
}

function settingsPage(
  company: { readonly id: string; readonly name: string },
  fields: CompanyFields,
  page: Pick<View, 'status' | 'notice'>,
): View {
  const model = { company, ...companyFormModel(fields) };
  return { view: 'company-settings', title: 'Settings', company, tab: 'settings', model, ...page };
}
