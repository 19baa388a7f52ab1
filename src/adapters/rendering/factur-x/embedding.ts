import { element, group } from './xml-elements';

/** The name by which readers look for it (Factur-X 1.0, 6.2.2). */
export const FILE_NAME = 'factur-x.xml';
const NAMESPACE = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

/**
 * Makes the file a Factur-X: the invoice attached as another form of the same document (Factur-X 1.0, 6.2), and the
 * metadata that tell what it is, with the schema that PDF/A wants of metadata it does not know (ISO 19005-3, 6.6.2.3).
 *
 * @param date of the attachment
 */
export function embed(doc: PDFKit.PDFDocument, xml: string, date: Date): void {
  doc.file(Buffer.from(xml, 'utf8'), {
    name: FILE_NAME,
    type: 'text/xml',
    description: 'Factur-X invoice',
    // Not among the typed options, but what the library writes as AFRelationship.
    ...{ relationship: 'Alternative' },
    creationDate: date,
    modifiedDate: date,
  });
  doc.appendXML(metadata());
}

const PROPERTIES: readonly (readonly [name: string, value: string, description: string])[] = [
  ['DocumentType', 'INVOICE', 'INVOICE'],
  ['DocumentFileName', FILE_NAME, 'name of the embedded XML invoice file'],
  ['Version', '1.0', 'version of the XML schema of the invoice'],
  ['ConformanceLevel', 'EN 16931', 'conformance level of the embedded invoice'],
];

function metadata(): string {
  const about = (namespaces: string, content: string) =>
    `<rdf:Description rdf:about=""${namespaces}>${content}</rdf:Description>`;
  const resource = (...members: string[]) => `<rdf:li rdf:parseType="Resource">${members.join('')}</rdf:li>`;
  const properties = PROPERTIES.map(([name, , description]) =>
    resource(
      element('pdfaProperty:name', name),
      element('pdfaProperty:valueType', 'Text'),
      element('pdfaProperty:category', 'external'),
      element('pdfaProperty:description', description),
    ),
  );
  const schema = resource(
    element('pdfaSchema:schema', 'Factur-X PDFA Extension Schema'),
    element('pdfaSchema:namespaceURI', NAMESPACE),
    element('pdfaSchema:prefix', 'fx'),
    group('pdfaSchema:property', group('rdf:Seq', ...properties)),
  );
  const aiim = (prefix: string, name: string) => ` xmlns:${prefix}="http://www.aiim.org/pdfa/ns/${name}#"`;
  return [
    about(
      ` xmlns:fx="${NAMESPACE}"`,
      PROPERTIES.map(([name, value]) => element(`fx:${name}`, value)).join(''),
    ),
    about(
      ' xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"' +
        aiim('pdfaSchema', 'schema') +
        aiim('pdfaProperty', 'property'),
      group('pdfaExtension:schemas', group('rdf:Bag', schema)),
    ),
  ].join('\n');
}
