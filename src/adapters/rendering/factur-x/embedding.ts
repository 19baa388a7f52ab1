import type { MetadataSchema } from '../pdf/metadata';

/** The file name that readers look for (Factur-X 1.0, 6.2.2). */
const FILE_NAME = 'factur-x.xml';

const PROPERTIES: readonly (readonly [name: string, value: string, description: string])[] = [
  ['DocumentType', 'INVOICE', 'INVOICE'],
  ['DocumentFileName', FILE_NAME, 'name of the embedded XML invoice file'],
  ['Version', '1.0', 'version of the XML schema of the invoice'],
  ['ConformanceLevel', 'EN 16931', 'conformance level of the embedded invoice'],
];

/** The XMP metadata of a Factur-X file (Factur-X 1.0, 6.2). */
export const FACTUR_X: MetadataSchema = {
  name: 'Factur-X PDFA Extension Schema',
  namespace: 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
  prefix: 'fx',
  properties: PROPERTIES.map(([name, value, description]) => ({
    name,
    value,
    description,
    type: 'Text',
    category: 'external',
  })),
};

/**
 * Attaches the XML invoice as an alternative representation of the document (Factur-X 1.0, 6.2).
 *
 * @param date - of the attachment
 */
export function embed(doc: PDFKit.PDFDocument, xml: string, date: Date): void {
  const options = {
    name: FILE_NAME,
    type: 'text/xml',
    description: 'Factur-X invoice',
    relationship: 'Alternative', // PDFKit writes it as AFRelationship; its types lack the option
    creationDate: date,
    modifiedDate: date,
  };
  doc.file(Buffer.from(xml, 'utf8'), options);
}
