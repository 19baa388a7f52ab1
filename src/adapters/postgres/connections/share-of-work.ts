import { AsyncVariable } from '../../async-variable';
import type { ForCompany } from '../../../ports/unit-of-work';
import type { ShareName } from './connection-shares';

const shares = new AsyncVariable<{ readonly name: ShareName }>();

/** Runs work that takes connections from the share of a company, whatever request or other work it is a part of. */
export const forCompany: ForCompany = (company_id, work) => shares.run({ name: company_id }, work);

/** Runs work that must not wait for other work of a company: it resolves such work, or is for several companies. */
export function forNoCompany<T>(work: () => T): T {
  return shares.run({ name: undefined }, work);
}

/** The share of the current work. @param outside - the share where neither of the two functions above has set one */
export function shareOfWork(outside: () => ShareName): ShareName {
  const share = shares.get();
  return share ? share.name : outside();
}
