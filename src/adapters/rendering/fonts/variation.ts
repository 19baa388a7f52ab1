import type { Font } from 'fontkit';

interface Point {
  readonly onCurve: boolean;
  readonly endContour: boolean;
  x: number;
  y: number;
  copy(): Point;
}

/** Properties of fontkit that its types lack. */
interface VariableFont {
  variationCoords: readonly number[];
  readonly _variationProcessor: { transformPoints(glyph: number, points: readonly Point[]): void };
  /** The outlines of all glyphs, as `_transformGlyfTable` decodes them. */
  _transformedGlyphs: readonly { readonly points?: readonly Point[] }[];
  _transformGlyfTable(): void;
}

/**
 * Sets the weight of a variable font, before its first glyph is read. fontkit reads the outlines of compressed fonts
 * without their variations, which gives the thinnest weight. Therefore fontkit's deltas are added to each outline here.
 *
 * fontkit decodes all outlines of a font when one is read, and keeps an object for each point, 1 MB per font. They are
 * packed into numbers, and a glyph's are unpacked when it is used.
 */
export function setWeight(font: Font, weight: number): void {
  const variable = font as unknown as VariableFont;
  const transformGlyfTable = variable._transformGlyfTable.bind(font);
  variable.variationCoords = [weight];
  const transformPacked = () => {
    transformGlyfTable();
    variable._transformedGlyphs = variable._transformedGlyphs.map((glyph, id) =>
      glyph.points?.length ? varied(variable, id, glyph.points) : glyph,
    );
  };
  variable._transformGlyfTable = transformPacked;
}

/** @returns the glyph as fontkit reads it, with points that are made anew at each access */
function varied(font: VariableFont, id: number, points: readonly Point[]): { readonly points: Point[] } {
  const coordinates = Int16Array.from(points.flatMap(({ x, y }) => [x, y]));
  const flags = points.map(({ onCurve, endContour }) => (onCurve ? ON_CURVE : 0) | (endContour ? END : 0));
  const packed_flags = Uint8Array.from(flags);
  return {
    get points() {
      const unpacked = Array.from(packed_flags, (flag, index) => {
        const [x, y] = [coordinates[index * 2]!, coordinates[index * 2 + 1]!];
        return new OutlinePoint(x, y, (flag & ON_CURVE) !== 0, (flag & END) !== 0);
      });
      font._variationProcessor.transformPoints(id, [...unpacked, ...edges()]);
      return unpacked;
    },
  };
}

const ON_CURVE = 1;
const END = 2;

/** The phantom points behind an outline (OpenType 1.9, glyf). Chinese characters all have the same width. */
function edges(): Point[] {
  return Array.from({ length: 4 }, () => new OutlinePoint(0, 0, true, true));
}

class OutlinePoint implements Point {
  constructor(
    public x: number,
    public y: number,
    readonly onCurve: boolean,
    readonly endContour: boolean,
  ) {}

  copy(): Point {
    return new OutlinePoint(this.x, this.y, this.onCurve, this.endContour);
  }
}
