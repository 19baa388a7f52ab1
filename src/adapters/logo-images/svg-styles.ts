import type { Room } from './room';
import { isInert, MAX_VALUE, PROPERTIES } from './svg-allow-list';

/** The declarations of one selector, by `*`, `rect`, `.class` or `#id`. */
export type StyleSheet = ReadonlyMap<string, string>;

const SELECTOR = /^(?:\*|[.#]?[\p{L}_-][\p{L}\p{N}_-]*)$/u;

/** Those declarations that are known and inert. */
export function inertDeclarations(css: string): string {
  return withoutComments(css)
    .split(';')
    .map((declaration) => {
      const colon = declaration.indexOf(':');
      const [property, value] = [declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim()];
      return colon > 0 &&
        PROPERTIES.has(property) &&
        value !== '' &&
        value.length <= MAX_VALUE &&
        isInert(value)
        ? `${property}:${value};`
        : '';
    })
    .join('');
}

/**
 * Rules of simple selectors, which is what drawing programs write; any other rule is left out, as are at-rules.
 *
 * @param room - characters: a rule's declarations count for each of its selectors
 */
export function styleSheet(css: string, room: Room): StyleSheet {
  const sheet = new Map<string, string>();
  for (const rule of withoutComments(css).split('}')) {
    const [selectors, body, ...nested] = rule.split('{');
    if (body === undefined || nested.length > 0) continue;
    const declarations = inertDeclarations(body);
    const names = selectors!.slice(selectors!.lastIndexOf(';') + 1); // behind @import and the like
    for (const selector of names.split(',').map((name) => name.trim())) {
      if (!SELECTOR.test(selector)) continue;
      room.take(declarations.length);
      sheet.set(selector, (sheet.get(selector) ?? '') + declarations);
    }
  }
  return sheet;
}

/**
 * What the sheet says of an element, least specific first: as a `style` attribute it has the sheet's effect.
 *
 * @param room - characters of all elements together
 */
export function declarationsFor(
  sheet: StyleSheet,
  element: { readonly name: string; readonly id: string | undefined; readonly classes: string },
  room: Room,
): string {
  const classes = element.classes.split(/\s+/).map((name) => `.${name}`);
  const selectors = new Set(['*', element.name, ...classes, `#${element.id ?? ''}`]);
  const parts = [...selectors].map((selector) => sheet.get(selector) ?? '');
  for (const part of parts) room.take(part.length);
  return parts.join('');
}

/** Without a regular expression: on comments that never end, one would take a square of their number. */
function withoutComments(css: string): string {
  const [first, ...commented] = css.split('/*');
  const rest = commented.map((part) => {
    const end = part.indexOf('*/');
    return end === -1 ? '' : part.slice(end + 2);
  });
  return [first, ...rest].join(' ');
}
