import { element, group } from '../factur-x/xml-elements';

/** XMP properties in a namespace that PDF/A does not define. */
export interface MetadataSchema {
  readonly name: string;
  readonly namespace: string;
  readonly prefix: string;
  readonly properties: readonly {
    readonly name: string;
    readonly type: 'Text' | 'Integer';
    readonly category: 'internal' | 'external';
    readonly value: string;
    readonly description: string;
  }[];
}

/** Declares conformance to PDF/UA-1 (ISO 14289-1, 5). */
const PDF_UA: MetadataSchema = {
  name: 'PDF/UA Universal Accessibility Schema',
  namespace: 'http://www.aiim.org/pdfua/ns/id/',
  prefix: 'pdfuaid',
  properties: [
    {
      name: 'part',
      type: 'Integer',
      category: 'internal',
      value: '1',
      description: 'Indicates, which part of ISO 14289 standard is followed',
    },
  ],
};

/**
 * Adds XMP metadata besides PDF/A's own, with the required description of each extension schema (ISO 19005-3, 6.6.2.3).
 */
export function addMetadata(doc: PDFKit.PDFDocument, ...more: readonly MetadataSchema[]): void {
  const schemas = [PDF_UA, ...more];
  const aiim = (prefix: string, name: string) => ` xmlns:${prefix}="http://www.aiim.org/pdfa/ns/${name}#"`;
  const stated = schemas.map(({ namespace, prefix, properties }) =>
    about(
      ` xmlns:${prefix}="${namespace}"`,
      properties.map(({ name, value }) => element(`${prefix}:${name}`, value)).join(''),
    ),
  );
  const described = about(
    ' xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"' +
      aiim('pdfaSchema', 'schema') +
      aiim('pdfaProperty', 'property'),
    group('pdfaExtension:schemas', group('rdf:Bag', ...schemas.map(description))),
  );
  doc.appendXML([...stated, described].join('\n'));
}

function about(namespaces: string, content: string): string {
  return `<rdf:Description rdf:about=""${namespaces}>${content}</rdf:Description>`;
}

function resource(...members: string[]): string {
  return `<rdf:li rdf:parseType="Resource">${members.join('')}</rdf:li>`;
}

function description({ name, namespace, prefix, properties }: MetadataSchema): string {
  const members = properties.map((property) =>
    resource(
      element('pdfaProperty:name', property.name),
      element('pdfaProperty:valueType', property.type),
      element('pdfaProperty:category', property.category),
      element('pdfaProperty:description', property.description),
    ),
  );
  return resource(
    element('pdfaSchema:schema', name),
    element('pdfaSchema:namespaceURI', namespace),
    element('pdfaSchema:prefix', prefix),
    group('pdfaSchema:property', group('rdf:Seq', ...members)),
  );
}
