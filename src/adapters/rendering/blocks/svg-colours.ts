import { clampRgb, converter, parse } from 'culori';
import type SVGtoPDF from 'svg-to-pdfkit';

type Color = SVGtoPDF.Color;

const TRANSPARENT: Color = [[0, 0, 0], 0];
/** The time in which a longer value is parsed grows with the square of its length. */
const MAX_LENGTH = 100;
/** What may follow a colour: a colour profile that refines it (SVG 1.1, 11.13.1), and the priority of a declaration. */
const SUFFIX = /icc-color\(|!/;
const toRgb = converter('rgb');

/**
 * The colours of CSS that svg-to-pdfkit does not know, and would draw in black.
 *
 * For `url(#id) colour` the library asks for the whole value first and then for the second word, the colour where the
 * reference leads nowhere. Without one, nothing is painted (SVG 2, 13.2).
 *
 * @returns a callback for one image
 */
export function svgColours(): (known: Color | undefined, written: string | undefined) => Color | undefined {
  let is_after_reference = false;
  return (known, written = '') => {
    const is_fallback = is_after_reference;
    is_after_reference = written.startsWith('url(');
    if (is_fallback && (written === '' || written === 'none')) return TRANSPARENT;
    return known ?? cssColour(written);
  };
}

function cssColour(written: string): Color | undefined {
  if (written.length > MAX_LENGTH) return undefined;
  const color = toRgb(parse(written.toLowerCase().split(SUFFIX, 1)[0]!.trim()));
  if (!color) return undefined;
  const { r, g, b, alpha = 1 } = clampRgb(color);
  return [[r * 255, g * 255, b * 255], alpha];
}
