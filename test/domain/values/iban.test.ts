import { ibanPart, isIban, shownIban } from '../../../src/domain/values/iban';

describe('an IBAN', () => {
  test.each([
    ['BE68539007547034', true],
    ['NO9386011117947', true],
    ['be68539007547034', false],
    ['BE68 5390 0754 7034', false],
    ['12345678', false],
    [`BE68${'1'.repeat(31)}`, false],
  ])('is told from other accounts by its format: %s', (account, is_iban) => {
    expect(isIban(account)).toBe(is_iban);
  });

  test('is searched without spaces and dashes, in any case', () => {
    expect(ibanPart(' be68-5390 0754\u00a07034')).toBe('BE68539007547034');
  });

  test.each([
    ['BE68539007547034', 'BE68 5390 0754 7034'],
    ['NO9386011117947', 'NO93 8601 1117 947'],
  ])('%s is shown in groups of four', (iban, shown) => {
    expect(shownIban(iban).replaceAll('\u00a0', ' ')).toBe(shown);
    expect(shownIban(iban)).not.toContain(' ');
  });
});
