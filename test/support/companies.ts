import { randomUUID } from 'node:crypto';
import { type Company, newCompany } from '../../src/domain/master-data/company';

const NOW = new Date('2026-07-01T10:00:00.000Z');

export function aCompany(given: Partial<Company> = {}): Company {
  return { ...newCompany({ name: 'Janssens BV' }, given.id ?? randomUUID(), NOW), ...given };
}
