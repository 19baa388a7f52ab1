import path from 'node:path';
import { Eta } from 'eta';
import type { Company } from '../../domain/master-data/company';
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
  format: { ago, amount, count, day, exact, instant, iso, words },
  paths: { CONSOLE, companyPath, clientPath, documentPath, withQuery },
};

export function render({ view, model, ...page }: View, session: Session | undefined): string {
  const person = session?.person ?? undefined;
  const html = eta.render(view, { ...COMMON, ...model, page, form_token: session?.form_token, person });
  return person?.role === 'viewer' ? withoutForms(html) : html;
}

/**
 * The page as a viewer sees it: the fields of forms that change something are disabled, and their buttons are absent.
 * Only such forms have a form token. Values in a page are escaped, so they contain no tags.
 */
function withoutForms(html: string): string {
  return html.replace(/<form\b[^>]*>.*?<\/form>/gs, (form) =>
    form.includes('name="form_token"')
      ? form.replace(/<button\b.*?<\/button>/gs, '').replace(/<(input|select|textarea)\b/g, '<$1 disabled')
      : form,
  );
}
