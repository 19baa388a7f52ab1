import fc from 'fast-check';
import { formatNumber, type NumberFormat } from '../../../src/domain/numbering/number-format';
import { commonNumber } from '../../../src/domain/numbering/number-overlap';

const journal = (code: string, number_format: string): NumberFormat => ({ code, number_format });

/** Whether a journal can give a text as a number: by writing what the text says anew. */
function giver(of: NumberFormat): (text: string) => boolean {
  const kinds: string[] = [];
  const pattern = of.number_format
    .replaceAll('{code}', of.code)
    .replace(/\{(\w+)(?::\d+)?\}/g, (_, kind: string) => {
      kinds.push(kind);
      return { yyyy: '(\\d{4})', yy: '(\\d\\d)', mm: '(0[1-9]|1[0-2])', seq: '(\\d+)' }[kind]!;
    });
  const expression = new RegExp(`^${pattern}$`);
  return (text) => {
    const match = expression.exec(text);
    if (!match) return false;
    const said = (kind: string) => (kinds.includes(kind) ? match[kinds.indexOf(kind) + 1] : undefined);
    const year = said('yyyy') ?? `20${said('yy') ?? '00'}`;
    return (
      formatNumber(of, `${year}-${said('mm') ?? '01'}-01`, Number(said('seq'))) === text &&
      said('seq') !== '0'.repeat(said('seq')!.length)
    );
  };
}
const gives = (of: NumberFormat, text: string) => giver(of)(text);

function* textsUpTo(length: number): Generator<string> {
  if (length === 0) return;
  for (const first of '012-') {
    yield first;
    for (const rest of textsUpTo(length - 1)) yield first + rest;
  }
}

describe('The numbers of two journals', () => {
  test.each<[string, string, string, string]>([
    ['A', '{code}{yyyy}{seq}', 'A2026', '{code}{seq}'],
    ['A', '{code}{seq}', 'A1', '{code}{seq}'],
    ['A', '{code}{seq:3}', 'A0', '{code}{seq:2}'],
    ['A', 'X{seq}', 'B', 'X{seq}'],
    ['A', 'X{seq:5}', 'B', 'X{seq}'],
    ['A', 'X{seq:5}', 'B', 'X{seq:4}'],
    ['A', '{yy}{seq:2}', 'B', '{seq}'],
    ['A', '{yyyy}-{mm}-{seq}', 'B', '{yy}26-{mm}-{seq}'],
    ['A', '{yyyy}{mm}{seq:2}', 'B', '{seq}'],
    ['A', '{seq}-{yyyy}', 'B', '{seq}-20{yy}'],
    ['A', '{yy}{yy}-{seq}', 'B', '{yyyy}-{seq}'],
    ['INV', '{code}-{yyyy}-{seq:5}', 'INV-2026', '{code}-{seq:5}'],
    ['A', '{seq:12}', 'B', '{yyyy}{seq:8}'],
    ['A', '12-{yyyy}-{seq}', 'B', '{mm}-{yyyy}-{seq}'], // December alone
    ['A', 'X{seq}00', 'B', 'X1{seq:2}'], // X1100, not X100: no running number is 0
  ])('can be the same: %s with %s, %s with %s', (a, first, b, second) => {
    const [one, other] = [journal(a, first), journal(b, second)];
    for (const text of [commonNumber(one, other), commonNumber(other, one)]) {
      expect([text, gives(one, text!), gives(other, text!)]).toEqual([expect.any(String), true, true]);
    }
  });

  test.each<[string, string, string, string]>([
    ['A', '{code}-{seq}', 'B', '{code}-{seq}'],
    ['A', '{code}-{seq}', 'A1', '{code}-{seq}'],
    ['INV', '{code}-{yyyy}-{seq:5}', 'CRN', '{code}-{yyyy}-{seq:5}'],
    ['INV', '{code}-{yyyy}-{seq:5}', 'INV', '{code}-{seq:5}'],
    ['A', '{code}{seq}', 'A0', '{code}{seq:2}'], // a number without padding begins with no zero
    ['A', 'X{seq:3}', 'B', 'X0000{seq}0-'],
    ['A', 'X00{seq:2}', 'B', 'X{seq:3}'], // 00 and two digits: four of them, so the first one is no zero
    ['A', '{mm}-{yyyy}-{seq}', 'B', '13-{yyyy}-{seq}'],
    ['A', '{yyyy}-{seq}', 'B', '20{yy}/{seq}'],
    ['A', '{yy}{yy}-{seq}', 'B', '2026-{seq}'], // one year has its digits twice
    ['A', '{yyyy}/{yy}/{seq}', 'B', '2026/27/{seq}'],
    ['A', '{yyyy}{mm}-{seq}', 'B', '{seq}2099-'],
    ['A', 'X{seq:12}', 'B', 'X{seq:11}-'],
    ['A', 'X000{seq}', 'B', 'X0{seq:2}0-'],
    ['A', 'X{seq}', 'B', 'X12345678901{seq}'], // running numbers have at most ten digits
  ])('always differ: %s with %s, %s with %s', (a, first, b, second) => {
    expect(commonNumber(journal(a, first), journal(b, second))).toBeUndefined();
    expect(commonNumber(journal(b, second), journal(a, first))).toBeUndefined();
  });

  const literal = fc.constantFrom('', '', '-', '0', '1', '2', '20', '00');
  const token = fc.constantFrom('{yy}', '{mm}', '{yyyy}', '', '');
  const format = fc
    .tuple(literal, token, literal, fc.constantFrom('{seq}', '{seq}', '{seq:2}', '{seq:3}'), literal, token)
    .map((parts) => parts.join(''));
  const LONGEST = 6;
  const texts = [...textsUpTo(LONGEST)];

  test('can be the same exactly when a text exists that both produce', () => {
    const seen = { common: 0, different: 0 };
    fc.assert(
      fc.property(format, format, (first, second) => {
        const [one, other] = [journal('A', first), journal('B', second)];
        const text = commonNumber(one, other);
        if (text !== undefined) {
          seen.common++;
          expect([first, second, text, gives(one, text), gives(other, text)]).toEqual([
            ...[first, second, text, true, true],
          ]);
        } else {
          seen.different++;
          const [does, do_too] = [giver(one), giver(other)];
          expect([first, second, texts.find((some) => does(some) && do_too(some))]).toEqual([
            ...[first, second, undefined],
          ]);
        }
      }),
      { seed: 11, numRuns: 500 },
    );
    expect(Math.min(seen.common, seen.different)).toBeGreaterThan(50);
  });

  test('are compared in limited time, for any number of tokens', () => {
    const many = '{yy}{mm}{yy}{mm}{yy}{mm}{yy}{mm}{seq}{yyyy}{mm}';
    const other = many.replace('{yyyy}{mm}', '{yyyy}13');
    expect(commonNumber(journal('A', many), journal('B', other))).toBeUndefined();
  });
});
