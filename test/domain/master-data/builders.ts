import { randomUUID } from 'node:crypto';
import {
  newRelation,
  type CompanyRelation,
  type CompanyRelationInput,
} from '../../../src/domain/master-data/relation';

/** A company without anything but its name, unless it is given. */
export function aRelation(given: Partial<CompanyRelationInput> = {}): CompanyRelation {
  const input: CompanyRelationInput = { type: 'company', name: 'Janssens BV', ...given };
  return newRelation(input, randomUUID(), new Date('2026-07-01T10:00:00.000Z')) as CompanyRelation;
}
