import { inflateSync } from 'node:zlib';
import { StatementFault } from '../../domain/e-invoicing/statement';
import { type PdfDictionary, PdfFault, PdfScanner, type PdfValue } from './pdf-objects';

/** By which names e-invoices are found in a PDF, the most telling first: Factur-X 1, ZUGFeRD 2.0 and 1, XRechnung. */
const INVOICE_NAMES = ['factur-x.xml', 'zugferd-invoice.xml', 'xrechnung.xml'] as const;

/** Bytes that streams of objects may unpack to, all together. */
const MAX_UNPACKED = 64 * 1024 * 1024;
const MAX_OBJECTS = 300_000;
const MAX_FILES = 200;
const MAX_SEARCHES = 50;
/** Filters one after the other; more serve nothing but to unpack a bomb. */
const MAX_FILTERS = 2;

/**
 * The e-invoice that is embedded in a PDF (PDF/A-3, Factur-X 1.0, ZUGFeRD 2). Nothing else of the PDF is looked at: its
 * objects are found by where they begin, so that a broken table of them does no harm.
 *
 * @param max_bytes - of the XML, unpacked
 * @throws StatementFault
 */
export function embeddedInvoice(bytes: Uint8Array, max_bytes: number): Uint8Array {
  try {
    return new PdfFile(bytes).invoice(max_bytes);
  } catch (error) {
    if (error instanceof PdfFault) throw new StatementFault(null, `cannot be read: the PDF ${error.message}`);
    throw error;
  }
}

/** Where an object begins, in the file or in an unpacked stream of objects. */
interface Place {
  readonly source: string;
  readonly at: number;
  /** In the file: of two objects of one number, the later one counts. */
  readonly file_at: number;
}

class PdfFile {
  private readonly bytes: Buffer;
  /** Each byte is the character of the same number. */
  private readonly source: string;
  private readonly objects = new Map<number, Place>();
  private room = MAX_UNPACKED;
  private searches = MAX_SEARCHES;

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.source = this.bytes.toString('latin1');
    if (!this.source.slice(0, 1024).includes('%PDF-')) throw new PdfFault('does not begin as one');
    if (/\/Encrypt[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+R/.test(this.source)) {
      throw new PdfFault('is encrypted');
    }
  }

  invoice(max_bytes: number): Uint8Array {
    this.findObjects();
    this.unpackObjects();
    const files = this.fileSpecifications();
    const name = INVOICE_NAMES.find((known) => files.has(known));
    if (name === undefined) throw new PdfFault(`holds none of ${INVOICE_NAMES.join(', ')}`);
    const streams = dictionaryOf(this.resolved(files.get(name)!.get('EF')));
    const stream = streams?.get('F') ?? streams?.get('UF');
    return this.stream(stream, max_bytes);
  }

