import { assertDeletable, defaultAfter } from '../../src/domain/default-flag';
import { refusal } from './refusal';

describe('the default of a scope', () => {
  test.each([
    ['is its first member', null, { id: 'b', active: true }, 'b'],
    [
      'is its first member, even one that asks not to be',
      null,
      { id: 'b', default: false, active: true },
      'b',
    ],
    ['does not exist without an active member', null, { id: 'b', active: false }, null],
    ['stays when another is created', 'a', { id: 'b', active: true }, 'a'],
    ['stays when another has default: false', 'a', { id: 'b', default: false, active: true }, 'a'],
    ['stays when another is deactivated', 'a', { id: 'b', active: false }, 'a'],
    ['stays when it is stored again', 'a', { id: 'a', active: true }, 'a'],
    ['stays when it has default: true', 'a', { id: 'a', default: true, active: true }, 'a'],
    ['moves to the one with default: true', 'a', { id: 'b', default: true, active: true }, 'b'],
    ['treats null as omitted', 'a', { id: 'a', default: null, active: true }, 'a'],
  ])('%s', (_case, current, candidate, expected) => {
    expect(defaultAfter('journal', current, candidate)).toBe(expected);
  });

  test.each([
    ['demoting the default', 'a', { id: 'a', default: false, active: true }],
    ['deactivating the default', 'a', { id: 'a', active: false }],
    ['deactivating the default with default: true', 'a', { id: 'a', default: true, active: false }],
    ['promoting an inactive one', 'a', { id: 'b', default: true, active: false }],
    ['promoting an inactive one where there is no default', null, { id: 'b', default: true, active: false }],
  ])('refuses %s', (_case, current, candidate) => {
    expect(() => defaultAfter('journal', current, candidate)).toThrow(
      refusal('default_journal_required', /default/),
    );
  });
});

describe('deleting', () => {
  test.each([
    ['the default when it is the only member', { default: true }, false],
    ['one that is not the default', { default: false }, true],
  ])('is allowed: %s', (_case, member, others) => {
    expect(() => assertDeletable('branding', member, others)).not.toThrow();
  });

  test.each([
    ['bank_account', 'default_account_required'],
    ['journal', 'default_journal_required'],
    ['branding', 'default_branding_required'],
  ] as const)('is refused: the default %s while there are others', (kind, code) => {
    expect(() => assertDeletable(kind, { default: true }, true)).toThrow(refusal(code, /default/));
  });
});
