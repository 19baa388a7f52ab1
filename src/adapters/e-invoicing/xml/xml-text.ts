import { escapedXml, IN_ATTRIBUTE, IN_TEXT, isXmlText } from '../../../domain/values/xml-text';

type Attributes = Readonly<Record<string, string>>;

/** Most texts are of these alone, files in base64 too, and need no further look. */
const NOT_PLAIN = /[^\w .,:;+/=()#-]/;

/**
 * An XML document as it is written, element by element. Nothing empty is ever written: an element without text and a
 * group in which nothing was written are left out.
 */
export class XmlText {
  readonly #parts: string[];

  /** @param head of a whole document; empty for a part of one */
  constructor(head = '<?xml version="1.0" encoding="UTF-8"?>\n') {
    this.#parts = [head];
  }

  /** @param text null: the element is left out */
  element(name: string, text: string | null, attributes?: Attributes): void {
    if (text === null || text === '') return;
    this.#parts.push(`<${name}${written(attributes)}>${escaped(text, IN_TEXT)}</${name}>\n`);
  }

  group(name: string, content: () => void, attributes?: Attributes): void {
    const before = this.#parts.push(`<${name}${written(attributes)}>\n`);
    content();
    if (this.#parts.length === before) this.#parts.pop();
    else this.#parts.push(`</${name}>\n`);
  }

  toString(): string {
    return this.#parts.join('');
  }
}

function written(attributes: Attributes = {}): string {
  let text = '';
  for (const name in attributes) text += ` ${name}="${escaped(attributes[name] ?? '', IN_ATTRIBUTE)}"`;
  return text;
}

/** @throws Error for what no XML can hold: whoever let it in broke the form of texts */
function escaped(text: string, special: RegExp): string {
  if (!NOT_PLAIN.test(text)) return text;
  if (!isXmlText(text)) throw new Error('XmlText: a character that XML cannot hold');
  return escapedXml(text, special);
}
