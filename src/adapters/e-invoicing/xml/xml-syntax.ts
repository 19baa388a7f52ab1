import { NOT_XML } from '../../../domain/values/xml-text';

const NAME_START =
  'A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C-\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD';
const PART = `[${NAME_START}][\\u0300-\\u036F${NAME_START}\\-.0-9\\u00B7\\u203F-\\u2040]*`;
/** A name with an optional prefix. Namespaces in XML allows only one colon. */
const QUALIFIED = `(?:(${PART}):)?(${PART})`;
export const ELEMENT_NAME = new RegExp(QUALIFIED, 'y');
export const ATTRIBUTE = new RegExp(`${QUALIFIED}[ \\t\\r\\n]*=[ \\t\\r\\n]*(?:"([^<"]*)"|'([^<']*)')`, 'y');
export const SPACES = /[\t\r\n]/;
export const DECLARATION =
  /^<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(["'])1\.\d+\1(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(["'])[A-Za-z][\w.-]*\2)?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(["'])(?:yes|no)\3)?[ \t\r\n]*\?>/;

/** A search, which goes through a long text once; a pattern for the whole text may go back through it. */
export const NOT_BLANK = /[^ \t\r\n]/;

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

export function isBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

export function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/**
 * Replaces character references and the five predefined entities.
 *
 * @returns undefined for a text with a reference that means no character
 */
export function withReferencesResolved(text: string): string | undefined {
  if (!text.includes('&')) return text;
  let is_valid = true;
  const resolved = text.replace(
    /&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|([a-z]{2,4}))?(;?)/g,
    (_all, ...parts) => {
      const [number, hex, name, semicolon] = parts as (string | undefined)[];
      const code = number !== undefined ? Number(number) : hex !== undefined ? parseInt(hex, 16) : undefined;
      const character = code === undefined ? ENTITIES[name ?? ''] : characterOf(code);
      is_valid &&= character !== undefined && semicolon !== '';
      return character ?? '';
    },
  );
  return is_valid ? resolved : undefined;
}

function characterOf(code: number): string | undefined {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined;
  const character = String.fromCodePoint(code);
  return NOT_XML.test(character) ? undefined : character;
}

/** The number of the line of a position, from 1. */
export function lineOf(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < position; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
