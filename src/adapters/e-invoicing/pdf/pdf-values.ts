/** A value of PDF (ISO 32000-1, 7.3). Strings are bytes, each a character of the same number. */
export type PdfValue =
  | null
  | boolean
  | number
  | { readonly string: string }
  | { readonly name: string }
  | PdfReference
  | readonly PdfValue[]
  | PdfDictionary;
export type PdfDictionary = ReadonlyMap<string, PdfValue>;
/** To an object, by its number. */
export interface PdfReference {
  readonly reference: number;
}

/** Why a PDF cannot be read; completes the sentence "the PDF …". */
export class PdfFault extends Error {}

/** Its structure is broken: what a search for its objects may find all the same. */
export class BrokenPdf extends PdfFault {
  constructor(message = 'is not well-formed') {
    super(message);
  }
}

/** How much of a whole file is worked on: each number is far beyond what a program writes. */
export class PdfBudget {
  /** Values and entries of cross-reference sections; of strings, comments and blanks each 16 characters. */
  private values = 3_000_000;
  /** Bytes that streams of objects and of cross-references unpack to. */
  private bytes = 64 * 1024 * 1024;
  /** Searches for the end of a stream whose length is wrong: each may read the file to its end. */
  private searches = 50;

  takeValues(count: number): void {
    this.values -= count;
    if (this.values < 0) throw new PdfFault('has too many objects');
  }

  takeCharacters(count: number): void {
    this.takeValues(count >> 4);
  }

  get bytes_left(): number {
    return this.bytes;
  }

  takeBytes(count: number): void {
    this.bytes -= count;
    if (this.bytes < 0) throw new PdfFault('has a file that is too large');
  }

  takeSearch(): void {
    if (--this.searches < 0) throw new PdfFault('has streams of unknown length');
  }
}

export function dictionaryOf(value: PdfValue | undefined): PdfDictionary | undefined {
  return value instanceof Map ? (value as PdfDictionary) : undefined;
}

export function isReference(value: PdfValue | undefined): value is PdfReference {
  return typeof value === 'object' && value !== null && 'reference' in value;
}

export function isName(value: PdfValue | undefined, ...names: readonly string[]): boolean {
  return typeof value === 'object' && value !== null && 'name' in value && names.includes(value.name);
}

/** One value where a list may stand too. */
export function listOf(value: PdfValue | undefined): readonly PdfValue[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? (value as readonly PdfValue[]) : [value];
}

/** A whole number from 0 on; undefined where there is none. */
export function countOf(value: PdfValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** PDFDocEncoding as far as names of files go, or UTF-16 with its mark. */
export function textOf(value: PdfValue | undefined): string | undefined {
  if (typeof value !== 'object' || value === null || !('string' in value)) return undefined;
  const { string } = value;
  if (string.startsWith('\u00ef\u00bb\u00bf')) return Buffer.from(string.slice(3), 'latin1').toString('utf8');
  if (!string.startsWith('\u00fe\u00ff')) return string;
  const bytes = Buffer.from(string.slice(2), 'latin1');
  return bytes
    .subarray(0, bytes.length - (bytes.length % 2))
    .swap16()
    .toString('utf16le');
}
