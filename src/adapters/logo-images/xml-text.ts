/** Text that cannot be what it claims to be. */
export class Malformed extends Error {}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Characters that XML 1.0 cannot hold. */
// eslint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/;

/** Text as it is meant: XML's own five entities and character references, and no others. @throws Malformed */
export function decoded(raw: string): string {
  const text = raw.includes('&')
    ? raw.replace(/&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w{1,8}));|&/g, referred)
    : raw;
  if (NOT_XML.test(text) || !text.isWellFormed()) throw new Malformed('a character that XML cannot hold');
  return text;
}

function referred(_match: string, hex?: string, decimal?: string, name?: string): string {
  const code = hex !== undefined ? parseInt(hex, 16) : decimal !== undefined ? Number(decimal) : undefined;
  const text =
    code === undefined ? NAMED[name ?? ''] : code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
  if (text === undefined) throw new Malformed('an unknown entity');
  return text;
}

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Text for an element or an attribute in double quotes. */
export function encoded(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, (character) => ESCAPED[character]!);
}
