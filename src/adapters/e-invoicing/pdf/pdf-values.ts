/** A value of a PDF (ISO 32000-1, 7.3). Strings hold one byte per character. */
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
/** A reference to an object, by its number. */
export interface PdfReference {
  readonly reference: number;
}

/** The reason why a PDF cannot be read. The message completes the sentence "the PDF …". */
export class PdfFault extends Error {}

/** The structure of the PDF is broken. Scanning the file for objects may still find them. */
export class BrokenPdf extends PdfFault {
  constructor(message = 'is not well-formed') {
    super(message);
  }
}

/** Limits of the work on one file, far above what programs write. */
export class PdfBudget {
  /** Values and cross-reference entries; 16 characters of strings, comments and white space count as one. */
  private values = 3_000_000;
  /** Unpacked bytes of object streams and cross-reference streams. */
  private bytes = 64 * 1024 * 1024;
  /** Searches for the end of a stream with a wrong length; each may scan the rest of the file. */
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

/** A list, or a single value as a list of one. */
export function listOf(value: PdfValue | undefined): readonly PdfValue[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? (value as readonly PdfValue[]) : [value];
}

/** A non-negative integer; undefined for any other value. */
export function countOf(value: PdfValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** A text string in UTF-16 or UTF-8 with byte order mark, otherwise in PDFDocEncoding, read as Latin-1. */
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
