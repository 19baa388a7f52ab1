import type { CrossReference } from './cross-reference';
import { isStreamEnd, PdfFile, type Place } from './pdf-file';
import { PdfScanner } from './pdf-scanner';
import {
  BrokenPdf,
  countOf,
  dictionaryOf,
  isName,
  isReference,
  type PdfBudget,
  type PdfDictionary,
  type PdfValue,
} from './pdf-values';

const OBJECT = /(?<!\d)(\d{1,10})[\0\t\n\f\r ]{1,16}\d{1,5}[\0\t\n\f\r ]{1,16}obj|\btrailer\b/g;
const INTEGER =
  /(?<!\d)(\d{1,10})[\0\t\n\f\r ]{1,16}\d{1,5}[\0\t\n\f\r ]{1,16}obj[\0\t\n\f\r ]{0,16}(\d{1,12})[\0\t\n\f\r ]{0,16}endobj/g;
/** Limit of candidates for the length of a stream with the same object number. */
const MAX_LENGTHS = 4;
/** Budget for a scanned object, and for a match that is not an object. */
const VALUES_OF_AN_OBJECT = 4;
const VALUES_OF_A_BROKEN_OBJECT = 1_000;

/**
 * Finds the objects of a PDF with a broken cross-reference by scanning for their beginnings. The bodies of streams are
 * skipped, because an attached PDF has objects of its own. Of several objects with the same number, the last one is
 * used.
 */
export function recoveredReference(source: string, bytes: Buffer, budget: PdfBudget): CrossReference {
  return new Recovery(source, bytes, budget).read();
}

class Recovery {
  private readonly places = new Map<number, Place>();
  private readonly containers: { readonly number: number; readonly at: number }[] = [];
  private readonly lengths = new Map<number, number[]>();
  private readonly trailer = new Map<string, PdfValue>();
  /** Position of the scan. */
  private at = 0;

  constructor(
    private readonly source: string,
    private readonly bytes: Buffer,
    private readonly budget: PdfBudget,
  ) {}

  read(): CrossReference {
    for (const [, number, length] of this.source.matchAll(INTEGER)) {
      this.budget.takeValues(1);
      const known = this.lengths.get(Number(number));
      if (!known) this.lengths.set(Number(number), [Number(length)]);
      else if (known.length < MAX_LENGTHS) known.push(Number(length));
    }
    for (let found = this.next(); found; found = this.next()) this.take(found);
    this.unpackContainers();
    return { places: this.places, trailer: this.trailer };
  }

  private next(): RegExpExecArray | null {
    this.budget.takeValues(1);
    OBJECT.lastIndex = this.at;
    const found = OBJECT.exec(this.source);
    if (found) this.at = OBJECT.lastIndex;
    return found;
  }

  private take({ index, 1: number }: RegExpExecArray): void {
    this.budget.takeValues(VALUES_OF_AN_OBJECT);
    const scanner = new PdfScanner(this.source, this.at, this.budget);
    const value = this.optional(() => scanner.value());
    const dictionary = dictionaryOf(value);
    if (value !== undefined) this.at = scanner.at;
    if (number === undefined) return this.takeTrailer(dictionary);
    this.places.set(Number(number), { at: index });
    if (!dictionary) return;
    if (isName(dictionary.get('Type'), 'Catalog')) this.trailer.set('Root', { reference: Number(number) });
    if (!scanner.skips('stream')) return;
    this.at = this.streamEnd(dictionary, scanner.at);
    if (isName(dictionary.get('Type'), 'XRef')) this.takeTrailer(dictionary);
    if (isName(dictionary.get('Type'), 'ObjStm')) this.containers.push({ number: Number(number), at: index });
  }

  private takeTrailer(dictionary: PdfDictionary | undefined): void {
    for (const member of ['Root', 'Encrypt']) {
      const value = dictionary?.get(member);
      if (value !== undefined) this.trailer.set(member, value);
    }
  }

  /** The end of a stream: by its length, direct or as an object; otherwise by `endstream` or the end of the file. */
  private streamEnd(dictionary: PdfDictionary, after_keyword: number): number {
    const start = after_keyword + (this.source.startsWith('\r\n', after_keyword) ? 2 : 1);
    const length = dictionary.get('Length');
    const lengths = isReference(length)
      ? (this.lengths.get(length.reference) ?? [])
      : [countOf(length) ?? -1];
    for (const known of lengths) {
      if (known >= 0 && isStreamEnd(this.source, start + known)) return start + known;
    }
    const end = this.source.indexOf('endstream', start);
    return end < 0 ? this.source.length : end;
  }

  /** An object in an object stream is ordered by the position of that stream. */
  private unpackContainers(): void {
    const file = new PdfFile(this.source, this.bytes, this.places, this.budget);
    for (const { number, at } of this.containers) {
      const place = this.places.get(number);
      if (!place || !('at' in place) || place.at !== at) continue; // a later object has the same number
      const objects = this.optional(() => file.container(number).objects) ?? [];
      for (const [index, [packed]] of objects.entries()) {
        const known = this.places.get(packed);
        if (!known || !('at' in known) || known.at < at)
          this.places.set(packed, { container: number, index });
      }
    }
    if (this.trailer.has('Root')) return;
    for (const [number, place] of this.places) {
      if (!place || !('container' in place)) continue;
      const value = this.optional(() => file.resolved({ reference: number }));
      if (isName(dictionaryOf(value)?.get('Type'), 'Catalog'))
        this.trailer.set('Root', { reference: number });
    }
  }

  /** Reads a match that may not be an object. The budget allows few of these. */
  private optional<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof BrokenPdf)) throw error;
      this.budget.takeValues(VALUES_OF_A_BROKEN_OBJECT);
      return undefined;
    }
  }
}
