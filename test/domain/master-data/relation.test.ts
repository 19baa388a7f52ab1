import {
  assertDeletable,
  assertWellFormed,
  changedRelation,
  newRelation,
} from '../../../src/domain/master-data/relation';
import { aRelation } from '../../support/relations';

const LATER = new Date('2026-07-02T00:00:00.000Z');
const contact = newRelation({ type: 'contact', last_name: 'Janssens' }, aRelation().id, new Date(0));

describe('a change of a relation', () => {
  const address = { country_code: 'BE', street: 'Meir' };
  const relation = aRelation({ vat: 'BE0123456749', address, note: 'x' });

  test('is the next version, at its time', () => {
    const next = changedRelation(relation, { name: { value: 'Peeters' }, note: null }, LATER);
    expect(next).toEqual({ ...relation, name: 'Peeters', note: null, version: 2, updated_at: LATER });
  });

  test.each([{}, { note: 'x' }, { vat: { value: 'BE0123456749' } }, { address }, { email: undefined }])(
    'is none where nothing differs: %j',
    (patch) => {
      expect(changedRelation(relation, patch, LATER)).toBe(relation);
    },
  );

  test('replaces the address whole', () => {
    const { address: next } = changedRelation(relation, { address: { country_code: 'BE' } }, LATER);
    expect(next).toMatchObject({ country_code: 'BE', street: null });
  });
});

describe('the members of one type only', () => {
  const fault = { fault: 'name: must not be blank' };

  test('are looked at where they belong, and where there is no relation', () => {
    for (const type of ['company', undefined] as const) {
      expect(() => assertWellFormed({ name: fault }, type)).toThrow('name: must not be blank');
    }
  });

  test('are not editable where they do not belong, whatever they hold', () => {
    expect(() => assertWellFormed({ name: fault }, 'contact')).not.toThrow();
    expect(() => changedRelation(contact, { name: fault }, LATER)).toThrow(
      expect.objectContaining({ code: 'field_not_editable' }),
    );
  });
});

test('what blocks a deletion is named, and counted', () => {
  expect(() => assertDeletable([])).not.toThrow();
  const blockers = [
    { kind: 'document', count: 3 },
    { kind: 'timesheet_line', count: 1 },
  ];
  expect(() => assertDeletable(blockers)).toThrow(
    expect.objectContaining({
      code: 'relation_in_use',
      message: 'The relation is still in use: 3 × document, 1 × timesheet line.',
      options: { details: blockers },
    }),
  );
});
