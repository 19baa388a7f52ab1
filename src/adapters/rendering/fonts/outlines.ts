import { trueTypeFile } from './true-type-file';

/** A command of a glyph's outline in fontkit, with quadratic curves. */
export interface OutlineCommand {
  readonly command: 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'bezierCurveTo' | 'closePath';
  readonly args: readonly number[];
}

export interface Outline {
  /** Advance width, in font units. */
  readonly advance: number;
  readonly commands: readonly OutlineCommand[];
}

interface Point {
  readonly x: number;
  readonly y: number;
  readonly is_on_curve: boolean;
}

const ON_CURVE = 1;

/**
 * Builds a TrueType font of the given glyphs with the tables that PDF requires (ISO 32000-1, 9.9; OpenType 1.9). The
 * first glyph is `.notdef`.
 *
 * @param em - units per em
 */
export function trueTypeFont(
  outlines: readonly Outline[],
  em: number,
  ascent: number,
  descent: number,
): Buffer {
  const glyphs = outlines.map(({ commands }) => encodedGlyph(contoursOf(commands)));
  const loca = Buffer.alloc((glyphs.length + 1) * 4);
  const hmtx = Buffer.alloc(glyphs.length * 4);
  let offset = 0;
  for (const [index, { bytes, left }] of glyphs.entries()) {
    offset += bytes.length;
    loca.writeUInt32BE(offset, (index + 1) * 4);
    hmtx.writeUInt16BE(outlines[index]!.advance, index * 4);
    hmtx.writeInt16BE(left, index * 4 + 2);
  }
  return trueTypeFile({
    glyf: Buffer.concat(glyphs.map(({ bytes }) => bytes)),
    head: head(em),
    hhea: hhea(glyphs.length, ascent, descent),
    hmtx,
    loca,
    maxp: maxp(glyphs.length),
  });
}

function contoursOf(commands: readonly OutlineCommand[]): Point[][] {
  const contours: Point[][] = [];
  let contour: Point[] = [];
  const point = (x: number, y: number, is_on_curve: boolean) =>
    contour.push({ x: Math.round(x), y: Math.round(y), is_on_curve });
  for (const { command, args } of commands) {
    const [a = 0, b = 0, c = 0, d = 0] = args;
    if (command === 'moveTo') contours.push((contour = []));
    if (command === 'moveTo' || command === 'lineTo') point(a, b, true);
    if (command === 'quadraticCurveTo') {
      point(a, b, false);
      point(c, d, true);
    }
  }
  return contours.filter(({ length }) => length > 2);
}

function encodedGlyph(contours: readonly Point[][]): { bytes: Buffer; left: number } {
  const points = contours.flat();
  if (points.length === 0) return { bytes: Buffer.alloc(0), left: 0 };
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const flags_at = 10 + contours.length * 2 + 2;
  const bytes = Buffer.alloc((flags_at + points.length * 5 + 3) & ~3); // tables are aligned to four bytes
  bytes.writeInt16BE(contours.length, 0);
  for (const [index, edge] of box.entries()) bytes.writeInt16BE(edge, 2 + index * 2);
  let end = -1;
  for (const [index, { length }] of contours.entries()) {
    end += length;
    bytes.writeUInt16BE(end, 10 + index * 2);
  }
  // Coordinates always take two bytes: after compression the short forms save little.
  let [x, y] = [0, 0];
  for (const [index, point] of points.entries()) {
    bytes.writeUInt8(point.is_on_curve ? ON_CURVE : 0, flags_at + index);
    bytes.writeInt16BE(point.x - x, flags_at + points.length + index * 2);
    bytes.writeInt16BE(point.y - y, flags_at + points.length * 3 + index * 2);
    [x, y] = [point.x, point.y];
  }
  return { bytes, left: box[0]! };
}

function head(em: number): Buffer {
  const table = Buffer.alloc(54);
  table.writeUInt32BE(0x00010000, 0);
  table.writeUInt32BE(0x5f0f3cf5, 12); // magic number
  table.writeUInt16BE(em, 18);
  table.writeInt16BE(1, 50); // long offsets in `loca`
  return table;
}

function hhea(count: number, ascent: number, descent: number): Buffer {
  const table = Buffer.alloc(36);
  table.writeUInt32BE(0x00010000, 0);
  table.writeInt16BE(ascent, 4);
  table.writeInt16BE(descent, 6);
  table.writeUInt16BE(count, 34);
  return table;
}

function maxp(count: number): Buffer {
  const table = Buffer.alloc(32);
  table.writeUInt32BE(0x00010000, 0);
  table.writeUInt16BE(count, 4);
  table.writeUInt16BE(0xffff, 6); // maximum number of points in a glyph
  table.writeUInt16BE(0xffff, 8); // maximum number of contours in a glyph
  table.writeUInt16BE(2, 14); // zones
  return table;
}
