import { BrokenPdf, type PdfBudget, type PdfDictionary, type PdfValue } from './pdf-values';

/** Limits far above what programs write: levels of nesting, characters of a string. */
const MAX_DEPTH = 50;
const MAX_STRING = 64 * 1024;

const BLANK: ReadonlySet<number> = new Set([0, 9, 10, 12, 13, 32]);
const COMMENT = /%[^\r\n]*/y;
const REFERENCE = /(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/y;
const NUMBER = /[+-]?(?:\d{1,20}\.?\d{0,20}|\.\d{1,20})/y;
const NAME = /\/([^\0\t\n\f\r ()<>[\]{}/%]{0,200})/y;
const KEYWORD = /(?:true|false|null)/y;
const HEX_STRING = /<([\dA-Fa-f\0\t\n\f\r ]{0,65536})>/y;
/** An escape sequence. The backslash of an unknown one is ignored. */
const ESCAPE = /\\(?:([nrtbf()\\])|([0-7]{1,3})|\r\n?|\n)?/g;
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  '(': '(',
  ')': ')',
  '\\': '\\',
};

/** Parses consecutive values from the bytes of a PDF. */
export class PdfScanner {
  constructor(
    private readonly source: string,
    public at: number,
    private readonly budget: PdfBudget,
  ) {}

  /** @throws BrokenPdf */
  value(depth = 0): PdfValue {
    if (depth > MAX_DEPTH) throw new BrokenPdf('is nested too deeply');
    this.budget.takeValues(1);
    this.skipBlanks();
    const start = this.source[this.at];
    if (start === '<' && this.source[this.at + 1] === '<') return this.dictionary(depth);
    if (start === '[') return this.array(depth);
    if (start === '/') return { name: this.name() };
    if (start === '(') return { string: this.literal() };
    if (start === '<') return { string: unhex(this.expect(HEX_STRING)[1]!) };
    const reference = this.take(REFERENCE);
    if (reference) return { reference: Number(reference[1]) };
    const number = this.take(NUMBER);
    if (number) return Number(number[0]);
    const keyword = this.expect(KEYWORD)[0];
    return keyword === 'null' ? null : keyword === 'true';
  }

  /** Skips white space, and then the text if it comes next. @returns whether it does */
  skips(text: string): boolean {
    this.skipBlanks();
    const comes = this.source.startsWith(text, this.at);
    if (comes) this.at += text.length;
    return comes;
  }

  private dictionary(depth: number): PdfDictionary {
    const entries = new Map<string, PdfValue>();
    this.at += '<<'.length;
    while (!this.skips('>>')) entries.set(this.name(), this.value(depth + 1));
    return entries;
  }

  private array(depth: number): PdfValue[] {
    const items: PdfValue[] = [];
    this.at += '['.length;
    while (!this.skips(']')) items.push(this.value(depth + 1));
    return items;
  }

  private name(): string {
    return this.expect(NAME)[1]!.replace(/#([\dA-Fa-f]{2})/g, (_all, hex: string) => unhex(hex));
  }

  /** A literal string. Parentheses within are balanced or escaped. */
  private literal(): string {
    const start = this.at + 1;
    let depth = 0;
    let at = this.at;
    const stop = Math.min(this.source.length, start + MAX_STRING);
    for (; at < stop; at++) {
      const character = this.source[at];
      if (character === '\\') at++;
      else if (character === '(') depth++;
      else if (character === ')' && --depth === 0) break;
    }
    this.budget.takeCharacters(at - start);
    if (at >= stop) throw new BrokenPdf('has a string that does not end');
    this.at = at + 1;
    return unescaped(this.source.slice(start, at));
  }

  private skipBlanks(): void {
    const start = this.at;
    for (;;) {
      while (BLANK.has(this.source.charCodeAt(this.at))) this.at++;
      if (this.source[this.at] !== '%') break;
      this.budget.takeValues(1);
      this.take(COMMENT);
    }
    this.budget.takeCharacters(this.at - start);
  }

  /** Matches a sticky pattern at the current position and moves behind it. */
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.source);
    if (match) this.at = pattern.lastIndex;
    return match;
  }

  private expect(pattern: RegExp): RegExpExecArray {
    const match = this.take(pattern);
    if (!match) throw new BrokenPdf();
    return match;
  }
}

function unescaped(text: string): string {
  return text.replace(ESCAPE, (_all, letter?: string, octal?: string) => {
    if (letter !== undefined) return ESCAPES[letter]!;
    return octal === undefined ? '' : String.fromCharCode(parseInt(octal, 8) & 0xff);
  });
}

function unhex(digits: string): string {
  const compact = digits.replace(/[^\dA-Fa-f]/g, '');
  return Buffer.from(compact.length % 2 === 0 ? compact : `${compact}0`, 'hex').toString('latin1');
}
