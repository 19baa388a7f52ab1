import type { Font, Glyph } from 'fontkit';

interface Point {
  x: number;
  y: number;
  copy(): Point;
}

/** Members of fontkit that its types lack. */
interface VariableFont {
  variationCoords: readonly number[];
  readonly _variationProcessor: { transformPoints(glyph: number, points: readonly Point[]): void };
  getGlyph(id: number, code_points?: readonly number[]): Glyph;
}
interface DecodedGlyph {
  _decode(): { readonly points?: readonly Point[] } | null;
}

/**
 * Sets the weight of a variable font, before its first glyph is read. For compressed fonts fontkit reads outlines
 * without their variations, which gives the thinnest weight. Therefore fontkit's deltas are added to each cached
 * outline here, once.
 */
export function setWeight(font: Font, weight: number): void {
  const variable = font as unknown as VariableFont;
  const getGlyph = variable.getGlyph.bind(font);
  const varied = new WeakSet<object>();
  variable.variationCoords = [weight];
  const getVaried: VariableFont['getGlyph'] = (id, code_points) => {
    const glyph = getGlyph(id, code_points);
    const decoded = (glyph as unknown as DecodedGlyph)._decode();
    if (decoded?.points?.length && !varied.has(decoded)) {
      varied.add(decoded);
      variable._variationProcessor.transformPoints(id, [...decoded.points, ...edges(decoded.points[0]!)]);
    }
    return glyph;
  };
  variable.getGlyph = getVaried;
}

/** The phantom points behind an outline (OpenType 1.9, glyf). Chinese characters all have the same width. */
function edges(point: Point): Point[] {
  return Array.from({ length: 4 }, () => Object.assign(point.copy(), { x: 0, y: 0, endContour: true }));
}
