import { PdfScanner } from './pdf-scanner';
import { unfiltered } from './stream-filters';
import {
  BrokenPdf,
  countOf,
  dictionaryOf,
  isName,
  isReference,
  listOf,
  type PdfBudget,
  type PdfDictionary,
  PdfFault,
  type PdfReference,
  type PdfValue,
} from './pdf-values';

/** Location of an object: an offset in the file, or an index in an object stream; null when it was deleted. */
export type Place = { readonly at: number } | { readonly container: number; readonly index: number } | null;
export type Places = ReadonlyMap<number, Place>;

const HEAD = /[\0\t\n\f\r ]{0,16}(\d{1,10})[\0\t\n\f\r ]{1,16}\d{1,5}[\0\t\n\f\r ]{1,16}obj/y;
const STREAM_END = /[\0\t\n\f\r ]{0,16}endstream/y;

/**
 * Limit of nested look-ups: to read an object, the length of a stream or an object stream may have to be read first.
 */
const MAX_PENDING = 20;

/** A stream before its filters are decoded. */
interface PackedStream {
  readonly dictionary: PdfDictionary;
  readonly content: Buffer;
}

interface Container {
  readonly source: string;
  /** Number and offset of each object. */
  readonly objects: readonly (readonly [number, number])[];
}

/** The objects of a PDF, each parsed on first use and cached. */
export class PdfFile {
  private readonly values = new Map<number, PdfValue>();
  private readonly containers = new Map<number, Container>();
  /** Objects that are being read. An object that refers to itself is read as null. */
  private readonly pending = new Set<number>();

  /** @param source - the bytes as Latin-1 */
  constructor(
    readonly source: string,
    private readonly bytes: Buffer,
    private readonly places: Places,
    private readonly budget: PdfBudget,
  ) {}

  /** Follows references to the value. A missing or deleted object is null. @throws PdfFault */
  resolved(value: PdfValue | undefined): PdfValue {
    let at = value ?? null;
    for (let steps = 0; isReference(at); steps++) {
      if (steps === 10) throw new BrokenPdf('has references that lead nowhere');
      at = this.object(at.reference);
    }
    return at;
  }

  dictionary(value: PdfValue | undefined): PdfDictionary | undefined {
    return dictionaryOf(this.resolved(value));
  }

  list(value: PdfValue | undefined): readonly PdfValue[] {
    return listOf(this.resolved(value));
  }

  /** The decoded content of a stream. @throws PdfFault */
  stream({ reference }: PdfReference, max_bytes: number): Buffer {
    const place = this.places.get(reference);
    if (!place || !('at' in place)) throw new PdfFault('lacks the file that it names');
    return this.unpacked(this.streamAt(place.at, reference), max_bytes);
  }

  /** The stream object at an offset. @param number - object number that it must have */
  streamAt(at: number, number?: number): PackedStream {
    const scanner = this.scannerAt(at, number);
    const dictionary = dictionaryOf(scanner.value());
    if (!dictionary || !scanner.skips('stream')) throw new BrokenPdf('has no stream where one is due');
    const start = scanner.at + (this.source.startsWith('\r\n', scanner.at) ? 2 : 1);
    return { dictionary, content: this.bytes.subarray(start, this.endOf(dictionary, start)) };
  }

  unpacked({ dictionary, content }: PackedStream, max_bytes: number): Buffer {
    const [filters, parameters] = [
      ['Filter', 'F'],
      ['DecodeParms', 'DP'],
    ].map((names) =>
      this.list(names.map((name) => dictionary.get(name)).find((value) => value !== undefined)).map((one) =>
        this.resolved(one),
      ),
    );
    const members = new Map([
      ['Filter', filters!],
      ['DecodeParms', parameters!],
    ]);
    return unfiltered(content, members, max_bytes);
  }

  private object(number: number): PdfValue {
    const known = this.values.get(number);
    if (known !== undefined) return known;
    const place = this.places.get(number);
    if (!place || this.pending.has(number)) return null;
    if (this.pending.size === MAX_PENDING) throw new BrokenPdf('has references that lead nowhere');
    this.pending.add(number);
    const value = 'at' in place ? this.scannerAt(place.at, number).value() : this.packed(number, place);
    this.pending.delete(number);
    this.values.set(number, value);
    return value;
  }

  private scannerAt(at: number, number?: number): PdfScanner {
    const scanner = new PdfScanner(this.source, at, this.budget);
    const head = scanner.take(HEAD);
    if (!head || (number !== undefined && Number(head[1]) !== number)) {
      throw misplaced();
    }
    return scanner;
  }

  private packed(number: number, place: { readonly container: number; readonly index: number }): PdfValue {
    const { source, objects } = this.container(place.container);
    const found = objects[place.index]?.[0] === number ? objects[place.index] : undefined;
    if (!found) throw misplaced();
    return new PdfScanner(source, found[1], this.budget).value();
  }

  /** An object stream (7.5.7): pairs of object number and offset, then the objects. */
  container(number: number): Container {
    const known = this.containers.get(number);
    if (known) return known;
    const place = this.places.get(number);
    if (!place || !('at' in place)) throw misplaced();
    const stream = this.streamAt(place.at, number);
    const { dictionary } = stream;
    const count = countOf(this.resolved(dictionary.get('N')));
    const first = countOf(this.resolved(dictionary.get('First')));
    if (!isName(dictionary.get('Type'), 'ObjStm') || count === undefined || first === undefined) {
      throw misplaced();
    }
    const content = this.unpacked(stream, this.budget.bytes_left);
    this.budget.takeBytes(content.length);
    const source = content.toString('latin1');
    const scanner = new PdfScanner(source, 0, this.budget);
    const objects: (readonly [number, number])[] = [];
    while (objects.length < count && scanner.at < first) {
      const [of, offset] = [countOf(scanner.value()), countOf(scanner.value())];
      if (of === undefined || offset === undefined) break;
      objects.push([of, first + offset]);
    }
    const container = { source, objects };
    this.containers.set(number, container);
    return container;
  }

  /** The end of a stream by its length; when the length is wrong, by the keyword `endstream`. */
  private endOf(dictionary: PdfDictionary, start: number): number {
    const length = countOf(this.resolved(dictionary.get('Length')));
    if (length !== undefined && isStreamEnd(this.source, start + length)) return start + length;
    this.budget.takeSearch();
    const end = this.source.indexOf('endstream', start);
    if (end < 0) throw new BrokenPdf('is not complete');
    return end;
  }
}

function misplaced(): BrokenPdf {
  return new BrokenPdf('has an object that is not where it is said to be');
}

export function isStreamEnd(source: string, at: number): boolean {
  STREAM_END.lastIndex = at;
  return STREAM_END.test(source);
}
