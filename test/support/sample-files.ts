import { crc32 } from 'node:zlib';
import { JPEG, PNG } from './images';

export const PDF = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< >>\nendobj\n%%EOF\n', 'latin1');
export const CSV = Buffer.from('naam;bedrag\nCafé;12,50\n');
export const XML = Buffer.from('<?xml version="1.0" encoding="UTF-8"?>\n<a><b>é</b></a>\n');
export const XLSX = zip([
  ['[Content_Types].xml', '<Types/>'],
  ['_rels/.rels', '<Relationships/>'],
  ['xl/workbook.xml', '<workbook/>'],
]);
export const ODS = zip([
  ['mimetype', 'application/vnd.oasis.opendocument.spreadsheet'],
  ['content.xml', '<content/>'],
]);
export const DOCX = zip([
  ['[Content_Types].xml', '<Types/>'],
  ['word/document.xml', '<document/>'],
]);

/** A good file of each extension that attachments may have, with its content type. */
export const SAMPLES = [
  ['pdf', 'application/pdf', PDF],
  ['png', 'image/png', PNG],
  ['jpg', 'image/jpeg', JPEG],
  ['jpeg', 'image/jpeg', JPEG],
  ['csv', 'text/csv', CSV],
  ['xml', 'application/xml', XML],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', XLSX],
  ['ods', 'application/vnd.oasis.opendocument.spreadsheet', ODS],
] as const;

/** A PDF, by its beginning, of so many bytes. */
export function aPdf(size: number): Buffer {
  return Buffer.concat([PDF, Buffer.alloc(size - PDF.length, ' ')]);
}

/** A ZIP archive whose entries are not compressed. */
export function zip(entries: readonly (readonly [name: string, content: string])[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of entries) {
    const sizes = Buffer.alloc(16);
    sizes.writeUInt32LE(crc32(content), 0);
    sizes.writeUInt32LE(content.length, 4);
    sizes.writeUInt32LE(content.length, 8);
    sizes.writeUInt16LE(name.length, 12);
    const common = Buffer.concat([Buffer.from('14000000000000002100', 'hex'), sizes]); // version 2.0, 1 January 1980
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name + content)]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\0'), common, place, Buffer.from(name));
    files.push(file);
    offset += file.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, ...directory, end]);
}
