/** Characters that XML 1.0 does not allow, not even escaped (XML 1.0, 2.2). Lone surrogates are checked separately. */
// eslint-disable-next-line no-control-regex
export const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/;
const EACH_NOT_XML = new RegExp(NOT_XML, 'g');

/** Whether all characters of the text are allowed in XML 1.0. */
export function isXmlText(text: string): boolean {
  return !NOT_XML.test(text) && text.isWellFormed();
}

/** The text with U+FFFD in place of each character that XML does not allow. */
export function toXmlText(text: string): string {
  return isXmlText(text) ? text : text.toWellFormed().replace(EACH_NOT_XML, '\uFFFD');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // An XML parser normalises the unescaped characters: to a line feed in text, to a space in an attribute.
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
};

/** The characters to escape in text, and in an attribute in double quotes. */
export const IN_TEXT = /[&<>\r]/g;
export const IN_ATTRIBUTE = /[&<>"\r\n\t]/g;

/** @param characters - a global pattern of the characters to escape */
export function escapedXml(text: string, characters: RegExp): string {
  return text.replace(characters, (character) => ESCAPES[character] ?? character);
}
