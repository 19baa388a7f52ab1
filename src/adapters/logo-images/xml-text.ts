import { escapedXml, IN_ATTRIBUTE, isXmlText } from '../../domain/values/xml-text';

/** Text that cannot be what it claims to be. */
export class Malformed extends Error {}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** @throws Malformed for a character that XML cannot hold */
export function literal(text: string): string {
  if (!isXmlText(text)) throw new Malformed('a character that XML cannot hold');
  return text;
}

/** Text as it is meant: XML's own five entities and character references, and no others. @throws Malformed */
export function decoded(raw: string): string {
  return literal(raw.replace(/&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w{1,8}));|&/g, referred));
}

function referred(_match: string, hex?: string, decimal?: string, name = ''): string {
  const digits = hex === undefined ? decimal : `0x${hex}`;
  if (digits !== undefined) return Number(digits) <= 0x10ffff ? String.fromCodePoint(Number(digits)) : '\0';
  const text = ENTITIES.get(name);
  if (text === undefined) throw new Malformed('an unknown entity');
  return text;
}

export function textContent(text: string): string {
  return escapedXml(text, /[&<>]/g);
}

/** For double quotes. White space is what a reader makes of it (XML 1.0, 3.3.3). */
export function attributeValue(text: string): string {
  return escapedXml(text.replace(/[\t\n\r]/g, ' '), IN_ATTRIBUTE);
}
