import { PdfFile, type Place, type Places } from './pdf-file';
import { PdfScanner } from './pdf-scanner';
import {
  BrokenPdf,
  countOf,
  dictionaryOf,
  isName,
  listOf,
  type PdfBudget,
  type PdfDictionary,
  PdfFault,
} from './pdf-values';

/** The locations of a PDF's objects and its trailer. */
export interface CrossReference {
  readonly places: Places;
  /** Trailer of the newest section, with `Root` and `Encrypt`. */
  readonly trailer: PdfDictionary;
}

/**
 * Number of characters at the end of the file that must contain `startxref` (ISO 32000-1, 7.5.5; annex H requires
 * 1024).
 */
const TAIL = 2_048;
/** Limit of sections: one per revision of the document, two or more when linearized. */
const MAX_SECTIONS = 1_000;
const MAX_FIELD = 8;
const ENTRY = /[\0\t\n\f\r ]{0,8}(\d{1,10})[\t ]{1,8}\d{1,5}[\t ]{1,8}([nf])/y;
const SUBSECTION = /[\0\t\n\f\r ]{0,32}(\d{1,10})[\t ]{1,8}(\d{1,10})/y;
const FREE_LIST_HEAD = /[\0\t\n\f\r ]{0,8}0{1,10}[\t ]{1,8}65535[\t ]{1,8}f/y;

/**
 * Reads the cross-reference from `startxref` on: tables, streams, earlier revisions (`Prev`) and the streams of hybrid
 * files (`XRefStm`). When several sections list the same object, the newest is used.
 *
 * @throws BrokenPdf
 */
export function crossReference(source: string, bytes: Buffer, budget: PdfBudget): CrossReference {
  return new CrossReferenceReader(source, bytes, budget).read();
}

interface Section {
  readonly used: Map<number, Place>;
  readonly free: readonly number[];
  readonly trailer: PdfDictionary;
}

class CrossReferenceReader {
  private readonly places = new Map<number, Place>();
  private readonly seen = new Set<number>();

  constructor(
    private readonly source: string,
    private readonly bytes: Buffer,
    private readonly budget: PdfBudget,
  ) {}

  read(): CrossReference {
    let at: number | undefined = this.start();
    let newest: PdfDictionary | undefined;
    while (at !== undefined) {
      const { used, free, trailer } = this.section(at);
      newest ??= trailer;
      this.add(used);
      // Objects of a hybrid file that the table lists as free are listed in its stream.
      const hybrid = countOf(trailer.get('XRefStm'));
      if (hybrid !== undefined) this.add(this.section(hybrid).used);
      this.add(new Map(free.map((number) => [number, null])));
      at = countOf(trailer.get('Prev'));
    }
    return { places: this.places, trailer: newest! };
  }

  private start(): number {
    const from = this.source.lastIndexOf('startxref');
    const tail = this.source.slice(Math.max(from, this.source.length - TAIL));
    const at = /^startxref[\0\t\n\f\r ]{1,16}(\d{1,15})/.exec(tail)?.[1];
    // An object that ends after `startxref` shows that it belongs to a PDF embedded in this one.
    if (at === undefined || /endstream|endobj/.test(tail)) throw new BrokenPdf('has no cross-reference');
    return Number(at);
  }

  private add(places: ReadonlyMap<number, Place>): void {
    for (const [number, place] of places) if (!this.places.has(number)) this.places.set(number, place);
  }

  private section(at: number): Section {
    if (this.seen.has(at)) throw new BrokenPdf('has a cross-reference that goes in circles');
    this.seen.add(at);
    if (this.seen.size > MAX_SECTIONS) throw new PdfFault('has too many revisions');
    const scanner = new PdfScanner(this.source, at, this.budget);
    return scanner.skips('xref') ? this.table(scanner) : this.crossReferenceStream(at);
  }

  /** A cross-reference table (7.5.4). */
  private table(scanner: PdfScanner): Section {
    const used = new Map<number, Place>();
    const free: number[] = [];
    while (!scanner.skips('trailer')) {
      const head = scanner.take(SUBSECTION);
      if (!head) throw new BrokenPdf('has a broken cross-reference');
      let [first, count] = [Number(head[1]), Number(head[2])];
      FREE_LIST_HEAD.lastIndex = scanner.at;
      // Some programs number entries from 1, although the free list begins with object 0.
      if (first === 1 && FREE_LIST_HEAD.test(this.source)) first = 0;
      for (; count > 0; count--, first++) {
        this.budget.takeValues(1);
        const entry = scanner.take(ENTRY);
        if (!entry) throw new BrokenPdf('has a broken cross-reference');
        if (entry[2] === 'n') used.set(first, { at: Number(entry[1]) });
        else free.push(first);
      }
    }
    const trailer = dictionaryOf(scanner.value());
    if (!trailer) throw new BrokenPdf('has a broken cross-reference');
    return { used, free, trailer };
  }

  /** A cross-reference stream (7.5.8). */
  private crossReferenceStream(at: number): Section {
    const file = new PdfFile(this.source, this.bytes, new Map(), this.budget);
    const stream = file.streamAt(at);
    const { dictionary: trailer } = stream;
    const widths = listOf(trailer.get('W')).map((width) => countOf(width) ?? MAX_FIELD + 1);
    if (!isName(trailer.get('Type'), 'XRef') || widths.length < 3 || Math.max(...widths) > MAX_FIELD) {
      throw new BrokenPdf('has a broken cross-reference');
    }
    const content = file.unpacked(stream, this.budget.bytes_left);
    this.budget.takeBytes(content.length);
    const used = new Map<number, Place>();
    const free: number[] = [];
    const row = new Rows(content, widths as [number, number, number]);
    const index = trailer.has('Index') ? listOf(trailer.get('Index')) : [0, trailer.get('Size') ?? 0];
    for (let pair = 0; pair + 1 < index.length; pair += 2) {
      const [first, count] = [countOf(index[pair]), countOf(index[pair + 1])];
      if (first === undefined || count === undefined) throw new BrokenPdf('has a broken cross-reference');
      for (let number = first; number < first + count && row.next(); number++) {
        this.budget.takeValues(1);
        const { type, second, third } = row;
        if (type === 0) free.push(number);
        else if (type === 1) used.set(number, { at: second });
        else if (type === 2) used.set(number, { container: second, index: third });
      }
    }
    return { used, free, trailer };
  }
}

/** Rows of three numbers with the given widths in bytes; a type of width 0 is 1. */
class Rows {
  type = 1;
  second = 0;
  third = 0;
  private at = 0;

  constructor(
    private readonly content: Buffer,
    private readonly widths: readonly [number, number, number],
  ) {}

  /** @returns false after the last row */
  next(): boolean {
    const [first, second, third] = this.widths;
    const size = first + second + third;
    if (size === 0 || this.at + size > this.content.length) return false;
    this.type = first === 0 ? 1 : this.number(first);
    this.second = this.number(second);
    this.third = this.number(third);
    return true;
  }

  private number(width: number): number {
    let value = 0;
    for (let byte = 0; byte < width; byte++) value = value * 256 + this.content[this.at++]!;
    return value;
  }
}
