import fc from 'fast-check';
import { nameBytes, plainName, shortenedName } from '../../../src/domain/values/file-name';
import { aCharacter } from '../../support/characters';

test('a plain name has no character that a file system or a header may refuse', () => {
  expect(plainName('F/2026 é"\\\n_1.a-b')).toBe('F-2026-----_1.a-b');
});

describe('a shortened name', () => {
  test.each([
    ['as it is', 'Café.pdf', '', 'Café.pdf'],
    ['as it is, with 255 bytes', `${'a'.repeat(251)}.pdf`, '', `${'a'.repeat(251)}.pdf`],
    ['cut, with 256 bytes', `${'é'.repeat(126)}.csv`, '', `${'é'.repeat(125)}.csv`],
    ['not cut within a character', `${'😀'.repeat(251)}.xlsx`, '', `${'😀'.repeat(62)}.xlsx`],
    ['cut, without an extension', 'a'.repeat(300), '', 'a'.repeat(255)],
    ['cut, with an end that is no extension', `a.${'b'.repeat(300)}`, '', `a.${'b'.repeat(253)}`],
    ['with a suffix', 'Café.pdf', '-1', 'Café-1.pdf'],
    ['cut, with a suffix', `${'é'.repeat(126)}.csv`, '-12', `${'é'.repeat(124)}-12.csv`],
  ])('is the name %s', (_how, name, suffix, expected) => {
    expect(shortenedName(name, suffix)).toBe(expected);
  });

  test('has at most 255 bytes, and whole characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: aCharacter, minLength: 40, maxLength: 300 }), (start) => {
        const short = shortenedName(`${start}.pdf`, '-x');
        expect(nameBytes(short)).toBeLessThanOrEqual(255);
        expect(short.endsWith('-x.pdf') && start.startsWith(short.slice(0, -6))).toBe(true);
        expect(short.isWellFormed()).toBe(start.isWellFormed());
      }),
    );
  });
});
