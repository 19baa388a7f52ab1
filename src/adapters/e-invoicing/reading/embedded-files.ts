import type { BroughtFile } from '../../../domain/documents/attachments/brought-files';
import { attribute } from '../xml/xml-element';
import type { XmlElement } from '../xml/xml-reader';

/** Elements that hold files, in UBL and in CII: their text is as large as a file in base64 is. */
export const FILE_ELEMENTS: ReadonlySet<string> = new Set([
  'EmbeddedDocumentBinaryObject',
  'AttachmentBinaryObject',
]);

/** The files in binary objects (BT-125); an empty one is none. */
export function embeddedFiles(objects: readonly (XmlElement | undefined)[]): BroughtFile[] {
  return objects.flatMap((object) => {
    if (!object || object.text === '') return [];
    return {
      filename: attribute(object, 'filename'),
      content_type: attribute(object, 'mimeCode'),
      bytes: () => Buffer.from(object.text, 'base64'), // blanks in it are passed over
    };
  });
}
