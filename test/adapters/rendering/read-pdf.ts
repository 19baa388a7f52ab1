import { inflateSync } from 'node:zlib';

/** A text as it was drawn: one string, at the left end of its baseline. Points, from the bottom left. */
export interface Run {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly font: string;
  readonly text: string;
  /** Of the font's subset; 0 is its picture for what it has no picture of. */
  readonly glyphs: readonly number[];
}

/** As much of PDF as it takes to see what the service wrote: an independent look at the bytes. */
export class ReadPdf {
  private readonly objects = new Map<number, { readonly head: string; readonly stream: Buffer | null }>();
  readonly runs: readonly Run[];
  readonly pages: number;

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
    const pages = this.all('/Type /Page\n');
    this.pages = pages.length;
    this.runs = pages.flatMap((page, index) => this.readPage(page.head, index));
  }

  /** What stands on the pages, one line for each text drawn. */
  get text(): string {
    return this.runs.map(({ text }) => text).join('\n');
  }

  textOf(page: number): string {
    return this.runs
      .filter((run) => run.page === page)
      .map(({ text }) => text)
      .join('\n');
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

  /** Files inside, by name. */
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
    const drawn = /1 0 0 1 (\S+) (\S+) Tm\n\/(F\d+) (\S+) Tf\n((?:[\s\S](?!ET))*)/g;
    return [...content.matchAll(drawn)].map(([, x, y, font, size, strings]) => {
      const glyphs = [...strings!.matchAll(/<([0-9a-f]*)>/g)].flatMap(([, hex]) =>
        Array.from({ length: hex!.length / 4 }, (_glyph, index) =>
          Number.parseInt(hex!.slice(index * 4, index * 4 + 4), 16),
        ),
      );
      const characters = fonts.get(font!)!;
      const text = glyphs.map((glyph) => characters[glyph]).join('');
      return { page, x: Number(x), y: Number(y), size: Number(size), font: font!, text, glyphs };
    });
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