  /** `12 0 obj` */
  private findObjects(): void {
    const { source } = this;
    for (let at = source.indexOf('obj'); at >= 0; at = source.indexOf('obj', at + 1)) {
      const number = /(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+$/.exec(
        source.slice(Math.max(0, at - 24), at),
      )?.[1];
      if (number === undefined) continue;
      this.add(Number(number), { source, at: at + 'obj'.length, file_at: at });
    }
  }

  private add(number: number, place: Place): void {
    const known = this.objects.get(number);
    if (known && known.file_at > place.file_at) return;
    this.objects.set(number, place);
    if (this.objects.size > MAX_OBJECTS) throw new PdfFault('has too many objects');
  }

  /** Objects may lie packed in streams (ISO 32000-1, 7.5.7). */
  private unpackObjects(): void {
    const containers = [...this.objects.values()].filter(({ source, at }) =>
      source.slice(at, at + 400).includes('/ObjStm'),
    );
    for (const place of containers) {
      const dictionary = dictionaryOf(this.read(place));
      if (!dictionary || !isName(dictionary.get('Type'), 'ObjStm')) continue;
      const unpacked = this.unpack(place, this.room);
      this.room -= unpacked.length;
      this.addPacked(unpacked.toString('latin1'), dictionary, place.file_at);
    }
  }

  /** First come pairs of an object's number and its place, then the objects. */
  private addPacked(source: string, dictionary: PdfDictionary, file_at: number): void {
    const count = dictionary.get('N');
    const first = dictionary.get('First');
    if (typeof count !== 'number' || typeof first !== 'number') return;
    const scanner = new PdfScanner(source, 0);
    for (let index = 0; index < count && scanner.at < first; index++) {
      const number = optional(() => scanner.value());
      const offset = optional(() => scanner.value());
      if (typeof number !== 'number' || typeof offset !== 'number') return;
      this.add(number, { source, at: first + offset, file_at });
    }
  }

  /** File specifications with the file itself (ISO 32000-1, 7.11.3), in whatever object they lie. */
  private fileSpecifications(): Map<string, PdfDictionary> {
    const files = new Map<string, PdfDictionary>();
    const visit = (value: PdfValue): void => {
      if (Array.isArray(value)) value.forEach(visit);
      const dictionary = dictionaryOf(value);
      if (!dictionary) return;
      const name = textOf(dictionary.get('UF')) ?? textOf(dictionary.get('F'));
      if (name !== undefined && dictionary.has('EF')) files.set(name.toLowerCase(), dictionary);
      dictionary.forEach(visit);
    };
    for (const place of this.mentioningFiles()) visit(this.read(place));
    return files;
  }

  /** Parsing all objects would cost; few mention embedded files at all. */
  private mentioningFiles(): Place[] {
    const of_source = new Map<string, Place[]>();
    for (const place of this.objects.values()) {
      const places = of_source.get(place.source);
      if (places) places.push(place);
      else of_source.set(place.source, [place]);
    }
    const found: Place[] = [];
    for (const [source, places] of of_source) {
      places.sort((a, b) => a.at - b.at);
      let index = 0;
      for (let at = source.indexOf('/EF'); at >= 0; at = source.indexOf('/EF', at + 1)) {
        while (index + 1 < places.length && places[index + 1]!.at <= at) index++;
        const place = places[index]!;
        if (place.at > at || found.at(-1) === place) continue;
        found.push(place);
        if (found.length > MAX_FILES) throw new PdfFault('holds too many files');
      }
    }
    return found;
  }

  private read({ source, at }: Place): PdfValue {
    return optional(() => new PdfScanner(source, at).value());
  }

  private resolved(value: PdfValue | undefined): PdfValue | undefined {
    if (!isReference(value)) return value;
    const place = this.objects.get(value.reference);
    return place && this.read(place);
  }

  private stream(value: PdfValue | undefined, max_bytes: number): Buffer {
    const place = isReference(value) ? this.objects.get(value.reference) : undefined;
    if (!place || place.source !== this.source) throw new PdfFault('lacks the file that it names');
    return this.unpack(place, max_bytes);
  }

  /** What a stream holds, its filters undone. */
  private unpack(place: Place, max_bytes: number): Buffer {
    const { source } = this;
    const scanner = new PdfScanner(source, place.at);
    const dictionary = dictionaryOf(scanner.value());
    if (!dictionary || !scanner.skips('stream')) {
      throw new PdfFault('has no stream where one is due');
    }
    const start = scanner.at + (source.startsWith('\r\n', scanner.at) ? 2 : 1);
    const length = this.resolved(dictionary.get('Length'));
    const stated = typeof length === 'number' ? start + length : -1;
    const is_true = stated >= start && /^[\0\t\n\f\r ]*endstream/.test(source.slice(stated, stated + 20));
    // Where that is wrong, it is looked for: so often that it costs nothing, and no more often.
    if (!is_true && --this.searches < 0) throw new PdfFault('has streams of unknown length');
    const end = is_true ? stated : source.indexOf('endstream', start);
    if (end < 0) throw new PdfFault('is not complete');

    let content = this.bytes.subarray(start, end);
    const filters = listOf(this.resolved(dictionary.get('Filter')));
    if (filters.length > MAX_FILTERS) throw new PdfFault('has a file in too many wrappings');
    for (const filter of filters) {
      if (!isName(filter, 'FlateDecode') && !isName(filter, 'Fl')) {
        throw new PdfFault('has a file that is packed in an unknown way');
      }
      content = inflated(content, max_bytes);
    }
    if (content.length > max_bytes) throw tooLarge();
    return content;
  }
}

/** What looks like an object may be a part of a stream: then it is none. */
function optional(read: () => PdfValue): PdfValue {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfFault) return null;
    throw error;
  }
}

function inflated(packed: Buffer, max_bytes: number): Buffer {
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(max_bytes, 1) });
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new PdfFault('has a file that cannot be unpacked');
  }
}

function tooLarge(): PdfFault {
  return new PdfFault('has a file that is too large');
}

function dictionaryOf(value: PdfValue | undefined): PdfDictionary | undefined {
  return value instanceof Map ? (value as PdfDictionary) : undefined;
}

function isReference(value: PdfValue | undefined): value is { readonly reference: number } {
  return typeof value === 'object' && value !== null && 'reference' in value;
}

function isName(value: PdfValue | undefined, name: string): boolean {
  return typeof value === 'object' && value !== null && 'name' in value && value.name === name;
}

function listOf(value: PdfValue | undefined): readonly PdfValue[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? (value as readonly PdfValue[]) : [value];
}

/** PDFDocEncoding as far as names of files go, or UTF-16 with its mark. */
function textOf(value: PdfValue | undefined): string | undefined {
  if (typeof value !== 'object' || value === null || !('string' in value)) return undefined;
  const { string } = value;
  if (!string.startsWith('\u00fe\u00ff')) return string;
  return Buffer.from(string.slice(2), 'latin1').swap16().toString('utf16le');
}
