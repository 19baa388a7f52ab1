import { cii } from '../../src/adapters/e-invoicing/reading/cii-party-reader';
import { ubl } from '../../src/adapters/e-invoicing/reading/ubl-party-reader';
import { Vocabulary, type XmlElement } from '../../src/adapters/e-invoicing/xml/xml-element';

/** An element of a document that holds everything that a reader asks for. */
interface GrownElement extends XmlElement {
  readonly attributes: Map<string, string>;
  readonly children: GrownElement[];
  text: string;
}

/** A text or an attribute that a reader asks for, in a document that holds it. */
export interface AskedText {
  /** `Invoice/LegalMonetaryTotal/PayableAmount`, and `@currencyID` for an attribute. */
  readonly path: string;
  readonly sample: string;
  /** The document with another text in this place. */
  readonly with: (text: string) => XmlElement;
}

type Read = (root: XmlElement) => unknown;

/** Texts that a reader accepts, by the end of an element's path or of an attribute's; the totals add up. */
const SAMPLES: readonly (readonly [RegExp, string])[] = [
  [/(CustomerParty\/Party\/EndpointID|BuyerTradeParty\/URIUniversalCommunication\/URIID)$/, '0876543270'],
  [/@currencyID$|Currency(Code)?$/, 'EUR'],
  [/SpecifiedTaxRegistration\/ID@schemeID$/, 'VA'],
  [/@schemeID$/, '0208'],
  [/@filename$/, 'a.pdf'],
  [/@mimeCode$/, 'application/pdf'],
  [/DateTimeString$/, '20260901'],
  [/Date$/, '2026-09-01'],
  [/ApplicationResponse\/CustomizationID$/, 'urn:peppol:edec:mls:1.0'],
  [/TypeCode$/, '380'],
  [/TaxCategory\/ID$|CategoryCode$/, 'S'],
  [/TaxScheme\/ID$/, 'VAT'],
  [/Indicator$/, 'false'],
  [/IdentificationCode$|CountryID$/, 'BE'],
  [/LineExtensionAmount$|LineTotalAmount$|AllowanceTotalAmount$/, '1'],
  [/(\/Amount|ActualAmount|Quantity|Percent|Numeric|PriceAmount|ChargeAmount)$/, '1'],
  [/Amount$/, '0'],
  [/BinaryObject$/, 'JVBERi0='],
];

function sampleOf(path: string): string {
  return SAMPLES.find(([pattern]) => pattern.test(path))?.[1] ?? 'x';
}

/**
 * Every text and attribute that the reader asks a document for. The document grows while it is read: what the reader
 * looks for and does not find is added. Each text is then left out in turn, to find what the reader asks for in its
 * place.
 */
export function askedTexts(name: string, namespace: string, read: Read): AskedText[] {
  const found = new Map<string, AskedText>();
  const collect = (without: string | null) => {
    for (const path of grown(name, namespace, read, without).paths) {
      if (found.has(path)) continue;
      const [at, attribute] = path.split('@') as [string, string?];
      let document: ReturnType<typeof grown> | undefined;
      const by = (text: string) => {
        document ??= grown(name, namespace, read, without);
        const { root, elements } = document;
        const element = elements.get(at)!;
        if (attribute === undefined) element.text = text;
        else element.attributes.set(attribute, text);
        return root;
      };
      found.set(path, { path, sample: sampleOf(path), with: by });
    }
  };
  collect(null);
  for (const path of [...found.keys()]) collect(path);
  return [...found.values()];
}

function grown(name: string, namespace: string, read: Read, without: string | null) {
  const elements = new Map<string, GrownElement>();
  const paths = new Set<string>();
  const places = new Map<XmlElement, string>();

  const element = (path: string, of: string): GrownElement => {
    let text = sampleOf(path);
    const made: GrownElement = {
      namespace: of,
      name: path.slice(path.lastIndexOf('/') + 1),
      attributes: new Asked((attribute) => {
        const at = `${path}@${attribute}`;
        if (at === without) return undefined;
        paths.add(at);
        return sampleOf(at);
      }),
      children: [],
      get text() {
        paths.add(path);
        return text;
      },
      set text(other) {
        text = other;
      },
    };
    elements.set(path, made);
    places.set(made, path);
    return made;
  };

  const root = element(name, namespace);
  root.children.push(element(`${name}/Other`, 'urn:other')); // beside the header of an envelope
  const find = jest.spyOn(Vocabulary.prototype, 'find').mockImplementation(function (
    this: Vocabulary,
    from,
    ...path
  ) {
    let at = from as GrownElement | undefined;
    for (const next of path) at = at && child(this, at, next);
    return at;
  });
  const all = jest.spyOn(Vocabulary.prototype, 'all').mockImplementation(function (
    this: Vocabulary,
    from,
    ...path
  ) {
    const last = this.find(from, ...path);
    return last ? [last] : [];
  });
  const child = (vocabulary: Vocabulary, at: GrownElement, next: string): GrownElement | undefined => {
    const path = `${places.get(at)!}/${next}`;
    if (path === without) return undefined;
    const known = at.children.find((one) => one.name === next);
    if (known) return known;
    const made = element(path, NAMESPACES.get(vocabulary) ?? namespace);
    at.children.push(made);
    return made;
  };
  try {
    read(root);
  } catch (error) {
    if (without === null) throw error; // a sample that the reader does not accept
  } finally {
    find.mockRestore();
    all.mockRestore();
  }
  for (const { attributes } of elements.values()) (attributes as Asked).stop();
  return { root, elements, paths };
}

/** Attributes that come to be when they are asked for. */
class Asked extends Map<string, string> {
  constructor(private sample: ((name: string) => string | undefined) | null) {
    super();
  }

  override get(name: string): string | undefined {
    if (!this.has(name)) {
      const text = this.sample?.(name);
      if (text !== undefined) this.set(name, text);
    }
    return super.get(name);
  }

  stop(): void {
    this.sample = null;
  }
}

const NAMESPACES: ReadonlyMap<Vocabulary, string> = new Map([
  [ubl, 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2'],
  [cii, 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100'],
]);
