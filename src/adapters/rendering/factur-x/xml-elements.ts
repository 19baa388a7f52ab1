/** Characters that XML 1.0 cannot hold, not even escaped. */
// eslint-disable-next-line no-control-regex -- they are what is looked for
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

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
  return text.replace(NOT_XML, '\ufffd').replace(/[&<>"\r]/g, (character) => ESCAPES[character]!);
}
