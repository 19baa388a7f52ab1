import { isUuid } from '../../../src/domain/values/uuid';

const ID = '0198a8e4-0000-7000-8000-00000000000a';

describe('a UUID', () => {
  test.each([ID, '00000000-0000-0000-0000-000000000000'])('is %s', (value) => {
    expect(isUuid(value)).toBe(true);
  });

  test.each([
    ['upper case', ID.toUpperCase()],
    ['no hyphens', ID.replaceAll('-', '')],
    ['a line feed at its end', `${ID}\n`],
    ['braces', `{${ID}}`],
    ['another character', ID.replace('a', 'g')],
    ['no text', ''],
    ['a list of it', [ID]],
    ['nothing', null],
  ])('is not %s', (_what, value) => {
    expect(isUuid(value)).toBe(false);
  });
});
