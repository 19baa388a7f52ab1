import type { XmlElement } from './xml-reader';

/** The ways through a document of one vocabulary: names are looked up in the namespaces that it is made of. */
export class Vocabulary {
  readonly #namespaces: ReadonlySet<string>;

  constructor(...namespaces: readonly string[]) {
    this.#namespaces = new Set(namespaces);
  }

  /** The first element that the path leads to, from child to child. */
  find(from: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
    let at = from;
    for (const name of path) {
      if (!at) return undefined;
      at = at.children.find((child) => this.#is(child, name));
    }
    return at;
  }

  /** All children of the name, of the first element that the path before it leads to. */
  all(from: XmlElement | undefined, ...path: readonly string[]): XmlElement[] {
    const parent = this.find(from, ...path.slice(0, -1));
    return parent?.children.filter((child) => this.#is(child, path.at(-1)!)) ?? [];
  }

  /** The text at the end of the path, without blanks around it; null where there is none. */
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

export function attribute(element: XmlElement | undefined, name: string): string | null {
  return element?.attributes.get(name)?.trim() || null;
}
