import { localUrls, SHAPES } from './svg-allow-list';
import { Malformed } from './xml-text';

/** An element of the sanitized image. */
export interface Shape {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (Shape | string)[];
}

/**
 * Maximum cost of drawing an image, in units of an empty group: about five seconds. References multiply: ten elements
 * that each use ten others, six levels deep, draw a million.
 */
export const MAX_DRAWN = 100_000;
const MAX_REFERENCE_DEPTH = 500;

/** Drawing costs as measured with svg-to-pdfkit, relative to an empty group. */
const CHARACTERS_OF_GEOMETRY = 1 / 8;
const CHARACTERS_OF_TEXT = 1 / 2;
const PIECE_OF_TEXT = 8;
/** For each character on a path, svg-to-pdfkit walks the path from its beginning. */
const STEPS_ALONG_A_PATH = 1 / 10_000;
/** Factor for clips, masks and patterns, which are drawn separately and then composited. */
const DRAWN_APART = 3;
const TEXTS: ReadonlySet<string> = new Set(['text', 'tspan', 'textPath']);

/** Ids that fill and stroke refer to. An element without its own inherits its parent's. */
type Paints = Readonly<Record<'fill' | 'stroke', string | null>>;
const NO_PAINTS: Paints = { fill: null, stroke: null };

/**
 * Follows every reference, as drawing does.
 *
 * @throws Malformed for circular references, above the maximum cost, and when there is nothing to draw
 */
export function assertDrawable(root: Shape): void {
  const drawing = new Drawing(root);
  drawing.cost(root, NO_PAINTS, 0);
  if (!drawing.draws(root)) throw new Malformed('draws nothing');
}

class Drawing {
  private readonly by_id = new Map<string, Shape>();
  /** Cost of each element, by inherited paints. */
  private readonly known = new Map<Shape, Map<string, number>>();
  private visited = 0;

  constructor(root: Shape) {
    this.collect(root);
  }

  cost(shape: Shape, inherited: Paints, depth: number): number {
    if (depth > MAX_REFERENCE_DEPTH) throw new Malformed('refers to itself');
    const key = `${inherited.fill} ${inherited.stroke}`;
    const known = this.known.get(shape)?.get(key);
    if (known !== undefined) return known;
    if (++this.visited > MAX_DRAWN) throw new Malformed('draws too much');

    const paints = paintsOf(shape, inherited);
    let cost = ownCost(shape);
    for (const child of shape.children) {
      if (typeof child !== 'string') cost += this.cost(child, paints, depth + 1);
    }
    const used = this.by_id.get(shape.attributes.get('xlink:href')?.slice(1) ?? '');
    if (used) cost += this.cost(used, paints, depth + 1);
    if (used && shape.name === 'textPath') {
      cost += lengthOfText(shape) * (used.attributes.get('d')?.length ?? 0) * STEPS_ALONG_A_PATH;
    }
    for (const name of [...otherReferences(shape), ...(isPainted(shape) ? Object.values(paints) : [])]) {
      const target = name === null ? undefined : this.by_id.get(name);
      if (target) cost += DRAWN_APART * this.cost(target, NO_PAINTS, depth + 1);
    }
    if (cost > MAX_DRAWN) throw new Malformed('draws too much');
    const of_shape = this.known.get(shape);
    if (of_shape) of_shape.set(key, cost);
    else this.known.set(shape, new Map([[key, cost]]));
    return cost;
  }

  /** Whether there is anything to draw. To be called after `cost`, which limits how many elements are visited. */
  draws(shape: Shape): boolean {
    const { name, attributes } = shape;
    if (name === 'svg' || name === 'g') return this.drawsWithin(shape);
    if (name === 'text') return hasText(shape);
    if (name === 'image') return attributes.has('xlink:href');
    if (name !== 'use') return SHAPES.has(name);
    const used = this.by_id.get(attributes.get('xlink:href')?.slice(1) ?? '');
    return used !== undefined && (used.name === 'symbol' ? this.drawsWithin(used) : this.draws(used));
  }

  private drawsWithin({ children }: Shape): boolean {
    return children.some((child) => typeof child !== 'string' && this.draws(child));
  }

  private collect(shape: Shape): void {
    const id = shape.attributes.get('id');
    if (id !== undefined) this.by_id.set(id, shape);
    for (const child of shape.children) if (typeof child !== 'string') this.collect(child);
  }
}

function ownCost({ name, attributes, children }: Shape): number {
  let cost = TEXTS.has(name) ? PIECE_OF_TEXT : 1;
  for (const [attribute, value] of attributes) {
    if (attribute !== 'xlink:href') cost += value.length * CHARACTERS_OF_GEOMETRY;
  }
  for (const child of children) if (typeof child === 'string') cost += child.length * CHARACTERS_OF_TEXT;
  return cost;
}

function lengthOfText({ children }: Shape): number {
  return children.reduce(
    (sum, child) => sum + (typeof child === 'string' ? child.length : lengthOfText(child)),
    0,
  );
}

function hasText({ children }: Shape): boolean {
  return children.some((child) =>
    typeof child === 'string' ? child.trim() !== '' : TEXTS.has(child.name) && hasText(child),
  );
}

/** Whether the element itself is painted; of a group, only the children are. */
function isPainted({ name, children }: Shape): boolean {
  return name !== 'use' && (children.length === 0 || children.some((child) => typeof child === 'string'));
}

function paintsOf({ attributes }: Shape, inherited: Paints): Paints {
  const style = declarationsOf(attributes.get('style'));
  const of = (property: keyof Paints) => {
    const value = style.get(property) ?? attributes.get(property);
    return value === undefined ? inherited[property] : (localUrls(value)[0] ?? null);
  };
  return { fill: of('fill'), stroke: of('stroke') };
}

function declarationsOf(style = ''): ReadonlyMap<string, string> {
  const parts = style.split(';').map((declaration) => {
    const colon = declaration.indexOf(':');
    return [declaration.slice(0, Math.max(colon, 0)), declaration.slice(colon + 1)] as const;
  });
  return new Map(parts);
}

/** Ids of clips, masks and other references besides fill and stroke; their cost is added to the element. */
function otherReferences({ attributes }: Shape): string[] {
  return [...attributes].flatMap(([attribute, value]) => {
    if (!value.includes('url(') || attribute === 'fill' || attribute === 'stroke') return [];
    if (attribute !== 'style') return localUrls(value);
    return [...declarationsOf(value)].flatMap(([property, of]) =>
      property === 'fill' || property === 'stroke' ? [] : localUrls(of),
    );
  });
}
