import fc from 'fast-check';
import { aCharacter } from '../../../support/characters';
import {
  ATTACHMENT_TYPES,
  attachmentType,
} from '../../../../src/domain/documents/attachments/attachment-types';
import { JPEG, PNG } from '../../../support/images';
import { CSV, DOCX, ODS, PDF, SAMPLES, XLSX, XML, zip } from '../../../support/sample-files';

/** Whether the bytes are accepted for a file of this name, in pieces of the given size. */
function takes(filename: string, bytes: Buffer, size = 64 * 1024): boolean {
  const { check } = attachmentType(filename)!;
  for (let start = 0; start < bytes.length; start += size) {
    if (!check.take(bytes.subarray(start, start + size))) return false;
  }
  return check.end();
}

describe('the type of an attachment', () => {
  test.each(SAMPLES)('is determined by its extension, whatever its case: %s', (extension, content_type) => {
    expect(attachmentType(`a.b.${extension}`)!.content_type).toBe(content_type);
    expect(attachmentType(`A.${extension.toUpperCase()}`)!.content_type).toBe(content_type);
  });

  test.each([
    'a.exe',
    'a.docx',
    'a.svg',
    'a.html',
    'a.zip',
    'a',
    'pdf',
    '.pdf',
    'a.pdf.',
    'a.pdf ',
    'a.pdf.js',
  ])('is not accepted: %s', (filename) => {
    expect(attachmentType(filename)).toBeUndefined();
  });

  test('is not accepted for names of Object.prototype', () => {
    expect(attachmentType('a.constructor')).toBeUndefined();
  });
});

test('The types of attachments are those of the allowed extensions, each once', () => {
  expect(ATTACHMENT_TYPES).toEqual([...new Set(SAMPLES.map(([, content_type]) => content_type))]);
});

describe('the content of an attachment', () => {
  test.each(SAMPLES)('is accepted in pieces of any size: %s', (extension, _type, bytes) => {
    for (const size of [1, 2, 3, 7, 64, bytes.length])
      expect(takes(`a.${extension}`, bytes, size)).toBe(true);
  });

  test('is found in an archive wherever a piece ends', () => {
    for (let size = 1; size <= 40; size++) expect(takes('a.xlsx', XLSX, size)).toBe(true);
  });

  const extensions = SAMPLES.map(([extension]) => extension);
  const files = { pdf: PDF, png: PNG, jpg: JPEG, jpeg: JPEG, csv: CSV, xml: XML, xlsx: XLSX, ods: ODS };
  const mismatches = extensions.flatMap((is) =>
    extensions.filter((named) => files[named] !== files[is]).map((named) => [is, named] as const),
  );
  test.each(mismatches)('is refused: a file of the type %s that is named .%s', (is, named) => {
    expect(takes(`a.${named}`, files[is])).toBe(false);
  });

  test.each([
    ['a PDF that does not begin as one', 'pdf', Buffer.concat([Buffer.from('\n'), PDF])],
    ['half a signature', 'png', PNG.subarray(0, 5)],
    ['a program', 'pdf', Buffer.from('MZ\x90\0')],
    ['text with NUL', 'csv', Buffer.from('a;b\0')],
    ['text with other control characters, in no encoding', 'csv', Buffer.from('Caf\xe9;\x01', 'latin1')],
    ['text with a DEL character, in no encoding', 'csv', Buffer.from('Caf\xe9;\x7f', 'latin1')],
    ['text that ends in the middle of a character', 'xml', Buffer.from('<Café').subarray(0, 5)],
    ['UTF-16', 'xml', Buffer.from('\ufeff<a/>', 'utf16le')],
    [
      'XML in another encoding',
      'xml',
      Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>\xe9</a>', 'latin1'),
    ],
    ['HTML', 'xml', Buffer.from('<!DOCTYPE html><html></html>')],
    ['HTML without a type', 'xml', Buffer.from('  <HTML><body>')],
    ['HTML with its type on two lines', 'xml', Buffer.from('<!DOCTYPE \n html><html></html>')],
    ['text before the first element', 'xml', Buffer.from('a <b/>')],
    ['HTML', 'csv', Buffer.from('<html></html>')],
    ['rich text', 'csv', Buffer.from('{\\rtf1')],
    ['rich text after a blank', 'csv', Buffer.from(' {\\rtf1')],
    ['JSON', 'xml', Buffer.from('{"a": 1}')],
    ['blanks', 'xml', Buffer.from('  \n')],
    ['a text document', 'xlsx', DOCX],
    ['any archive', 'xlsx', zip([['a.txt', 'x']])],
    ['an archive without a workbook', 'xlsx', zip([['[Content_Types].xml', '<Types/>']])],
    ['names that are not in the archive', 'xlsx', Buffer.from('[Content_Types].xml xl/workbook.xml')],
    [
      'an OpenDocument text',
      'ods',
      zip([
        ['mimetype', 'application/vnd.oasis.opendocument.text'],
        ['a', ''],
      ]),
    ],
    [
      'a template',
      'ods',
      zip([
        ['mimetype', 'application/vnd.oasis.opendocument.spreadsheet-template'],
        ['a', ''],
      ]),
    ],
    [
      'a spreadsheet that does not begin as an archive',
      'ods',
      Buffer.concat([Buffer.of(0), ODS.subarray(1)]),
    ],
    [
      'an archive that has its type elsewhere',
      'ods',
      zip([
        ['a', 'x'],
        ['mimetype', 'application/vnd.oasis.opendocument.spreadsheet'],
      ]),
    ],
  ])('is refused: %s as .%s', (_case, extension, bytes) => {
    for (const size of [1, 64 * 1024]) expect(takes(`a.${extension}`, bytes, size)).toBe(false);
  });

  test.each([
    ['a byte order mark', 'csv', Buffer.from('\ufeffa;b')],
    ['windows-1252, as Excel writes it', 'csv', Buffer.from('Caf\xe9;\x80 1,00\t2\r\n', 'latin1')],
    ['other control characters, in UTF-8', 'csv', Buffer.from('Café;\x1b')],
    ['a byte order mark', 'xml', Buffer.from('\ufeff<?xml version="1.0"?><a/>')],
    ['no declaration', 'xml', Buffer.from('\n<ubl:Invoice xmlns:ubl="x"/>')],
    ['a comment first', 'xml', Buffer.from('<!-- x --><a/>')],
    ['an element html inside', 'xml', Buffer.from('<a><html/></a>')],
    ['a tag in a later cell', 'csv', Buffer.from('a;<html>')],
    ['a document type', 'xml', Buffer.from('<!DOCTYPE a><a/>')],
    ['a long beginning', 'xml', Buffer.from(`${' '.repeat(900)}<a>${'é'.repeat(5_000)}</a>`)],
    [
      'the workbook last',
      'xlsx',
      zip([
        ['[Content_Types].xml', 'x'.repeat(200_000)],
        ['xl/workbook.xml', ''],
      ]),
    ],
    [
      'a workbook first',
      'xlsx',
      zip([
        ['xl/workbook.xml', ''],
        ['[Content_Types].xml', ''],
      ]),
    ],
  ])('is accepted with %s: .%s', (_case, extension, bytes) => {
    for (const size of [7, 64 * 1024]) expect(takes(`a.${extension}`, bytes, size)).toBe(true);
  });

  test.each([
    ['pdf', Buffer.from('no PDF at all')],
    ['csv', Buffer.from('a\0')],
    ['csv', Buffer.from('%PDF-'.padEnd(2_000))],
    ['xlsx', Buffer.from('no archive at all')],
  ])('is refused at the first invalid piece: .%s', (extension, bytes) => {
    expect(attachmentType(`a.${extension}`)!.check.take(bytes)).toBe(false);
  });
});

