import { type NumberFormat, type NumberPart, partsOf } from './number-format';

/** Digits of the largest running number that the database stores. */
const MAX_SEQ_DIGITS = 10;

/** One character of a number: a fixed one, or a digit variable. Variables with the same name have the same value. */
type Cell = { readonly fixed: string } | { readonly digit: string };

/**
 * A number that both journals can give, for any dates and running numbers.
 *
 * A format has one running number. All its numbers of the same length therefore have each part at the same position.
 * For each common length the function compares the two formats position by position and solves for the digit variables.
 * A digit of the year that occurs at two positions is one variable.
 *
 * Most journals differ in their codes. Their fixed ends are compared first, so that a new journal is soon compared with
 * thousands of others.
 *
 * @returns an example; undefined when the journals have no number in common
 */
export function commonNumber(one: NumberFormat, other: NumberFormat): string | undefined {
  const [first, second] = [partsOf(one), partsOf(other)];
  const [ends, other_ends] = [fixedEnds(first), fixedEnds(second)];
  if (differ(ends.beginning, other_ends.beginning) || differ(ends.end, other_ends.end)) return undefined;
  const longer_by = ends.length - other_ends.length;
  for (let digits = ends.padding; digits <= mostDigits(ends.padding); digits++) {
    const other_digits = digits + longer_by;
    if (other_digits < other_ends.padding || other_digits > mostDigits(other_ends.padding)) continue;
    const text = commonText(first, digits, second, other_digits);
    if (text !== undefined) return text;
  }
  return undefined;
}

function mostDigits(padding: number): number {
  return Math.max(MAX_SEQ_DIGITS, padding);
}

/** Stands for any digit; no number has this character. */
const ANY_DIGIT = '#';

interface FixedEnds {
  /** The characters of each number from the first one on, with the least number of digits of the running number. */
  readonly beginning: string;
  /** The characters of each number from the last one backwards. */
  readonly end: string;
  /** Number of characters beside the running number. */
  readonly length: number;
  readonly padding: number;
}

function fixedEnds(parts: readonly NumberPart[]): FixedEnds {
  const seq = parts.findIndex(({ token }) => token === 'seq');
  const textOf = (some: readonly NumberPart[]) => some.map(characters).join('');
  const padding = paddingOf(parts);
  return {
    beginning: textOf(parts.slice(0, seq + 1)),
    end: [...textOf(parts.slice(seq))].reverse().join(''),
    length: textOf(parts).length - padding,
    padding,
  };
}

function characters(part: NumberPart): string {
  switch (part.token) {
    case 'literal':
      return part.text;
    case 'yyyy':
      return ANY_DIGIT.repeat(4);
    case 'yy':
    case 'mm':
      return ANY_DIGIT.repeat(2);
    case 'seq':
      return ANY_DIGIT.repeat(part.digits);
  }
}

/** Whether two texts have characters at one position that cannot be the same. */
function differ(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length);
  for (let place = 0; place < length; place++) {
    const [a, b] = [one[place]!, other[place]!];
    if (a === b) continue;
    const is_possible = (a === ANY_DIGIT && isDigit(b)) || (b === ANY_DIGIT && isDigit(a));
    if (!is_possible) return true;
  }
  return false;
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

function paddingOf(parts: readonly NumberPart[]): number {
  const seq = parts.find((part) => part.token === 'seq');
  if (!seq) throw new Error('A stored number_format has no running number.');
  return seq.digits;
}

function commonText(
  first: readonly NumberPart[],
  first_digits: number,
  second: readonly NumberPart[],
  second_digits: number,
): string | undefined {
  const seqs = [
    { name: 'a', digits: first_digits, padding: paddingOf(first) },
    { name: 'b', digits: second_digits, padding: paddingOf(second) },
  ];
  const textOf = (a: string | null, b: string | null) =>
    new Equation(cellsOf(first, 'a', first_digits, a), cellsOf(second, 'b', second_digits, b)).solution(seqs);
  // Most formats differ for every month. The twelve months are tried only if some value of the two digits is a
  // solution.
  if (textOf(null, null) === undefined) return undefined;
  for (const a of monthsOf(first)) {
    for (const b of monthsOf(second)) {
      const text = textOf(a, b);
      if (text !== undefined) return text;
    }
  }
  return undefined;
}

