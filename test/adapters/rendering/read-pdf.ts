import { inflateSync } from 'node:zlib';

/** A text as it was drawn: one string, at the left end of its baseline. Points, from the bottom left. */
export interface Run {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly font: string;
  readonly text: string;
  /** Glyph ids of the font's subset; 0 is the glyph for missing characters. */
  readonly glyphs: readonly number[];
  readonly is_upright: boolean;
  /** The marked content that it belongs to; null: an artifact. */
  readonly mcid: number | null;
}

/** An element of a tagged file, with the texts that belong to it. */
export interface StructureNode {
  readonly tag: string;
  readonly attributes: string;
  readonly text: string;
  readonly children: readonly StructureNode[];
}

/** A minimal PDF reader for files of the service, independent of its code. */
export class ReadPdf {
  private readonly objects = new Map<number, { readonly head: string; readonly stream: Buffer | null }>();
  readonly runs: readonly Run[];
  /** Rotated texts. */
  readonly slanted: readonly Run[];
  readonly pages: number;
  private readonly page_ids: readonly number[];
  private readonly contents: string[] = [];

  constructor(bytes: Uint8Array) {
    const buffer = Buffer.from(bytes);
    const text = buffer.toString('latin1');
    for (const { index, 1: id, 2: head, 3: stream } of text.matchAll(
      /^(\d+) 0 obj\n([\s\S]*?)(?:\nendobj|\n(stream)\n)/gm,
    )) {
      const start = index + text.slice(index).indexOf('stream\n') + 'stream\n'.length;
      const length = Number(/\/Length (\d+)/.exec(head!)?.[1]);
      const raw = stream ? buffer.subarray(start, start + length) : null;
      const data = raw && head!.includes('/FlateDecode') ? inflateSync(raw) : raw;
      this.objects.set(Number(id), { head: head!, stream: data });
    }
    for (const { head, stream } of this.all('/Type/ObjStm')) this.unpack(head, stream!.toString('latin1'));
    const pages = [...this.objects].filter(([, { head }]) => `${head}\n`.includes('/Type /Page\n'));
    this.page_ids = pages.map(([id]) => id);
    this.pages = pages.length;
    const runs = pages.flatMap(([, { head }], index) => this.readPage(head, index));
    this.runs = runs.filter(({ is_upright }) => is_upright);
    this.slanted = runs.filter(({ is_upright }) => !is_upright);
  }

  /** The texts of the pages, one line per drawn string. */
  get text(): string {
    return this.runs.map(({ text }) => text).join('\n');
  }

  textOf(page: number): string {
    return this.runs
      .filter((run) => run.page === page)
      .map(({ text }) => text)
      .join('\n');
  }

  /** ActualText of glyphs whose order differs from that of the characters. */
  get actualTexts(): string[] {
    return this.contents.flatMap((content) =>
      [...content.matchAll(/\/ActualText<feff([0-9a-f]*)>/g)].map(([, hex]) =>
        Buffer.from(hex!, 'hex').swap16().toString('utf16le'),
      ),
    );
  }

  /** Where images are drawn, upright or turned: left, bottom, right and top in points from the bottom left. */
  get images(): number[][] {
    return this.contents.flatMap((content) => {
      const found: number[][] = [];
      const outer: Matrix[] = [];
      let matrix: Matrix = [1, 0, 0, 1, 0, 0];
      for (const [operator, numbers] of content.matchAll(/((?:\S+ ){6})cm\b|\bq\b|\bQ\b|\/I\d+ Do/g)) {
        if (numbers !== undefined) matrix = product(numbers.trim().split(' ').map(Number) as Matrix, matrix);
        else if (operator === 'q') outer.push(matrix);
        else if (operator === 'Q') matrix = outer.pop()!;
        else found.push(boxOf(matrix));
      }
      return found;
    });
  }

  get structure(): StructureNode {
    const tree = this.objects.get(Number(/\/StructTreeRoot (\d+) 0 R/.exec(this.catalog)![1]))!.head;
    return this.node(Number(/\/K (\d+)/.exec(tree)![1]));
  }

  private node(id: number): StructureNode {
    const { head } = this.objects.get(id)!;
    const [, tag, page, kids, attributes] =
      /^<<\/S\/(\w+)\/P \d+ 0 R(?:\/Pg (\d+) 0 R)?\/K\[(.*?)\](?=\/A|>>$)(.*)>>$/.exec(head)!;
    const children: StructureNode[] = [];
    let text = '';
    for (const [, child, of_page, mcid, own] of kids!.matchAll(
      /(\d+) 0 R(?!\/)|<<\/Type\/MCR\/Pg (\d+) 0 R\/MCID (\d+)>>|(\d+)/g,
    )) {
      if (child !== undefined) children.push(this.node(Number(child)));
      else text += this.marked(Number(of_page ?? page), Number(mcid ?? own));
    }
    return { tag: tag!, attributes: attributes!, text, children };
  }

  private marked(page_id: number, mcid: number): string {
    const page = this.page_ids.indexOf(page_id);
    return this.runs
      .filter((run) => run.page === page && run.mcid === mcid)
      .map(({ text }) => plain(text))
      .join('');
  }

