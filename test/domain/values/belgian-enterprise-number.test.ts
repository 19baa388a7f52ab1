import { isBelgianEnterpriseNumber } from '../../../src/domain/values/belgian-enterprise-number';

describe('A Belgian enterprise number', () => {
  test.each(['0123456749', '0403170701', '1000002197'])('may be %s', (text) => {
    expect(isBelgianEnterpriseNumber(text)).toBe(true);
  });

  test.each([
    ['another check', '0123456748'],
    ['a remainder of 0 written as such', '1000002100'],
    ['nine digits', '123456749'],
    ['eleven digits', '01234567049'],
    ['a digit before it', '10123456749'],
    ['letters', 'BE01234567'],
    ['signs', '0123.456.749'],
    ['a zero behind its check', '01234567490'],
    ['a space before it', ' 0123456749'],
    ['nothing', ''],
  ])('has ten digits and valid check digits: not %s', (_, text) => {
    expect(isBelgianEnterpriseNumber(text)).toBe(false);
  });
});
