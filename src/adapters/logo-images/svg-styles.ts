import type { Budget } from './budget';
import { isInert, MAX_VALUE, PROPERTIES } from './svg-allow-list';

/** Declarations by selector: `*`, `rect`, `.class` or `#id`. */
export type StyleSheet = ReadonlyMap<string, string>;

const SELECTOR = /^(?:\*|[.#]?[\p{L}_-][\p{L}\p{N}_-]*)$/u;

/** The declarations that are allowed and load nothing. */
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
 * Parses the rules with simple selectors, which drawing programs write. Other rules and at-rules are dropped.
 *
 * @param budget - characters left; a rule's declarations count once per selector
 */
export function styleSheet(css: string, budget: Budget): StyleSheet {
  const sheet = new Map<string, string>();
  for (const rule of withoutComments(css).split('}')) {
    const [selectors, body, ...nested] = rule.split('{');
    if (body === undefined || nested.length > 0) continue;
    const declarations = inertDeclarations(body);
    const names = selectors!.slice(selectors!.lastIndexOf(';') + 1); // after statements such as @import
    for (const selector of names.split(',').map((name) => name.trim())) {
      if (!SELECTOR.test(selector)) continue;
      budget.take(declarations.length);
      sheet.set(selector, (sheet.get(selector) ?? '') + declarations);
    }
  }
  return sheet;
}

/**
 * The declarations for an element, in order of increasing specificity. As a `style` attribute they have the same effect
 * as the style sheet.
 *
 * @param budget - characters left for all elements together
 */
export function declarationsFor(
  sheet: StyleSheet,
  element: { readonly name: string; readonly id: string | undefined; readonly classes: string },
  budget: Budget,
): string {
  const classes = element.classes.split(/\s+/).map((name) => `.${name}`);
  const selectors = new Set(['*', element.name, ...classes, `#${element.id ?? ''}`]);
  const parts = [...selectors].map((selector) => sheet.get(selector) ?? '');
  for (const part of parts) budget.take(part.length);
  return parts.join('');
}

/** Removes comments. A regular expression would take quadratic time on comments that are not closed. */
function withoutComments(css: string): string {
  const [first, ...commented] = css.split('/*');
  const rest = commented.map((part) => {
    const end = part.indexOf('*/');
    return end === -1 ? '' : part.slice(end + 2);
  });
  return [first, ...rest].join(' ');
}
