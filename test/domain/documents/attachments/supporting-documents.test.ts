import {
  attachableFiles,
  type SupportingDocument,
  MAX_SUPPORTING_DOCUMENTS,
} from '../../../../src/domain/documents/attachments/supporting-documents';
import { PDF, SAMPLES, XML } from '../../../support/sample-files';

const file = (filename: string | null, bytes: Uint8Array = PDF, content_type: string | null = null) => ({
  filename,
  content_type,
  bytes: () => bytes,
});
const names = (files: readonly SupportingDocument[]) =>
  attachableFiles(files).map(({ filename }) => filename);

describe('The embedded files of a received document', () => {
  test('keep their names, with a number for later files of the same name', () => {
    const files = ['a.pdf', 'A.pdf', 'a (2).pdf', 'a.pdf', 'b.pdf'].map((name) => file(name));
    expect(names(files)).toEqual(['a.pdf', 'A (2).pdf', 'a (2) (2).pdf', 'a (3).pdf', 'b.pdf']);
  });

  test('are named by position and media type when they have no name', () => {
    expect(
      names([file('a.pdf'), file(null, PDF, 'application/pdf'), file('scan', PDF, 'application/pdf')]),
    ).toEqual(['a.pdf', 'attachment-2.pdf', 'scan.pdf']);
  });

  test('are not attached when they are empty, of another type, or of another content than their name says', () => {
    const others = [
      ...[
        file('a.pdf', new Uint8Array()),
        file('a.csv', new Uint8Array()),
        file('a.csv', Buffer.from('a\0')),
      ],
      ...[file('a.exe'), file('a.png'), file(null), file('/')],
    ];
    expect(names([...others, file('b.pdf')])).toEqual(['b.pdf']);
  });

  test('become attachments up to the limit; the bytes of others are not read', () => {
    let asked = 0;
    const one: SupportingDocument = { filename: 'a.pdf', content_type: null, bytes: () => (asked++, PDF) };
    const attached = attachableFiles(new Array<SupportingDocument>(3_000).fill(one));
    expect(attached).toHaveLength(MAX_SUPPORTING_DOCUMENTS);
    expect(new Set(attached.map(({ filename }) => filename)).size).toBe(MAX_SUPPORTING_DOCUMENTS);
    expect(asked).toBe(MAX_SUPPORTING_DOCUMENTS);
  });

  test('have names of at most the maximum length, also with a number', () => {
    const long = `${'😀'.repeat(260)}.pdf`;
    for (const name of names([file(long), file(long), file(long)])) {
      expect([...name].length).toBeLessThanOrEqual(255);
    }
    expect(new Set(names([file(long), file(long), file(long)])).size).toBe(3);
  });

  test.each([
    ['a long name', `${'😀'.repeat(300)}.pdf`, null, `${'😀'.repeat(251)}.pdf`],
    ['a name with an extension that just fits', `${'x'.repeat(251)}.pdf`, null, `${'x'.repeat(251)}.pdf`],
    ['a long name without an extension', 'x'.repeat(252), 'application/pdf', `${'x'.repeat(251)}.pdf`],
  ])('are shortened before the extension: %s', (_case, name, stated, shortened) => {
    expect(names([file(name, PDF, stated)])).toEqual([shortened]);
  });

  test.each([
    ...SAMPLES.filter(([extension]) => extension !== 'jpeg'),
    ['xml', 'text/xml', XML] as const,
    ['pdf', 'Application/PDF ; name=x', PDF] as const,
  ])('get the extension .%s from the media type %s', (extension, stated, bytes) => {
    expect(attachableFiles([file(null, bytes, stated)])).toMatchObject([
      { filename: `attachment-1.${extension}`, bytes },
    ]);
  });

  test('are not attached when neither name nor media type gives an extension', () => {
    expect(names([file('scan', PDF, null), file('scan', PDF, 'text/plain')])).toEqual([]);
  });

  test('are not skipped after an error of the service', () => {
    const broken = { ...file('a.pdf'), filename: 1 } as unknown as SupportingDocument;
    expect(() => attachableFiles([broken])).toThrow(TypeError);
  });
});
