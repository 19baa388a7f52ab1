type Attributes = Readonly<Record<string, string>>;

/** What is no character of XML 1.0, lone surrogates too, and cannot be written, not even escaped. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** Most texts are of these alone, files in base64 too, and need no further look. */
const NOT_PLAIN = /[^\w .,:;+/=()#-]/;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // A reader would make these a line feed in a text, and a blank in an attribute.
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
};

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
    this.#parts.push(`<${name}${written(attributes)}>${escaped(text, /[&<>\r]/g)}</${name}>\n`);
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
  for (const name in attributes) text += ` ${name}="${escaped(attributes[name] ?? '', /[&<>"\r\n\t]/g)}"`;
  return text;
}

/** @throws Error for what no XML can hold: whoever let it in broke the form of texts */
function escaped(text: string, special: RegExp): string {
  if (!NOT_PLAIN.test(text)) return text;
  if (NOT_XML.test(text)) throw new Error('XmlText: a character that XML cannot hold');
  return text.replace(special, (character) => ESCAPES[character] ?? character);
}
