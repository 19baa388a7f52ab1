import { bearerToken } from '../../../src/adapters/http/requests/bearer-token';

describe('The token of an Authorization header', () => {
  test.each([
    ['Bearer abc', 'abc'],
    ['bearer   abc  ', 'abc'],
    ['BEARER a b', 'a b'],
    ['Bearer \ta', '\ta'],
  ])('%j has %j', (header, token) => {
    expect(bearerToken(header)).toBe(token);
  });

  test.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer    ',
    'Bearerabc',
    ' Bearer abc',
    'Basic abc',
    'Bearer\tabc',
  ])('%j has none', (header) => {
    expect(bearerToken(header)).toBeUndefined();
  });

  test('is found in linear time', () => {
    const started = performance.now();
    for (let i = 0; i < 100; i++) bearerToken(`Bearer a${' '.repeat(15_000)}b`);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
