import { EInvoiceFault } from '../../../domain/e-invoicing/parsed-e-invoice';
import { NOT_XML } from '../../../domain/values/xml-text';
import type { XmlElement } from './xml-element';
import { decodeXml } from './xml-encoding';
import { MAX_ATTRIBUTE, MAX_ATTRIBUTES, MAX_DEPTH, MAX_MARKUP, MAX_NAME, MAX_TEXT } from './xml-limits';
import { type NamespaceBindings, XmlNamespaces } from './xml-namespaces';
import {
  ATTRIBUTE,
  DECLARATION,
  ELEMENT_NAME,
  isBlank,
  SPACES,
  NOT_BLANK,
  lineOf,
  withLineFeeds,
  withReferencesResolved,
} from './xml-syntax';

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();
const NO_PREFIXES: readonly string[] = [];
/** Shared by all elements without children; never modified. */
const NONE: XmlElement[] = [];

interface Attributes {
  /** Attributes by name, including the prefix. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Namespaces that the element declares. */
  readonly bindings: NamespaceBindings | undefined;
  /** Prefixes of the attributes, which must be declared. */
  readonly prefixes: readonly string[];
}

interface OpenElement {
  readonly element: {
    readonly namespace: string;
    readonly name: string;
    readonly attributes: ReadonlyMap<string, string>;
    children: XmlElement[];
    text: string;
  };
  /** The name as written, to match the end tag. */
  readonly tag: string;
  readonly bindings: Attributes['bindings'];
}

/**
 * A strict parser for XML 1.0 with namespaces. It reads the document in one pass without backtracking, so that time and
 * memory are linear in its size. A DOCTYPE is rejected, so that only XML's five predefined entities exist.
 *
 * @param large_texts - names of elements whose text may have any length, such as embedded files
 * @throws EInvoiceFault for a document that is not well-formed or exceeds a limit
 */
export function readXml(bytes: Uint8Array, large_texts: ReadonlySet<string>): XmlElement {
  return new XmlScanner(decodeXml(bytes), large_texts).read();
}

/** Whether white space can be part of a text. Before a text and between elements, it is layout and has no limit. */
function continuesText(open: OpenElement | undefined): boolean {
  return open !== undefined && open.element.text !== '' && open.element.children === NONE;
}

class XmlScanner {
  private at = 0;
  private count = 0;
  private readonly open: OpenElement[] = [];
  private readonly namespaces = new XmlNamespaces();
  private root: XmlElement | undefined;

  constructor(
    private readonly source: string,
    private readonly large_texts: ReadonlySet<string>,
  ) {}

  read(): XmlElement {
    this.at = DECLARATION.exec(this.source.slice(0, 1024))?.[0].length ?? 0;
    for (;;) {
      const next = this.source.indexOf('<', this.at);
      if (next !== this.at) this.text(next < 0 ? this.source.length : next);
      if (next < 0) break;
      this.at = next;
      this.markup();
    }
    if (!this.root || this.open.length > 0) throw this.fault('is not complete');
    return this.root;
  }

  private markup(): void {
    const { source, at } = this;
    const kind = source[at + 1];
    if (kind !== '/' && ++this.count > MAX_MARKUP) throw this.fault(`has more than ${MAX_MARKUP} elements`);
    if (kind === '/') return this.endTag();
    if (kind === '?') return this.instruction();
    if (kind !== '!') return this.startTag();
    if (source.startsWith('<!--', at)) return this.comment();
    if (source.startsWith('<![CDATA[', at)) return this.characterData();
    throw this.fault('has a DOCTYPE, which is not allowed');
  }

  private startTag(): void {
    const { open } = this;
    const outer = open.at(-1);
    if (!outer && this.root) throw this.fault('has more than one root');
    if (open.length === MAX_DEPTH) throw this.fault(`is nested over ${MAX_DEPTH} levels`);
    this.at++;
    const [tag, prefix = '', name] = this.take(ELEMENT_NAME);
    if (tag.length > MAX_NAME) throw this.fault('has a name that is too long');

    const { attributes, bindings, prefixes } = this.attributes();
    const is_empty = this.tagEnd();
    if (bindings) this.namespaces.bind(bindings);
    for (const used of prefixes) this.namespaceOf(used);

    const namespace = this.namespaceOf(prefix);
    const element = { namespace, name: name!, attributes, children: NONE, text: '' };
    if (!outer) this.root = element;
    else if (outer.element.children === NONE) outer.element.children = [element];
    else outer.element.children.push(element);
    if (!is_empty) open.push({ element, tag, bindings });
    else if (bindings) this.namespaces.unbind(bindings);
  }

