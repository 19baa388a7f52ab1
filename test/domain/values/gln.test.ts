import { hasGs1CheckDigit, isGln } from '../../../src/domain/values/gln';

describe('A Global Location Number', () => {
  test.each(['5412345000013', '5412345000020'])('may be %s', (text) => {
    expect(isGln(text)).toBe(true);
  });

  test.each([
    ['another check digit', '5412345000014'],
    ['two digits exchanged', '4512345000013'],
    ['twelve digits', '541234500008'],
    ['fourteen digits', '05412345000013'],
    ['a letter', '5412345000x13'],
    ['nothing', ''],
  ])('has 13 digits and a valid check digit: not %s', (_, text) => {
    expect(isGln(text)).toBe(false);
  });
});

describe('The check digit of GS1', () => {
  test.each(['5412345000013', '05412345000013', '96385074', '541234500008', '0'])(
    'is the last digit of a number of any length, such as %s',
    (text) => {
      expect(hasGs1CheckDigit(text)).toBe(true);
    },
  );

  test.each(['96385075', '1', '5412345000013x', ' 96385074', '9638507４', ''])(
    'is not that of "%s"',
    (text) => {
      expect(hasGs1CheckDigit(text)).toBe(false);
    },
  );
});
