import {
  assertDeletable,
  assertWellFormed,
  changedRelation,
  newRelation,
} from '../../../src/domain/master-data/relation';
import { refusal } from '../refusal';
import { aRelation } from './builders';

const LATER = new Date('2026-07-02T00:00:00.000Z');
const ADDRESS = {
  ...{ street: 'Meir', street_number: '1', box: null, postal_code: '2000', city: 'Antwerpen', region: null },
};
const contact = newRelation({ type: 'contact', last_name: 'Janssens' }, aRelation().id, new Date(0));

describe('a change of a relation', () => {
  const address = { country_code: 'BE', street: 'Meir' };
  const relation = aRelation({ vat: 'BE0123456749', address, note: 'x' });

  test('has the next version and the time of the change', () => {
    const own_data = { external_id: 'own-1', metadata: { shop: 'gent' } };
    const next = changedRelation(relation, { name: { value: 'Peeters' }, note: null, ...own_data }, LATER);
    expect(next).toEqual({
      ...relation,
      ...{ name: 'Peeters', note: null, ...own_data, version: 2, updated_at: LATER },
    });
  });

  test.each([
    {},
    { note: 'x' },
    { external_id: null, metadata: null },
    { vat: { value: 'BE0123456749' } },
    { address: { value: address } },
    { email: undefined },
  ])('is the same object when nothing differs: %j', (patch) => {
    expect(changedRelation(relation, patch, LATER)).toBe(relation);
  });

  test('replaces the whole address', () => {
    const { address: next } = changedRelation(
      relation,
      { address: { value: { country_code: 'BE' } } },
      LATER,
    );
    expect(next).toMatchObject({ country_code: 'BE', street: null });
  });
});

describe('the fields of one type only', () => {
  const fault = { fault: 'name: must not be blank' };

  test('are validated for their type, and for an unknown relation', () => {
    for (const relation of [aRelation(), undefined]) {
      expect(() => assertWellFormed({ name: fault }, relation)).toThrow('name: must not be blank');
    }
  });

  test('are not editable for the other type, whatever their value', () => {
    expect(() => assertWellFormed({ name: fault }, contact)).not.toThrow();
    expect(() => changedRelation(contact, { name: fault }, LATER)).toThrow(
      expect.objectContaining({ code: 'field_not_editable' }),
    );
  });
});

test('A received value that the schema refuses is no change when it is named', () => {
  const fault = 'is wrong';
  const relation = {
    ...aRelation({ vat: 'BE0897223671', electronic_address: '0208:0897223671' }),
    address: { ...ADDRESS, country_code: 'UK' },
  };
  const { vat, electronic_address, address } = relation;
  const patch = {
    vat: { sent: vat, fault },
    electronic_address: { sent: electronic_address, fault },
    address: { sent: { ...address }, fault },
  };
  expect(() => assertWellFormed(patch, relation)).not.toThrow();
  expect(changedRelation(relation, patch, LATER)).toBe(relation);
  for (const [member, sent] of [
    ['vat', 'BE0897223672'],
    ['address', { ...address, country_code: 'XX' }],
  ] as const) {
    expect(() => assertWellFormed({ [member]: { sent, fault } }, relation)).toThrow(fault);
    expect(() => assertWellFormed({ [member]: { sent, fault } }, undefined)).toThrow(fault);
  }
});

test('links that prevent a deletion are named and counted', () => {
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

describe('a new relation', () => {
  const COMMON = {
    email: 'books@peeters.example',
    phone: '+32 2 555 01 02',
    language: 'nl',
    address: { ...ADDRESS, country_code: 'BE' },
    iban: 'BE62510007547061',
    bic: 'GEBABEBB',
    payment_term_days: 14,
    buyer_reference: 'R-1',
    note: 'x',
    external_id: 'own-1',
    metadata: { shop: 'gent' },
  } as const;
  const NOTHING = {
    ...Object.fromEntries(Object.keys(COMMON).map((member) => [member, null])),
    metadata: {},
  };
  const stored = { id: 'r1', version: 1, created_at: LATER, updated_at: LATER };

  test('of a company has the given fields, and null for the others', () => {
    const own = {
      name: 'Peeters NV',
      vat: 'BE0876543270',
      identifier: '0876.543.270',
      electronic_address: '0208:0876543270',
      website: 'https://peeters.example',
    };
    const type = 'company' as const;
    expect(newRelation({ type, ...own, ...COMMON }, 'r1', LATER)).toEqual({
      type,
      ...own,
      ...COMMON,
      ...stored,
    });
    expect(newRelation({ type, name: 'X' }, 'r1', LATER)).toEqual({
      ...{ type, name: 'X', vat: null, identifier: null, electronic_address: null, website: null },
      ...{ ...NOTHING, ...stored },
    });
  });

  test('of a person has a first and a last name', () => {
    const own = { first_name: 'An', last_name: 'Maes' };
    const type = 'contact' as const;
    expect(newRelation({ type, ...own, ...COMMON }, 'r1', LATER)).toEqual({
      type,
      ...own,
      ...COMMON,
      ...stored,
    });
    expect(newRelation({ type, last_name: 'Maes' }, 'r1', LATER)).toEqual({
      ...{ type, first_name: null, last_name: 'Maes', ...NOTHING, ...stored },
    });
  });

  test('needs a country in its address', () => {
    expect(() => newRelation({ type: 'company', name: 'X', address: {} }, 'r1', LATER)).toThrow(
      refusal('invalid_address', /country_code/),
    );
  });
});

test.each([
  ['company', 'first_name'],
  ['company', 'last_name'],
  ['contact', 'name'],
  ['contact', 'vat'],
  ['company', 'id'],
  ['company', 'type'],
  ['contact', 'created_at'],
  ['contact', 'updated_at'],
])('A relation that is a %s does not take a %s', (type, member) => {
  const relation = type === 'contact' ? contact : aRelation();
  expect(() => changedRelation(relation, { [member]: { value: 'x' } }, LATER)).toThrow(
    refusal('field_not_editable', `${member}: cannot be changed on this relation`),
  );
});