  private attributes(): Attributes {
    const { source } = this;
    let attributes: Map<string, string> | undefined;
    let bindings: Map<string, string> | undefined;
    let prefixes = NO_PREFIXES;
    // Most start tags have no attributes.
    while (isBlank(source.charCodeAt(this.at))) {
      // Skipped by a loop: the regular expression would backtrack over the blanks when no attribute follows.
      do this.at++;
      while (isBlank(source.charCodeAt(this.at)));
      ATTRIBUTE.lastIndex = this.at;
      const match = ATTRIBUTE.exec(source);
      if (!match) break;
      this.at = ATTRIBUTE.lastIndex;
      const [all, prefix, name = '', quoted = match[4] ?? ''] = match;
      if (all.length > MAX_ATTRIBUTE) throw this.fault('has an attribute that is too long');
      const key = prefix === undefined ? name : `${prefix}:${name}`;
      attributes ??= new Map();
      if (attributes.has(key)) throw this.fault('states an attribute twice');
      if (attributes.size === MAX_ATTRIBUTES) throw this.fault('has an element with too many attributes');
      const value = this.resolved(SPACES.test(quoted) ? quoted.replace(/\r\n|[\t\r\n]/g, ' ') : quoted);
      attributes.set(key, value);
      if (prefix === 'xmlns') (bindings ??= new Map()).set(name, value);
      else if (prefix !== undefined && prefix !== prefixes.at(-1)) prefixes = [...prefixes, prefix];
      else if (name === 'xmlns') (bindings ??= new Map()).set('', value);
    }
    return { attributes: attributes ?? NO_ATTRIBUTES, bindings, prefixes };
  }

  /** @returns whether the element is empty (`/>`) */
  private tagEnd(): boolean {
    const { source } = this;
    while (isBlank(source.charCodeAt(this.at))) this.at++;
    const is_empty = source[this.at] === '/';
    if (is_empty) this.at++;
    if (source[this.at] !== '>') throw this.fault('is not well-formed');
    this.at++;
    return is_empty;
  }

  private endTag(): void {
    const closed = this.open.pop();
    if (!closed || !this.source.startsWith(closed.tag, this.at + 2))
      throw this.fault('has an end tag too many');
    this.at += 2 + closed.tag.length;
    if (this.tagEnd()) throw this.fault('is not well-formed');
    if (closed.bindings) this.namespaces.unbind(closed.bindings);
  }

  /** Text up to the next tag. Line ends of large texts are not normalised, to avoid a second copy in memory. */
  private text(end: number): void {
    const { source } = this;
    const open = this.open.at(-1);
    const is_large = open !== undefined && this.large_texts.has(open.element.name);
    const raw = source.slice(this.at, end);
    if (is_large || continuesText(open) || NOT_BLANK.test(raw)) {
      if (!is_large && raw.length > MAX_TEXT) throw this.fault('has a text that is too long');
      if (!open) throw this.fault('has text outside of its root');
      if (raw.includes(']]>')) throw this.fault('is not well-formed');
      this.append(open, this.resolved(is_large ? raw : withLineFeeds(raw)), is_large);
    }
    this.at = end;
  }

  private characterData(): void {
    const open = this.open.at(-1);
    const end = this.source.indexOf(']]>', this.at);
    if (!open || end < 0) throw this.fault('is not well-formed');
    const is_large = this.large_texts.has(open.element.name);
    if (!is_large && end - this.at > MAX_TEXT) throw this.fault('has a text that is too long');
    const raw = this.source.slice(this.at + '<![CDATA['.length, end);
    this.append(open, is_large ? raw : withLineFeeds(raw), is_large);
    this.at = end + ']]>'.length;
  }

  /** Appends text. Lone surrogates cannot occur, because the decoders reject them. */
  private append({ element }: OpenElement, text: string, is_large: boolean): void {
    if (NOT_XML.test(text)) throw this.fault('has a character that XML cannot hold');
    element.text += text;
    if (!is_large && element.text.length > MAX_TEXT) throw this.fault('has a text that is too long');
  }

  private comment(): void {
    const end = this.source.indexOf('--', this.at + '<!--'.length);
    if (end < 0 || this.source[end + 2] !== '>') throw this.fault('is not well-formed');
    this.skip(end + '-->'.length);
  }

  /** Skips a processing instruction. */
  private instruction(): void {
    const end = this.source.indexOf('?>', this.at + '<?'.length);
    ELEMENT_NAME.lastIndex = this.at + '<?'.length;
    const target = ELEMENT_NAME.exec(this.source);
    const is_target = target && target[1] === undefined && target[0].toLowerCase() !== 'xml';
    const { lastIndex } = ELEMENT_NAME;
    const is_apart = lastIndex === end || isBlank(this.source.charCodeAt(lastIndex));
    if (end < 0 || !is_target || !is_apart) throw this.fault('is not well-formed');
    this.skip(end + '?>'.length);
  }

  private skip(end: number): void {
    if (NOT_XML.test(this.source.slice(this.at, end)))
      throw this.fault('has a character that XML cannot hold');
    this.at = end;
  }

  private take(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.source);
    if (!match) throw this.fault('is not well-formed');
    this.at = pattern.lastIndex;
    return match;
  }

  private namespaceOf(prefix: string): string {
    const uri = this.namespaces.find(prefix);
    if (uri === undefined) throw this.fault('uses a namespace prefix that it does not declare');
    return uri;
  }

  private resolved(text: string): string {
    const resolved = withReferencesResolved(text);
    if (resolved === undefined) throw this.fault('has a reference that means no character');
    return resolved;
  }

  private fault(reason: string): EInvoiceFault {
    const line = lineOf(this.source, this.at);
    return new EInvoiceFault(null, `cannot be read: at line ${line}, it ${reason}`);
  }
}
