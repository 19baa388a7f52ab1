/** A parsed element. */
export interface XmlElement {
  /** Namespace URI; '' for none. Prefixes carry no meaning, since every writer chooses its own. */
  readonly namespace: string;
  readonly name: string;
  /** Attributes by name; a name in a namespace includes its prefix as written. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Text content, without that of child elements. */
  readonly text: string;
}

/** Navigates XML documents of one vocabulary, which defines the namespaces of element names. */
export class Vocabulary {
  readonly #namespaces: ReadonlySet<string>;

  constructor(...namespaces: readonly string[]) {
    this.#namespaces = new Set(namespaces);
  }

  /** The first element at a path of child names. */
  find(from: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
    let at = from;
    for (const name of path) {
      if (!at) return undefined;
      at = at.children.find((child) => this.#is(child, name));
    }
    return at;
  }

  /** All children with the last name of the path, of the first element at the rest of the path. */
  all(from: XmlElement | undefined, ...path: readonly string[]): XmlElement[] {
    const parent = this.find(from, ...path.slice(0, -1));
    return parent?.children.filter((child) => this.#is(child, path.at(-1)!)) ?? [];
  }

  /** The trimmed text of the element at a path; null when there is none. */
  text(from: XmlElement | undefined, ...path: readonly string[]): string | null {
    return textOf(this.find(from, ...path));
  }

  #is(element: XmlElement, name: string): boolean {
    return element.name === name && this.#namespaces.has(element.namespace);
  }
}

export function textOf(element: XmlElement | undefined): string | null {
  return element?.text.trim() || null;
}

/** The texts of elements, one per line; null when there is none. */
export function textsOf(elements: readonly XmlElement[]): string | null {
  return elements.flatMap((element) => textOf(element) ?? []).join('\n') || null;
}

export function attribute(element: XmlElement | undefined, name: string): string | null {
  return element?.attributes.get(name)?.trim() || null;
}
