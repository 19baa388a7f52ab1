const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/**
 * Elements that draw or define what is drawn. Excluded: scripts, animation, foreign content, fonts, metadata,
 * and markers, which are drawn once for each point of a path.
 */
export const ELEMENTS = words(`
  svg g a switch defs symbol use title desc
  path rect circle ellipse line polyline polygon text tspan textPath image
  linearGradient radialGradient stop pattern clipPath mask
  filter feBlend feColorMatrix feComponentTransfer feComposite feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
  feGaussianBlur feMerge feMergeNode feMorphology feOffset
`);

/** Elements that draw by themselves. */
const SHAPE_NAMES = 'path rect circle ellipse line polyline polygon';
export const SHAPES = words(SHAPE_NAMES);

/** Elements whose content is kept as a group without a link or a condition. */
export const GROUPS = words('a switch');

/** Elements of which a `switch` shows one (SVG 2, 5.9.2). */
export const GRAPHICS = words(`svg g a switch use text image ${SHAPE_NAMES}`);

/** Attributes that exclude some readers. `requiredFeatures` excludes none (SVG 2, 5.9.1). */
export const CONDITIONS = words('requiredExtensions systemLanguage');

/** Style properties; each is also a presentation attribute (SVG 2, 6.6). */
export const PROPERTIES = words(`
  alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-interpolation-filters direction
  display dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity font-family font-size
  font-stretch font-style font-variant font-weight image-rendering isolation letter-spacing mask mask-type mix-blend-mode opacity overflow paint-order shape-rendering stop-color stop-opacity stroke
  stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width
  text-anchor text-decoration text-rendering transform transform-origin unicode-bidi vector-effect visibility white-space
  word-spacing writing-mode
`);

/**
 * Attributes besides the properties. `id`, `class`, `style`, `href` and `xlink:href` have rules of their own. Excluded:
 * `spreadMethod`, for which the renderer repeats a gradient without limit.
 */
export const ATTRIBUTES = words(`
  x y width height cx cy r rx ry x1 y1 x2 y2 fx fy fr dx dy d points pathLength viewBox preserveAspectRatio version
  rotate textLength lengthAdjust startOffset method spacing side xml:space
  gradientUnits gradientTransform offset patternUnits patternContentUnits patternTransform
  clipPathUnits maskUnits maskContentUnits
  filterUnits primitiveUnits in in2 result stdDeviation mode operator k1 k2 k3 k4 radius type values tableValues slope
  intercept amplitude exponent
`);

/** Attributes whose values have no maximum length. */
export const LONG_ATTRIBUTES = words('d points');
export const MAX_VALUE = 10_000;

/** An id within the image. Only such ids may be referred to. */
export const NAME = /^[\p{L}\p{N}_:.-]{1,200}$/u;
const LOCAL_URL = /url\(\s*(["']?)#([\p{L}\p{N}_:.-]{1,200})\1\s*\)/gu;

/** Syntax that may load a resource, or that may obfuscate such syntax. */
const ACTIVE =
  /(?:url|src|image|image-set|cross-fade|element|attr|var|env|expression)\s*\(|script:|data:|[\\@]/i;

/** Whether a value refers to nothing but ids within the image. */
export function isInert(value: string): boolean {
  return !ACTIVE.test(value.replace(LOCAL_URL, ''));
}

/** The ids that a value refers to by `url(#id)`. */
export function localUrls(value: string): string[] {
  return [...value.matchAll(LOCAL_URL)].map(([, , name]) => name!);
}
