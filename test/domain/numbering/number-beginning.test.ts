import fc from 'fast-check';
import { beginningsOf } from '../../../src/domain/numbering/number-beginning';
import { formatNumber } from '../../../src/domain/numbering/number-format';

const beginnings = (number_format: string, text: string, code = 'INV') =>
  beginningsOf({ code, number_format }, text);

describe('The beginnings of numbers that are equal to a text without case', () => {
  test.each([
    ['{code}-{yyyy}-{seq:5}', 'INV', ['INV']],
    ['{code}-{yyyy}-{seq:5}', 'INV-2026-000', ['INV-2026-000']],
    ['{code}-{yyyy}-{seq:5}', 'INV-2026-0012345', ['INV-2026-0012345']],
    ['Fac.{code}/{yy}{mm}/{seq}', 'FAC.INV/2607/1', ['Fac.INV/2607/1']],
    ['{seq}/bis-{yyyy}', '17/BIS-20', ['17/bis-20']],
    ['{seq}2b', '122B', ['122b']],
    ['{seq:2}a', '12A', ['12a']],
  ])('are in the case of the format %s: %s', (format, text, expected) => {
    expect(beginnings(format, text)).toEqual(expected);
  });

  test.each([
    ['{code}-{yyyy}-{seq:5}', 'NV-'],
    ['{code}-{yyyy}-{seq:5}', 'INVO'],
    ['{code}-{yyyy}-{seq:5}', 'INV-X'],
    ['{code}-{yyyy}-{seq:5}', 'INV-20-'],
    ['{code}-{yyyy}-{seq:5}', 'INV-2026-1X'],
    ['{seq:3}a', '12A'],
    ['{seq}a', '12AB'],
    ['{seq}', 'ÉTÉ'],
  ])('are none where no number of the format %s begins with it: %s', (format, text) => {
    expect(beginnings(format, text)).toEqual([]);
  });

  test('contain the beginning of every number of the journal', () => {
    const formats = [
      ...['{code}-{yyyy}-{seq:5}', 'a{yy}B{mm}c{seq}d1E{yyyy}', '{seq:2}{code}x{yyyy}', '1{seq}1z{yy}'],
      ...['{yyyy}{seq}', '{yy}/{seq:3}2b2{mm}'],
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...formats),
        fc.stringMatching(/^[A-Z0-9-]{1,5}$/),
        fc.integer({ min: 1, max: 2_147_483_647 }),
        fc.nat(40),
        (number_format, code, seq, length) => {
          const beginning = formatNumber({ code, number_format }, '2026-07-31', seq).slice(0, length);
          expect(beginnings(number_format, beginning.toUpperCase(), code)).toContain(beginning);
        },
      ),
    );
  });
});