  /** Every character that the file has a glyph for. */
  get characters(): string {
    return this.all('/ToUnicode')
      .flatMap(({ head }) => this.toUnicode(head))
      .join('');
  }

  get catalog(): string {
    return this.all('/Type /Catalog')[0]!.head;
  }

  get metadata(): string {
    return this.all('/Type /Metadata')[0]!.stream!.toString('utf8');
  }

  /** Embedded files, by name. */
  get attachments(): Map<
    string,
    { readonly specification: string; readonly head: string; readonly bytes: Buffer }
  > {
    return new Map(
      this.all('/Type /Filespec').map(({ head }) => {
        const file = this.referred(head, /\/EF <<\s*\/F (\d+) 0 R/);
        return [
          /\/UF \(([^)]*)\)/.exec(head)![1]!,
          { specification: head, head: file.head, bytes: file.stream! },
        ];
      }),
    );
  }

  /** Objects without a stream of their own (ISO 32000-1, 7.5.7). */
  private unpack(head: string, content: string): void {
    const first = Number(/\/First (\d+)/.exec(head)![1]);
    const numbers = content.slice(0, first).trim().split(/\s+/).map(Number);
    for (let at = 0; at < numbers.length; at += 2) {
      const [id, start, end] = [numbers[at]!, numbers[at + 1]!, numbers[at + 3]];
      const body = content.slice(first + start, end === undefined ? undefined : first + end);
      this.objects.set(id, { head: body.trimEnd(), stream: null });
    }
  }

  private all(mark: string) {
    return [...this.objects.values()].filter(({ head }) => `${head}\n`.includes(mark));
  }

  private referred(head: string, reference: RegExp) {
    return this.objects.get(Number(reference.exec(head)?.[1]))!;
  }

  private readPage(head: string, page: number): Run[] {
    const content = this.referred(head, /\/Contents (\d+) 0 R/).stream!.toString('latin1');
    const resources = this.referred(head, /\/Resources (\d+) 0 R/).head;
    const fonts = new Map<string, readonly string[]>();
    for (const [, name, id] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      fonts.set(name!, this.toUnicode(this.objects.get(Number(id))!.head));
    }
    this.contents.push(content);
    const runs: Run[] = [];
    let mcid: number | null = null;
    for (const [, begun, text] of content.matchAll(
      /(\/Artifact BMC|\/\w+<<\/MCID \d+>>BDC)|BT\s*([\s\S]*?)\s*ET/g,
    )) {
      if (begun !== undefined) {
        const number = /MCID (\d+)/.exec(begun)?.[1];
        mcid = number === undefined ? null : Number(number);
        continue;
      }
      let [font, size, x, y] = ['', 0, 0, 0];
      let is_upright = true;
      const operators =
        /\/(F\d+) (\S+) Tf|(\S+) (\S+) \S+ (\S+) (\S+) (\S+) Tm|\[([^\]]*)\]\s?TJ|(<[0-9a-f]*>)Tj/g;
      for (const [, name, tf, a, b, d, e, f, strings, string] of text!.matchAll(operators)) {
        if (name !== undefined) [font, size] = [name, Number(tf)];
        else if (e !== undefined) {
          // Where the library draws, y runs upwards; where the service does, as on the page.
          [x, y] = [Number(e), Number(d) < 0 ? PAGE_HEIGHT - Number(f) : Number(f)];
          is_upright = Math.abs(Number(a)) === 1 && Number(b) === 0;
        } else {
          const glyphs = codesOf(strings ?? string!);
          const characters = fonts.get(font)!;
          const shown = glyphs.map((glyph) => characters[glyph]).join('');
          runs.push({ page, x, y, size, font, text: shown, glyphs, is_upright, mcid });
        }
      }
    }
    return runs;
  }

  /** @returns characters by glyph (ISO 32000-1, 9.10.3) */
  private toUnicode(font: string): readonly string[] {
    const map = this.referred(font, /\/ToUnicode (\d+) 0 R/).stream!.toString('latin1');
    return [...map.matchAll(/<[0-9a-f]{4}> <[0-9a-f]{4}> \[([^\]]*)\]/g)].flatMap(([, list]) =>
      [...list!.matchAll(/<([0-9a-f ]*)>/g)].map(([, hex]) =>
        Buffer.from(hex!.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      ),
    );
  }
}

const PAGE_HEIGHT = 841.89;

type Matrix = [number, number, number, number, number, number];

/** ISO 32000-1, 8.3.4: first the one, then the other. */
function product([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix {
  return [
    ...([a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D] as const),
    ...([e * A + f * C + E, e * B + f * D + F] as const),
  ];
}

/** The box around the unit square, in which an image is drawn. */
function boxOf([a, b, c, d, e, f]: Matrix): number[] {
  const [xs, ys] = [
    [e, e + a, e + c, e + a + c],
    [f, f + b, f + d, f + b + d],
  ];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function codesOf(strings: string): number[] {
  return [...strings.matchAll(/<([0-9a-f]*)>/g)].flatMap(([, hex]) =>
    (hex!.match(/.{4}/g) ?? []).map((code) => Number.parseInt(code, 16)),
  );
}

/** Replaces no-break spaces by spaces. */
export function plain(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, ' ').replace(/\u2212/g, '-');
}
