/** Pixels per unit (CSS Values 3, 6.2); `em` and `ex` are those of the initial font size. */
const PIXELS: Readonly<Record<string, number>> = {
  px: 1,
  pt: 96 / 72,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
  em: 16,
  ex: 8,
};
const LENGTH = /^\s*\+?((?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)(px|pt|pc|mm|cm|in|em|ex)?\s*$/i;
/** The size of replaced content that states none (CSS 2.1, 10.3.2). */
const DEFAULT = { width: 300, height: 150 };

export interface Viewport {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly preserveAspectRatio: string;
}

/**
 * The viewport of an SVG: width and height of its root, otherwise the view box, otherwise the default. The renderer is
 * given it in full, so that it does not compute another one from the attributes.
 */
export function svgViewport(svg: string): Viewport {
  const root = /<svg\b[^>]*>/.exec(svg)?.[0] ?? '';
  const attribute = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(root)?.[1] ?? '';
  return {
    ...size(pixels(attribute('width')), pixels(attribute('height')), attribute('viewBox')),
    preserveAspectRatio: attribute('preserveAspectRatio') || 'xMidYMid meet',
  };
}

function size(width: number | undefined, height: number | undefined, view_box: string) {
  const [, , box_width, box_height] = view_box
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (!(box_width! > 0 && box_height! > 0)) {
    return { width: width ?? DEFAULT.width, height: height ?? DEFAULT.height };
  }
  const ratio = box_width! / box_height!;
  if (width !== undefined) return { width, height: height ?? width / ratio };
  return height === undefined
    ? { width: box_width!, height: box_height! }
    : { width: height * ratio, height };
}

/** @returns undefined for percentages, and for values that are no length */
function pixels(length: string): number | undefined {
  const [, number, unit = 'px'] = LENGTH.exec(length) ?? [];
  return number === undefined ? undefined : Number(number) * PIXELS[unit.toLowerCase()]!;
}