function monthsOf(parts: readonly NumberPart[]): (string | null)[] {
  if (!parts.some(({ token }) => token === 'mm')) return [null];
  return Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, '0'));
}

/** @param name - prefix of the format's variables, so that the two formats share none */
function cellsOf(
  parts: readonly NumberPart[],
  name: string,
  seq_digits: number,
  month: string | null = null,
): Cell[] {
  const digits = (of: string, places: readonly number[]) =>
    places.map((place): Cell => ({ digit: `${name} ${of} ${place}` }));
  return parts.flatMap((part): Cell[] => {
    switch (part.token) {
      case 'literal':
        return [...part.text].map((fixed) => ({ fixed }));
      case 'yyyy':
        return digits('year', [0, 1, 2, 3]);
      case 'yy':
        return digits('year', [2, 3]);
      case 'mm':
        return month === null ? digits('month', [0, 1]) : [...month].map((fixed) => ({ fixed }));
      case 'seq':
        return digits('seq', [...Array(seq_digits).keys()]);
    }
  });
}

interface Seq {
  readonly name: string;
  readonly digits: number;
  /** A running number with more digits than this has no leading zero. */
  readonly padding: number;
}

/** The condition that two texts of the same length are equal, solved for their digit variables (union-find). */
class Equation {
  private readonly same = new Map<string, string>();
  private readonly values = new Map<string, string>();
  private is_contradictory = false;

  constructor(
    private readonly first: readonly Cell[],
    second: readonly Cell[],
  ) {
    for (const [place, cell] of first.entries()) this.equate(cell, second[place]!);
  }

  /**
   * A free variable gets the value 1, so that only fixed digits can make a running number zero or begin with a zero.
   */
  solution(seqs: readonly Seq[]): string | undefined {
    const is_possible = seqs.every(({ name, digits, padding }) => {
      const values = [...Array(digits).keys()].map((place) => this.valueOf(`${name} seq ${place}`));
      const begins_with_zero = digits > padding && values[0] === '0';
      return !begins_with_zero && values.some((value) => value !== '0');
    });
    if (this.is_contradictory || !is_possible) return undefined;
    return this.first.map((cell) => ('fixed' in cell ? cell.fixed : this.valueOf(cell.digit))).join('');
  }

  private equate(a: Cell, b: Cell): void {
    if ('fixed' in a && 'fixed' in b) {
      if (a.fixed !== b.fixed) this.is_contradictory = true;
    } else if ('digit' in a && 'digit' in b) {
      this.unite(this.rootOf(a.digit), this.rootOf(b.digit));
    } else {
      const [fixed, digit] =
        'fixed' in a ? [a.fixed, (b as { digit: string }).digit] : [(b as { fixed: string }).fixed, a.digit];
      this.assign(this.rootOf(digit), fixed);
    }
  }

  private unite(a: string, b: string): void {
    if (a === b) return;
    const value = this.values.get(a);
    this.same.set(a, b);
    if (value !== undefined) this.assign(b, value);
  }

  private assign(root: string, value: string): void {
    const known = this.values.get(root) ?? value;
    if (known !== value || !isDigit(value)) this.is_contradictory = true;
    this.values.set(root, value);
  }

  private rootOf(digit: string): string {
    let root = digit;
    for (let next = this.same.get(root); next !== undefined; next = this.same.get(root)) root = next;
    return root;
  }

  private valueOf(digit: string): string {
    return this.values.get(this.rootOf(digit)) ?? '1';
  }
}
