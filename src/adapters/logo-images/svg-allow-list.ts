const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/**
 * What draws, by itself or for others. Not here: scripts, links, animation, foreign content, fonts, metadata; and
 * markers, which are drawn once for each point of a path.
 */
export const ELEMENTS = words(`
  svg g defs symbol use switch title desc
  path rect circle ellipse line polyline polygon text tspan textPath image
  linearGradient radialGradient stop pattern clipPath mask
  filter feBlend feColorMatrix feComponentTransfer feComposite feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
  feGaussianBlur feMerge feMergeNode feMorphology feOffset
`);

/** Style properties; each is an attribute too (SVG 2, 6.6). */
export const PROPERTIES = words(`
  alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-interpolation-filters direction
  display dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity font-family font-size
  font-stretch font-style font-variant font-weight image-rendering isolation letter-spacing mask mask-type mix-blend-mode opacity overflow paint-order shape-rendering stop-color stop-opacity stroke
  stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width
  text-anchor text-decoration text-rendering transform transform-origin unicode-bidi vector-effect visibility white-space
  word-spacing writing-mode
`);

/**
 * Attributes beside the properties; `id`, `class`, `style`, `href` and `xlink:href` have rules of their own. Not here:
 * `spreadMethod`, for which the renderer repeats a gradient without bound.
 */
export const ATTRIBUTES = words(`
  x y width height cx cy r rx ry x1 y1 x2 y2 fx fy fr dx dy d points pathLength viewBox preserveAspectRatio version
  rotate textLength lengthAdjust startOffset method spacing side xml:space
  gradientUnits gradientTransform offset patternUnits patternContentUnits patternTransform
  clipPathUnits maskUnits maskContentUnits
  filterUnits primitiveUnits in in2 result stdDeviation mode operator k1 k2 k3 k4 radius type values tableValues slope
  intercept amplitude exponent
`);

/** Of these a value may be of any length; of all others it has at most so many characters. */
export const LONG_ATTRIBUTES = words('d points');
export const MAX_VALUE = 10_000;

/** A name within the image, and a reference to it: nothing else may be referred to. */
export const NAME = /^[\p{L}\p{N}_:.-]{1,200}$/u;
const LOCAL_URL = /url\(\s*(["']?)#([\p{L}\p{N}_:.-]{1,200})\1\s*\)/gu;

/** What could load something, or hide that it does. */
const ACTIVE =
  /(?:url|src|image|image-set|cross-fade|element|attr|var|env|expression)\s*\(|script:|data:|[\\@]/i;

/** Whether a value refers to names within the image at most. */
export function isInert(value: string): boolean {
  return !ACTIVE.test(value.replace(LOCAL_URL, ''));
}

/** The names that a value refers to by `url(#name)`. */
export function localUrls(value: string): string[] {
  return [...value.matchAll(LOCAL_URL)].map(([, , name]) => name!);
}