test('A text file is refused as soon as its beginning is complete', () => {
  const { check } = attachmentType('a.csv')!;
  expect(check.take(Buffer.from('%PDF-'))).toBe(true);
  expect(check.take(Buffer.alloc(2_000, ' '))).toBe(false);
});

describe('text', () => {
  const strict = new TextDecoder('utf-8', { fatal: true });
  const isUtf8 = (bytes: Uint8Array): boolean => {
    try {
      return !strict.decode(bytes).includes('\0');
    } catch {
      return false;
    }
  };

  test('is recognised as UTF-8 exactly when the platform does', () => {
    // Bytes that begin and continue characters come together far more often than by chance.
    const byte = fc.oneof(
      fc.integer({ min: 0x80, max: 0xff }),
      fc.constantFrom(0, 0x41, 0xe0, 0xed, 0xf0, 0xf4),
    );
    const character = fc
      .string({ unit: aCharacter, minLength: 1, maxLength: 3 })
      .map((text) => [...Buffer.from(text)]);
    const bytes = fc.array(
      fc.oneof(
        byte.map((one) => [one]),
        character,
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(bytes, fc.integer({ min: 1, max: 5 }), (parts, size) => {
        const text = Buffer.from([0x3c, 0x61, ...parts.flat()]);
        return takes('a.xml', text, size) === isUtf8(text); // an `expect` takes longer than the rule
      }),
      { numRuns: 3_000 },
    );
  });

  test.each([
    'c080',
    'c1bf',
    'e09fbf',
    'eda080',
    'f08fbfbf',
    'f4908080',
    'f5808080',
    'ff',
    '80',
    'c2',
    'e282',
    'c241',
  ])('is refused: the bytes %s', (hex) => {
    expect(takes('a.xml', Buffer.from(`3c61${hex}`, 'hex'))).toBe(false);
  });

  test.each(['c280', 'dfbf', 'e0a080', 'ed9fbf', 'ee8080', 'f0908080', 'f48fbfbf'])(
    'is accepted: the bytes %s',
    (hex) => {
      expect(takes('a.xml', Buffer.from(`3c61${hex}`, 'hex'))).toBe(true);
    },
  );
});
