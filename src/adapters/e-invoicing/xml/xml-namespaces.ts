const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

/** Namespace URIs by prefix; '' is the prefix of the default namespace. */
export type NamespaceBindings = ReadonlyMap<string, string>;

/** The namespaces that are declared at one place of a document (Namespaces in XML 1.0). */
export class XmlNamespaces {
  /** Stack of namespaces for each prefix, the innermost last. A look-up takes the same time at any depth. */
  private readonly declared = new Map<string, string[]>([['xml', [XML_NAMESPACE]]]);

  /** At the start of an element that declares namespaces. */
  bind(bindings: NamespaceBindings): void {
    for (const [prefix, uri] of bindings) {
      const uris = this.declared.get(prefix);
      if (uris) uris.push(uri);
      else this.declared.set(prefix, [uri]);
    }
  }

  /** At the end of that element. */
  unbind(bindings: NamespaceBindings): void {
    for (const prefix of bindings.keys()) this.declared.get(prefix)!.pop();
  }

  /** @returns '' for no namespace; undefined for a prefix that is not declared */
  find(prefix: string): string | undefined {
    return this.declared.get(prefix)?.at(-1) ?? (prefix === '' ? '' : undefined);
  }
}
