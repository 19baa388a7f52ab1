import path from 'node:path';
import { Eta } from 'eta';
import type { Company } from '../../domain/master-data/company';
import { asset } from './assets';
import { amount, count, day, instant, iso, words } from './formats';
import { clientPath, companyPath, CONSOLE, documentPath, withQuery } from './paths';
import type { Session } from './sessions/sessions';

/** Templates escape what they are given, wherever it stands; what is put in as it is (`~`) is our own HTML. */
const eta = new Eta({ views: path.join(__dirname, 'views'), cache: true, autoEscape: true });

/** The pages of a company. */
export type CompanyTab = 'overview' | 'documents' | 'transmissions' | 'clients' | 'settings';

/** A page, ready to be written out. */
export interface View {
  /** A file in `views/`. */
  readonly view: string;
  readonly title: string;
  readonly status?: number;
  /** Whose page it is. */
  readonly company?: Pick<Company, 'id' | 'name'>;
  readonly tab?: CompanyTab;
  readonly section?: 'overview' | 'companies' | 'sessions';
  /** Told at the top: what a form has done. */
  readonly notice?: string | undefined;
  readonly model: object;
}

/** What every template can use beside its own model. */
const COMMON = {
  asset,
  format: { amount, count, day, instant, iso, words },
  paths: { CONSOLE, companyPath, clientPath, documentPath, withQuery },
};

export function render({ view, model, ...page }: View, session: Session | undefined): string {
  return eta.render(view, { ...COMMON, ...model, page, form_token: session?.form_token });
}
