import path from 'node:path';
import { Eta } from 'eta';
import type { Company } from '../../domain/master-data/company';
import { addressLines } from '../../domain/master-data/address-lines';
import { shownIban } from '../../domain/values/iban';
import { asset } from './assets';
import { ago, amount, count, day, exact, instant, iso, words } from './formats';
import { clientPath, companyPath, CONSOLE, documentPath, withQuery } from './paths';
import type { Session } from './sessions/sessions';

/** Templates escape all values. Only HTML of the templates themselves is inserted unescaped (`~`). */
const eta = new Eta({ views: path.join(__dirname, 'views'), cache: true, autoEscape: true });

/** Tabs of a company's pages. */
export type CompanyTab =
  | 'overview'
  | 'documents'
  | 'transmissions'
  | 'relations'
  | 'journals'
  | 'bank-accounts'
  | 'brandings'
  | 'events'
  | 'clients'
  | 'settings';

/** A page to render. */
export interface View {
  /** Name of the template in `views/`. */
  readonly view: string;
  readonly title: string;
  readonly status?: number;
  /** The company that the page belongs to. */
  readonly company?: Pick<Company, 'id' | 'name'>;
  readonly tab?: CompanyTab;
  readonly section?: 'overview' | 'companies' | 'transmissions' | 'search' | 'sessions';
  /** What the search box of the page has, if it is not empty. */
  readonly searched?: { readonly q: string; readonly company: Pick<Company, 'id' | 'name'> | undefined };
  /** Message at the top of the page: the result of a form. */
  readonly notice?: string | undefined;
  readonly model: object;
}

/** Values that every template can use beside its own model. */
const COMMON = {
  asset,
  format: { addressLines, ago, amount, count, day, exact, instant, iso, shownIban, words },
  paths: { CONSOLE, companyPath, clientPath, documentPath, withQuery },
};

export function render({ view, model, ...page }: View, session: Session | undefined): string {
  const person = session?.person ?? undefined;
  const may_change = person?.role !== 'viewer';
  const html = eta.render(view, {
    ...COMMON,
    ...model,
    page,
    person,
    may_change,
    form_token: session?.form_token,
  });
  return may_change ? html : withoutForms(html);
}

/**
 * The page as a viewer sees it, without forms that change something. Only such forms have a form token. Of a form that
 * shows data (`data-shows`) the fields stay, disabled. Values in a page are escaped, so they contain no tags.
 */
function withoutForms(html: string): string {
  return html
    .replace(/<details class="action">.*?<\/details>/gs, '')
    .replace(/<form\b([^>]*)>(.*?)<\/form>/gs, (form, attributes: string, content: string) => {
      if (!content.includes('name="form_token"')) return form;
      return attributes.includes('data-shows') ? readOnly(content) : '';
    })
    .replace(/<div class="buttons">\s*<\/div>/g, '');
}

function readOnly(content: string): string {
  const fields = content
    .replace(/<input type="hidden"[^>]*>/g, '')
    .replace(/<div class="actions">.*?<\/div>/gs, '')
    .replace(/<(input|select|textarea)\b/g, '<$1 disabled');
  return `<div class="panel">${fields}</div>`;
}
