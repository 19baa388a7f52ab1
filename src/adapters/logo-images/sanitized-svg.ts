import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { dataUrlPixels, MAX_PIXELS } from './raster-images';
import { assertDrawable, MAX_DRAWN, type Shape } from './drawing-cost';
import {
  ATTRIBUTES,
  CONDITIONS,
  ELEMENTS,
  GRAPHICS,
  GROUPS,
  isInert,
  LONG_ATTRIBUTES,
  MAX_VALUE,
  NAME,
  PROPERTIES,
} from './svg-allow-list';
import { declarationsFor, inertDeclarations, type StyleSheet, styleSheet } from './svg-styles';
import { Budget } from './budget';
import { attributeValue, decoded, literal, Malformed, textContent } from './xml-text';

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';

const MAX_NESTING = 64;
/** Maximum length of the sanitized image, in characters. Styles are repeated on each element that they apply to. */
const MAX_LENGTH = 1024 * 1024;

/**
 * A node of the parser: one field named after the element, and its attributes in `:@`. The order of nodes is document
 * order.
 */
type Node = { readonly ':@'?: Readonly<Record<string, string>> } & Readonly<Record<string, unknown>>;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  trimValues: false,
  cdataPropName: '#cdata',
  maxNestedTags: MAX_NESTING,
});

/**
 * Rebuilds an SVG from an allow-list. Scripts, event handlers, links, animation, foreign content, external references
 * and DOCTYPE are removed. Style sheets become `style` attributes, and the content of a link becomes a group.
 *
 * @returns undefined when the bytes are not an SVG in UTF-8, declare entities, draw nothing, or are too costly to draw
 */
