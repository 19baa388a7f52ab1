import { trueTypeFile } from './true-type-file';

/** The bytes of a glyph in its font (OpenType 1.9, glyf), and where it names the glyphs that it is composed of. */
interface StoredGlyph {
  readonly bytes: Uint8Array;
  readonly components: readonly number[];
  /** Advance width and left side bearing, as in `hmtx`. */
  readonly metrics: Uint8Array;
}

/** Flags of a component of a composed glyph. */
const WORDS = 0x0001;
const SCALE = 0x0008;
const MORE = 0x0020;
const TWO_SCALES = 0x0040;
const TWO_BY_TWO = 0x0080;

/** The glyphs of a TrueType file, which are taken out of it once for all documents. */
export class FontGlyphs {
  private readonly glyphs = new Map<number, StoredGlyph>();
  private readonly tables = new Map<string, Buffer>();

  constructor(file: Buffer) {
    const count = file.readUInt16BE(4);
    for (let at = 12; at < 12 + count * 16; at += 16) {
      const [offset, length] = [file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)];
      this.tables.set(file.toString('latin1', at, at + 4), file.subarray(offset, offset + length));
    }
  }

  table(name: string): Buffer {
    return this.tables.get(name)!;
  }

  glyph(id: number): StoredGlyph {
    let glyph = this.glyphs.get(id);
    if (!glyph) {
      const bytes = this.table('glyf').subarray(this.offset(id), this.offset(id + 1));
      // Inter has an entry for each glyph; a font may also omit those with the same advance width at its end.
      const metrics = this.table('hmtx').subarray(id * 4, id * 4 + 4);
      this.glyphs.set(id, (glyph = { bytes, components: componentsOf(bytes), metrics }));
    }
    return glyph;
  }

  private offset(id: number): number {
    const loca = this.table('loca');
    const is_long = this.table('head').readInt16BE(50) === 1;
    return is_long ? loca.readUInt32BE(id * 4) : loca.readUInt16BE(id * 2) * 2;
  }
}

/** @returns the positions of the ids of its components */
function componentsOf(glyph: Buffer): number[] {
  const positions: number[] = [];
  if (glyph.length === 0 || glyph.readInt16BE(0) >= 0) return positions;
  for (let at = 10, flags = MORE; flags & MORE;) {
    flags = glyph.readUInt16BE(at);
    positions.push(at + 2);
    at += 4 + (flags & WORDS ? 4 : 2);
    at += flags & SCALE ? 2 : flags & TWO_SCALES ? 4 : flags & TWO_BY_TWO ? 8 : 0;
  }
  return positions;
}

/**
 * The glyphs that a document uses of a font, in the order of their first use, as PDFKit embeds them. fontkit's own
 * subset decodes every glyph again for every document, which takes a quarter of the time of a drawing.
 */
export class GlyphSubset {
  private readonly ids = [0]; // `.notdef`
  private readonly codes = new Map([[0, 0]]);

  constructor(private readonly font: FontGlyphs) {}

  /** @returns the glyph's index in the embedded font */
  includeGlyph(id: number): number {
    let code = this.codes.get(id);
    if (code === undefined) {
      code = this.ids.push(id) - 1;
      this.codes.set(id, code);
    }
    return code;
  }

  encode(): Buffer {
    const glyphs: Uint8Array[] = [];
    const metrics: Uint8Array[] = [];
    const offsets = [0];
    // Components are added to the list while it is read.
    for (const id of this.ids) {
      const glyph = this.font.glyph(id);
      glyphs.push(this.renumbered(glyph));
      metrics.push(glyph.metrics);
      offsets.push(offsets.at(-1)! + glyph.bytes.length);
    }
    const [head, hhea, maxp] = ['head', 'hhea', 'maxp'].map((name) => Buffer.from(this.font.table(name)));
    const loca = Buffer.alloc(offsets.length * 4);
    for (const [index, offset] of offsets.entries()) loca.writeUInt32BE(offset, index * 4);
    head!.writeInt16BE(1, 50); // long offsets in `loca`
    hhea!.writeUInt16BE(glyphs.length, 34);
    maxp!.writeUInt16BE(glyphs.length, 4);
    return trueTypeFile({
      head: head!,
      hhea: hhea!,
      maxp: maxp!,
      loca,
      prep: this.font.table('prep'),
      glyf: Buffer.concat(glyphs),
      hmtx: Buffer.concat(metrics),
    });
  }

  /** A composed glyph names its components by their indexes in the embedded font. */
  private renumbered({ bytes, components }: StoredGlyph): Uint8Array {
    if (components.length === 0) return bytes;
    const copy = Buffer.from(bytes);
    for (const at of components) copy.writeUInt16BE(this.includeGlyph(copy.readUInt16BE(at)), at);
    return copy;
  }
}
