/** A character that XML 1.0 cannot hold, not even escaped (XML 1.0, 2.2). A lone surrogate is another. */
// eslint-disable-next-line no-control-regex
export const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/;
const EACH_NOT_XML = new RegExp(NOT_XML, 'g');

/** Whether XML 1.0 can hold the text. */
export function isXmlText(text: string): boolean {
  return !NOT_XML.test(text) && text.isWellFormed();
}

/** The text with U+FFFD for each character that XML cannot hold. */
export function toXmlText(text: string): string {
  return isXmlText(text) ? text : text.toWellFormed().replace(EACH_NOT_XML, '\uFFFD');
}

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

/** Which characters are escaped in a text, and in an attribute in double quotes, so that each is read as written. */
export const IN_TEXT = /[&<>\r]/g;
export const IN_ATTRIBUTE = /[&<>"\r\n\t]/g;

/** @param characters - those to escape, by a global pattern */
export function escapedXml(text: string, characters: RegExp): string {
  return text.replace(characters, (character) => ESCAPES[character] ?? character);
}
