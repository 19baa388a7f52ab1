import { personOf, readGrants } from '../../../src/domain/access/person';

const GRANTS = {
  operators: readGrants('Anna@example.com, groups=invoicing-operators')!,
  viewers: readGrants('bert@example.com,https://example.com/role=viewer')!,
};
const roleOf = (claims: object) => personOf({ sub: '1', ...claims }, GRANTS)?.role;

describe('grants', () => {
  test('are e-mail addresses without case, and values of claims', () => {
    expect(GRANTS.operators).toEqual([
      { email: 'anna@example.com' },
      { claim: 'groups', value: 'invoicing-operators' },
    ]);
  });

  test.each(['', 'anna', 'anna@example.com,,', 'a=b c', '=x', 'x='])('are not %j', (text) => {
    expect(readGrants(text)).toBeUndefined();
  });
});

describe('the role of a person', () => {
  const anna = { email: 'anna@EXAMPLE.com', email_verified: true };
  test.each<[string, object, string | undefined]>([
    ['operator by a verified address', anna, 'operator'],
    ['none by an address that is not verified', { ...anna, email_verified: false }, undefined],
    ['none by an address without a statement', { email: anna.email }, undefined],
    ['viewer by a verified address', { email: 'bert@example.com', email_verified: true }, 'viewer'],
    ['operator by a value in a list', { email: 'c@d.e', groups: ['x', 'invoicing-operators'] }, 'operator'],
    ['none by a part of a value', { email: 'c@d.e', groups: 'invoicing-operators-2' }, undefined],
    ['viewer by a value', { email: 'c@d.e', 'https://example.com/role': 'viewer' }, 'viewer'],
    [
      'the higher of two',
      { email: 'bert@example.com', email_verified: true, groups: ['invoicing-operators'] },
      'operator',
    ],
    ['none without an address', { groups: ['invoicing-operators'] }, undefined],
    ['none of another person', { email: 'eve@example.com', email_verified: true }, undefined],
  ])('is %s', (_what, claims, role) => {
    expect(roleOf(claims)).toBe(role);
  });
});
