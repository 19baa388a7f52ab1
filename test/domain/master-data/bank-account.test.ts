import {
  assertEditable,
  assertWellFormed,
  BANK_ACCOUNT_READ_ONLY,
  changedBankAccount,
  newBankAccount,
} from '../../../src/domain/master-data/bank-account';
import { refusal } from '../refusal';

const NOW = new Date('2026-07-01T10:00:00.000Z');
const LATER = new Date('2026-07-02T10:00:00.000Z');
const manual = newBankAccount(
  { reference: 'BE68539007547034', bic: 'GKCCBEBB', name: 'Main' },
  { id: 'a1', manual: true, now: NOW },
);
const provided = { ...manual, manual: false };

describe('a changed bank account', () => {
  test('has the given fields and the next version', () => {
    const own_data = { external_id: 'own-1', metadata: { shop: 'gent' } };
    const change = {
      reference: { value: 'BE02000000000140' },
      bic: { value: null },
      name: null,
      ...own_data,
    };
    expect(changedBankAccount(manual, change, false, LATER)).toEqual({
      ...manual,
      reference: 'BE02000000000140',
      bic: null,
      name: null,
      ...own_data,
      version: 2,
      updated_at: LATER,
    });
  });

  test.each([
    ['no field is given', {}],
    ['every field has its present value', { reference: { value: manual.reference }, name: 'Main' }],
  ])('is the same object when %s', (_, change) => {
    expect(changedBankAccount(manual, change, false, LATER)).toBe(manual);
  });

  test('has the next version when it becomes the default', () => {
    expect(changedBankAccount(manual, {}, true, LATER)).toMatchObject({ default: true, version: 2 });
  });

  test.each(BANK_ACCOUNT_READ_ONLY)('keeps its %s', (member) => {
    expect(() => assertEditable({ [member]: null }, manual)).toThrow(
      refusal('field_not_editable', `${member}: cannot be changed`),
    );
  });
});

describe('reference and bic', () => {
  const wrong = { fault: 'bic: must be a BIC' };

  test('can be changed on a manual account, if they are valid', () => {
    expect(() => assertEditable({ bic: { value: 'GEBABEBB' } }, manual)).not.toThrow();
    expect(() => assertWellFormed({ bic: wrong }, manual)).toThrow(
      refusal('validation_error', 'bic: must be a BIC'),
    );
  });

  test('are validated for an unknown account as for a manual one', () => {
    expect(() => assertWellFormed({ bic: wrong }, undefined)).toThrow(refusal('validation_error', /^bic/));
  });

  test.each([['reference'], ['bic']])('are read-only on any other account: %s, valid or not', (member) => {
    for (const sent of [wrong, { value: 'x' }]) {
      expect(() => assertWellFormed({ [member]: sent }, provided)).not.toThrow();
      expect(() => assertEditable({ [member]: sent }, provided)).toThrow(
        refusal('field_not_editable', /cannot/),
      );
    }
  });
});

test('a new bank account may have a bic', () => {
  const origin = { id: 'a1', manual: true, now: NOW };
  expect(manual.bic).toBe('GKCCBEBB');
  expect(newBankAccount({ reference: 'BE68539007547034' }, origin)).toMatchObject({
    ...{ bic: null, name: null, external_id: null, metadata: {} },
  });
});
