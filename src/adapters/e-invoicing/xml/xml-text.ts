import { escapedXml, IN_ATTRIBUTE, IN_TEXT, isXmlText } from '../../../domain/values/xml-text';

type Attributes = Readonly<Record<string, string>>;

/** Characters that need no check or escape; most texts, and all base64, consist of them. */
const NOT_PLAIN = /[^\w .,:;+/=()#-]/;

/** Builds an XML document element by element. Elements without text and groups without content are omitted. */
export class XmlText {
  readonly #parts: string[];

  /** @param head - the XML declaration; empty for a fragment */
  constructor(head = '<?xml version="1.0" encoding="UTF-8"?>\n') {
    this.#parts = [head];
  }

  /** @param text - the element is omitted when null */
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

/**
 * Escapes a text. @throws Error for a character that XML does not allow, which input validation should have rejected
 */
function escaped(text: string, special: RegExp): string {
  if (!NOT_PLAIN.test(text)) return text;
  if (!isXmlText(text)) throw new Error('XmlText: a character that XML cannot hold');
  return escapedXml(text, special);
}
