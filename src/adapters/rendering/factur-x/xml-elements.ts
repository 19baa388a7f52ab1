import { escapedXml, toXmlText } from '../../../domain/values/xml-text';

export type Attributes = Readonly<Record<string, string>>;

/** @returns '' for null and for an empty text: empty elements are omitted */
export function element(name: string, text: string | null, attributes: Attributes = {}): string {
  return text === null || text === ''
    ? ''
    : `<${name}${attributesText(attributes)}>${escaped(text)}</${name}>`;
}

/** An element with child elements; '' when there are none. */
export function group(name: string, ...children: readonly string[]): string {
  const content = children.join('');
  return content === '' ? '' : `<${name}>${content}</${name}>`;
}

/** An element that the schema requires even without children. */
export function requiredGroup(name: string, ...children: readonly string[]): string {
  return group(name, ...children) || `<${name}/>`;
}

/** @param date - `YYYY-MM-DD`; written as `YYYYMMDD`, format 102 of UNTDID 2379 */
export function dateTime(name: string, date: string | null, prefix: 'udt' | 'qdt' = 'udt'): string {
  const text = date?.replaceAll('-', '') ?? null;
  return group(name, element(`${prefix}:DateTimeString`, text, { format: '102' }));
}

export function attributesText(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('');
}

function escaped(text: string): string {
  return escapedXml(toXmlText(text), /[&<>"\r]/g);
}
