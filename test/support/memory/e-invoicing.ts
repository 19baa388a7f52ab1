import type { Repositories } from '../../../src/ports/unit-of-work';
import { notInMemoryYet, type Session } from './tables';

export function eInvoicingTables() {
  return {};
}

type EInvoicingRepositories = Pick<Repositories, 'jobs' | 'receptions' | 'transmissions'>;

export function eInvoicingRepositories(_session: Session): EInvoicingRepositories {
  return {
    jobs: notInMemoryYet('jobs'),
    receptions: notInMemoryYet('receptions'),
    transmissions: notInMemoryYet('transmissions'),
  };
}
