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

  test.each([
    ['https://example.com/a_b.c-d=x', [{ claim: 'https://example.com/a_b.c-d', value: 'x' }]],
    ['groups=a=b@c', [{ claim: 'groups', value: 'a=b@c' }]],
    [
      ' a=b ,\tc=d\n',
      [
        { claim: 'a', value: 'b' },
        { claim: 'c', value: 'd' },
      ],
    ],
  ])('are read from %j', (text, grants) => {
    expect(readGrants(text)).toEqual(grants);
  });

  test.each([
    ...['', 'anna', 'anna@', '@example.com', 'anna@example.com,,', 'anna@example@com', '=x', 'x='],
    ...['a=b c', 'a b=c', 'an na@example.com', 'anna@example.com or bert', 'groups;x=y', 'a=b,anna'],
  ])('are not %j', (text) => {
    expect(readGrants(text)).toBeUndefined();
  });

  test.each([
    ['the part of an address before the @', 64, (length: number) => `${'a'.repeat(length)}@example.com`],
    ['the part of an address after the @', 255, (length: number) => `anna@${'e'.repeat(length)}`],
    ['the name of a claim', 200, (length: number) => `${'c'.repeat(length)}=x`],
    ['the value of a claim', 200, (length: number) => `groups=${'v'.repeat(length)}`],
    ['their number', 1_000, (length: number) => Array(length).fill('groups=x').join()],
  ])('have a limit for %s: %i', (_, limit, ofLength) => {
    expect(readGrants(ofLength(limit))).toBeDefined();
    expect(readGrants(ofLength(limit + 1))).toBeUndefined();
  });
});

test('A person has the identifier and the address as the provider states them', () => {
  const claims = { sub: 'Anna-1', email: 'anna@EXAMPLE.com', email_verified: true, name: 'Anna' };
  expect(personOf(claims, GRANTS)).toEqual({ sub: 'Anna-1', email: 'anna@EXAMPLE.com', role: 'operator' });
});

test.each([{}, { email: '' }, { email: 7 }])(
  'A person without an address (%j) has the identifier in its place',
  (address) => {
    const claims = { sub: 'Anna-1', groups: ['invoicing-operators'], ...address };
    expect(personOf(claims, GRANTS)).toEqual({ sub: 'Anna-1', email: 'Anna-1', role: 'operator' });
  },
);

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
    ['none by a statement that is no boolean', { ...anna, email_verified: 'true' }, undefined],
    ['none by a list without the value', { email: 'c@d.e', groups: ['invoicing'] }, undefined],
    ['none without an address that is granted', { email_verified: true }, undefined],
    ['none with a NUL in the identifier', { ...anna, sub: 'anna\0' }, undefined],
    [
      'none with a NUL in the address',
      { email: 'anna\0@example.com', groups: ['invoicing-operators'] },
      undefined,
    ],
    ['none of another person', { email: 'eve@example.com', email_verified: true }, undefined],
  ])('is %s', (_what, claims, role) => {
    expect(roleOf(claims)).toBe(role);
  });
});
