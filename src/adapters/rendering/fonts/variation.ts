import type { Font, Glyph } from 'fontkit';

interface Point {
  x: number;
  y: number;
  copy(): Point;
}

/** What fontkit has and does not describe. */
interface VariableFont {
  variationCoords: readonly number[];
  readonly _variationProcessor: { transformPoints(glyph: number, points: readonly Point[]): void };
  getGlyph(id: number, code_points?: readonly number[]): Glyph;
}
interface DecodedGlyph {
  _decode(): { readonly points?: readonly Point[] } | null;
}

/**
 * Sets a variable font to a weight, before its first glyph is asked for. Of a compressed font the library reads
 * outlines without their variations, so that its glyphs would be of the thinnest weight: the library's own deltas are
 * added here to each outline that it keeps, once.
 */
export function setWeight(font: Font, weight: number): void {
  const variable = font as unknown as VariableFont;
  const getGlyph = variable.getGlyph.bind(font);
  const varied = new WeakSet<object>();
  variable.variationCoords = [weight];
  variable.getGlyph = (id, code_points) => {
    const glyph = getGlyph(id, code_points);
    const decoded = (glyph as unknown as DecodedGlyph)._decode();
    if (decoded?.points?.length && !varied.has(decoded)) {
      varied.add(decoded);
      variable._variationProcessor.transformPoints(id, [...decoded.points, ...edges(decoded.points[0]!)]);
    }
    return glyph;
  };
}

/** Behind an outline stand its edges (OpenType 1.9, glyf, phantom points); the glyphs of ideographs are of one width. */
function edges(point: Point): Point[] {
  return Array.from({ length: 4 }, () => Object.assign(point.copy(), { x: 0, y: 0, endContour: true }));
}