export function sanitizedSvg(bytes: Uint8Array): Uint8Array | undefined {
  try {
    const root = rootOf(textOf(bytes));
    const svg = new Sanitizer(styleSheetOf(root)).shapeOf(root);
    if (!svg) return undefined;
    assertDrawable(svg);
    return Buffer.from(serialized(svg));
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
const DECLARED_ENCODING = /^<\?xml[^>]{0,200}?\sencoding\s*=\s*["']([^"'>]*)["']/;
const PLAIN_DOCTYPE = /<!DOCTYPE\s+svg(?:\s+(?:PUBLIC\s+"[^"<>]*"|SYSTEM)\s+"[^"<>]*")?\s*>/;

function textOf(bytes: Uint8Array): string {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new Malformed('not UTF-8');
  }
  const encoding = DECLARED_ENCODING.exec(text)?.[1];
  if (encoding !== undefined && !/^(utf-8|us-ascii)$/i.test(encoding)) throw new Malformed('not UTF-8');
  const without_doctype = text.replace(PLAIN_DOCTYPE, '');
  if (/<!(DOCTYPE|ENTITY)/i.test(without_doctype)) throw new Malformed('a DOCTYPE with entities');
  return without_doctype;
}

function rootOf(text: string): Node {
  let nodes: Node[];
  try {
    if (XMLValidator.validate(text) !== true) throw new Malformed('not well-formed');
    nodes = parser.parse(text) as Node[];
  } catch {
    throw new Malformed('not well-formed');
  }
  const elements = nodes.filter((node) => !/^[?#]/.test(nameOf(node)));
  const [root] = elements;
  if (!root || elements.length > 1 || nameOf(root) !== 'svg') throw new Malformed('not an SVG');
  return root;
}

function nameOf(node: Node): string {
  return Object.keys(node).find((name) => name !== ':@') ?? '';
}

function childrenOf(node: Node): readonly Node[] {
  return node[nameOf(node)] as readonly Node[];
}

/** A `switch` keeps the first of its graphics that has no condition. The renderer does not know the element. */
function keptChildren(node: Node): readonly Node[] {
  const children = childrenOf(node);
  if (nameOf(node) !== 'switch') return children;
  const graphics = children.filter((child) => GRAPHICS.has(nameOf(child)));
  const shown = graphics.find((child) => !isConditional(child)) ?? graphics[0];
  return children.filter((child) => child === shown || !GRAPHICS.has(nameOf(child)));
}

function isConditional(node: Node): boolean {
  return Object.keys(node[':@'] ?? {}).some((attribute) => CONDITIONS.has(attribute));
}

/** Text and CDATA directly within the node. */
function ownText(node: Node): string {
  return childrenOf(node)
    .map((child) => {
      if ('#text' in child) return decoded(String(child['#text']));
      return '#cdata' in child ? rawText(child) : '';
    })
    .join('');
}

function rawText(cdata: Node): string {
  return literal((cdata['#cdata'] as readonly Node[]).map((part) => String(part['#text'])).join(''));
}

function styleSheetOf(root: Node): StyleSheet {
  const sheets: string[] = [];
  const visit = (node: Node) => {
    const name = nameOf(node);
    if (name === 'style') sheets.push(ownText(node));
    else if (!/^[?#]/.test(name)) childrenOf(node).forEach(visit);
  };
  visit(root);
  return styleSheet(sheets.join('\n'), new Budget(MAX_LENGTH));
}

class Sanitizer {
  private readonly ids = new Set<string>();
  private readonly elements = new Budget(MAX_DRAWN);
  /** Used up before text is built, so that a small image cannot exhaust memory. */
  private readonly budget = new Budget(MAX_LENGTH);
  private readonly pixels = new Budget(MAX_PIXELS);

  constructor(private readonly sheet: StyleSheet) {}

  shapeOf(node: Node, is_in_text = false): Shape | undefined {
    const name = nameOf(node);
    if (!ELEMENTS.has(name)) return undefined;
    this.elements.take(1);
    const attributes = this.attributesOf(name, node[':@'] ?? {});
    const parts = keptChildren(node).flatMap((child): (Shape | string)[] => {
      if ('#text' in child) return [decoded(String(child['#text']))];
      if ('#cdata' in child) return [rawText(child)];
      return [this.shapeOf(child, is_in_text || name === 'text') ?? []].flat();
    });
    const kept_name = GROUPS.has(name) ? (is_in_text ? 'tspan' : 'g') : name;
    return { name: kept_name, attributes, children: parts.filter((part) => part !== '') };
  }

  private attributesOf(name: string, sent: Readonly<Record<string, string>>): Map<string, string> {
    const kept = new Map<string, string>();
    for (const [attribute, raw] of Object.entries(sent)) {
      const value = decoded(raw);
      if (attribute === 'id') {
        if (NAME.test(value) && !this.ids.has(value)) kept.set('id', value);
      } else if (attribute === 'href' || attribute === 'xlink:href') {
        if (!GROUPS.has(name) && this.isKeptReference(name, value)) kept.set('xlink:href', value);
      } else if (ATTRIBUTES.has(attribute) || PROPERTIES.has(attribute)) {
        const is_long = value.length > MAX_VALUE && !LONG_ATTRIBUTES.has(attribute);
        if (!is_long && isInert(value)) kept.set(attribute, value);
      }
    }
    const id = kept.get('id');
    if (id !== undefined) this.ids.add(id);
    const classes = sent['class'] ?? '';
    const style =
      declarationsFor(this.sheet, { name, id, classes }, this.budget) +
      inertDeclarations(decoded(sent['style'] ?? ''));
    if (style !== '') kept.set('style', style);
    return kept;
  }

  /** Whether a reference is allowed: an id within the image or, for `image`, an embedded PNG or JPEG. */
  private isKeptReference(name: string, value: string): boolean {
    if (value.startsWith('#')) return NAME.test(value.slice(1));
    const pixels = name === 'image' ? dataUrlPixels(value) : undefined;
    this.pixels.take(pixels ?? 0);
    return pixels !== undefined;
  }
}

function serialized(svg: Shape): string {
  const parts: string[] = [];
  const budget = new Budget(MAX_LENGTH);
  const write = (part: string) => {
    budget.take(part.length);
    parts.push(part);
  };
  const writeShape = ({ name, attributes, children }: Shape, namespaces = ''): void => {
    write(`<${name}${namespaces}`);
    for (const [attribute, value] of attributes) write(` ${attribute}="${attributeValue(value)}"`);
    if (children.length === 0) return write('/>');
    write('>');
    for (const child of children) {
      if (typeof child === 'string') write(textContent(child));
      else writeShape(child);
    }
    write(`</${name}>`);
  };
  writeShape(svg, ` xmlns="${SVG}" xmlns:xlink="${XLINK}"`);
  return parts.join('');
}
