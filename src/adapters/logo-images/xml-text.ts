import { escapedXml, IN_ATTRIBUTE, isXmlText } from '../../domain/values/xml-text';

/** Input that is not a valid image of the expected format. */
export class Malformed extends Error {}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** @throws Malformed for a character that XML does not allow */
export function literal(text: string): string {
  if (!isXmlText(text)) throw new Malformed('a character that XML cannot hold');
  return text;
}

/** Resolves character references and XML's five predefined entities. @throws Malformed for any other entity */
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

/** Escapes a value for double quotes. White space becomes spaces, as an XML parser normalises it (XML 1.0, 3.3.3). */
export function attributeValue(text: string): string {
  return escapedXml(text.replace(/[\t\n\r]/g, ' '), IN_ATTRIBUTE);
}
