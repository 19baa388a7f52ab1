import type { SupportingDocument } from '../../../domain/documents/attachments/supporting-documents';
import { attribute, type XmlElement } from '../xml/xml-element';

/** Names of elements that contain files in base64, in UBL and in CII. Their text may be very long. */
export const FILE_ELEMENTS: ReadonlySet<string> = new Set([
  'EmbeddedDocumentBinaryObject',
  'AttachmentBinaryObject',
]);

/** The files in binary objects (BT-125), without empty ones. */
export function embeddedFiles(objects: readonly (XmlElement | undefined)[]): SupportingDocument[] {
  return objects.flatMap((object) => {
    if (!object || object.text === '') return [];
    return {
      filename: attribute(object, 'filename'),
      content_type: attribute(object, 'mimeCode'),
      bytes: () => Buffer.from(object.text, 'base64'), // white space in base64 is ignored
    };
  });
}
