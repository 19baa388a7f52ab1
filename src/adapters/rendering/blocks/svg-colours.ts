import type SVGtoPDF from 'svg-to-pdfkit';

type Color = SVGtoPDF.Color;
type Components = Color[0];

const TRANSPARENT: Color = [[0, 0, 0], 0];
const HEX = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})(?:\s+icc-color\(.*)?$/i;
const FUNCTION = /^(rgb|hsl)a?\(([^()]{1,100})\)$/i;

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
    return known ?? hexColour(written) ?? functionColour(written);
  };
}

/** `#rgba` and `#rrggbbaa` (CSS Color 4, 5.2), and colours that a colour profile refines (SVG 1.1, 11.13.1). */
function hexColour(written: string): Color | undefined {
  const [, digits] = HEX.exec(written) ?? [];
  if (digits === undefined) return undefined;
  const pairs = digits.length > 4 ? digits.match(/../g)! : [...digits].map((digit) => digit + digit);
  const [red, green, blue, opacity = 255] = pairs.map((pair) => Number.parseInt(pair, 16));
  return [[red!, green!, blue!], opacity / 255];
}

/** `rgb()` and `hsl()`, with commas or spaces (CSS Color 4, 5.1 and 7). */
function functionColour(written: string): Color | undefined {
  const [, name, list = ''] = FUNCTION.exec(written) ?? [];
  if (name === undefined) return undefined;
  const [first = '', second = '', third = '', opacity = '1', ...rest] = list.trim().split(/[\s,/]+/);
  const components: Components =
    name.toLowerCase() === 'rgb'
      ? [portion(first, 255) * 255, portion(second, 255) * 255, portion(third, 255) * 255]
      : hslComponents(Number(first.replace(/deg$/i, '')), portion(second, 100), portion(third, 100));
  const color: Color = [components, portion(opacity, 1)];
  return rest.length === 0 && !color.flat().some(Number.isNaN) ? color : undefined;
}

/** @returns 0 to 1; NaN when it is neither a percentage nor a number up to the given one */
function portion(written: string, whole: number): number {
  const value = written.endsWith('%') ? Number(written.slice(0, -1)) / 100 : Number(written) / whole;
  return written === '' ? NaN : Math.min(1, Math.max(0, value));
}

/** CSS Color 4, 7.1. */
function hslComponents(hue: number, saturation: number, lightness: number): Components {
  const chroma = saturation * Math.min(lightness, 1 - lightness);
  const component = (offset: number) => {
    const at = (((offset + hue / 30) % 12) + 12) % 12;
    return 255 * (lightness - chroma * Math.max(-1, Math.min(at - 3, 9 - at, 1)));
  };
  return [component(0), component(8), component(4)];
}
