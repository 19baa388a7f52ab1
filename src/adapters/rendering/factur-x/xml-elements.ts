import { escapedXml, toXmlText } from '../../../domain/values/xml-text';

export type Attributes = Readonly<Record<string, string>>;

/** @returns nothing for null and for an empty text: an element without content says nothing */
export function element(name: string, text: string | null, attributes: Attributes = {}): string {
  return text === null || text === ''
    ? ''
    : `<${name}${attributesText(attributes)}>${escaped(text)}</${name}>`;
}

/** Elements around elements; nothing when there are none. */
export function group(name: string, ...children: readonly string[]): string {
  const content = children.join('');
  return content === '' ? '' : `<${name}>${content}</${name}>`;
}

/** A group that the schema wants even when it holds nothing. */
export function requiredGroup(name: string, ...children: readonly string[]): string {
  return group(name, ...children) || `<${name}/>`;
}

/** @param date `YYYY-MM-DD`; written as `YYYYMMDD`, format 102 of UNTDID 2379 */
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
