import {
  DEFAULT_NUMBER_FORMAT,
  SEQUENCE_SCOPES,
  assertNumberFormat,
  firstNumberOf,
  formatNumber,
  numberFrame,
  numberPattern,
  partsOf,
  periodBounds,
  periodOf,
  type SequenceScope,
} from '../../../src/domain/numbering/number-format';
import { refusal } from '../refusal';

const journal = (number_format: string, code = 'INV') => ({ code, number_format });

function check(number_format: string, sequence_scope: SequenceScope, code = 'INV', first_number = 1): void {
  assertNumberFormat({ code, number_format, sequence_scope, first_number });
}

describe('a number format', () => {
  test.each(SEQUENCE_SCOPES)('has a default for %s journals that fits the longest code', (scope) => {
    expect(() => {
      check(DEFAULT_NUMBER_FORMAT[scope], scope, 'ABCDEFGHIJKL');
    }).not.toThrow();
  });

  test.each([
    ['{seq}', 'continuous'],
    ['{yy}{seq:4}', 'yearly'],
    ['{yyyy}/{mm}.{seq}_a-Z', 'monthly'],
    ['{seq:5}-{yy}-{yyyy}-{code}', 'yearly'],
    ['{seq:30}', 'continuous'],
  ] as const)('may be %s (%s)', (format, scope) => {
    expect(() => {
      check(format, scope);
    }).not.toThrow();
  });

  test.each([
    ['', 'continuous', /once$/],
    ['{code}', 'continuous', /once$/],
    ['{seq}-{seq:5}', 'continuous', /once$/],
    ['{year}-{seq}', 'yearly', /must consist of/],
    ['{seq:0}', 'continuous', /must consist of/],
    ['{seq:}', 'continuous', /must consist of/],
    ['{seq:100}', 'continuous', /must consist of/],
    ['{SEQ}', 'continuous', /must consist of/],
    ['{seq', 'continuous', /must consist of/],
    ['{seq} ', 'continuous', /must consist of/],
    ['é{seq}', 'continuous', /must consist of/],
    ['{seq}\n', 'continuous', /must consist of/],
    ['{code}-{seq}', 'yearly', /must contain \{yyyy\} or \{yy\}/],
    ['{yyyy}-{mm}-{seq}', 'yearly', /must not contain \{mm\}/],
    ['{yyyy}-{seq}', 'monthly', /must contain \{mm\}/],
    ['{mm}-{seq}', 'monthly', /must contain \{yyyy\} or \{yy\}/],
    ['{yyyy}-{seq}', 'continuous', /must not contain a year or a month/],
    ['{yy}-{seq}', 'continuous', /must not contain a year or a month/],
    ['{mm}-{seq}', 'continuous', /must not contain a year or a month/],
    ['{seq:31}', 'continuous', /at most 30 characters/],
    ['a-literal-of-thirty-characters{seq}', 'continuous', /at most 30 characters/],
    ['{yyyy}-{seq:26}', 'yearly', /at most 30 characters/],
    ['{yyyy}{mm}{seq:25}', 'monthly', /at most 30 characters/],
  ] as const)('is not %j (%s)', (format, scope, message) => {
    expect(() => {
      check(format, scope);
    }).toThrow(refusal('validation_error', new RegExp(`^number_format: .*${message.source}`)));
  });

  test('is limited in length with the code and the first number inserted', () => {
    const format = '{code}{code}-{seq}'; // 24 + 1 and the number
    expect(() => {
      check(format, 'continuous', 'ABCDEFGHIJKL', 99_999);
    }).not.toThrow();
    expect(() => {
      check(format, 'continuous', 'ABCDEFGHIJKL', 100_000);
    }).toThrow(refusal('validation_error', 'number_format: must give at most 30 characters'));
  });
});

describe('a number', () => {
  test.each([
    ['{code}-{yyyy}-{seq:5}', 12, 'INV-2026-00012'],
    ['{code}-{yyyy}-{mm}-{seq:5}', 1, 'INV-2026-07-00001'],
    ['{yy}{mm}/{seq}', 7, '2607/7'],
    ['{seq:3}', 1234, '1234'],
  ])('of the format %s and %i is %s', (format, seq, expected) => {
    expect(formatNumber(journal(format), '2026-07-05', seq)).toBe(expected);
  });
});

describe('the pattern of a format', () => {
  test('has the code inserted, and nothing else', () => {
    expect(numberPattern(journal('{code}-{yyyy}-{seq:5}'))).toBe('INV-{yyyy}-{seq:5}');
  });

  test('is the same for the code token and the literal code', () => {
    expect(numberPattern(journal('A{seq}', 'B'))).toBe(numberPattern(journal('{code}{seq}', 'A')));
  });
});

describe('the frame of a number', () => {
  test('is the text on both sides of the running number', () => {
    expect(numberFrame(journal('{code}-{seq:4}/{yy}'), '2026-07-31')).toEqual({
      before: 'INV-',
      digits: 4,
      after: '/26',
    });
  });

  test('has one digit at least when the format states no padding', () => {
    expect(numberFrame(journal('{seq}'), '2026-07-31')).toEqual({ before: '', digits: 1, after: '' });
  });
});

describe('the parts of a format', () => {
  test('have the code as a literal', () => {
    expect(partsOf(journal('{code}/{yyyy}{seq:3}'))).toEqual([
      { token: 'literal', text: 'INV' },
      { token: 'literal', text: '/' },
      { token: 'yyyy' },
      { token: 'seq', digits: 3 },
    ]);
  });
});

describe('the period of a date', () => {
  test.each([
    ['continuous', '', null, null],
    ['yearly', '2026', '2026-01-01', '2026-12-31'],
    ['monthly', '2026-02', '2026-02-01', '2026-02-28'],
  ] as const)('in a %s sequence is %j', (scope, period, min, max) => {
    expect(periodOf(scope, '2026-02-14')).toBe(period);
    expect(periodBounds(period)).toEqual({ min, max });
  });

  test('begins at the first number in the period of the creation, in others at 1', () => {
    const created = { first_number: 500, first_period: '2026' };
    expect(firstNumberOf('2026', created)).toBe(500);
    expect(firstNumberOf('2025', created)).toBe(1);
    expect(firstNumberOf('2027', created)).toBe(1);
  });
});
