import fc from 'fast-check';
import { aCharacter } from '../../../support/characters';
import {
  assertRoomForAttachment,
  attachmentFilename,
  filenameKey,
} from '../../../../src/domain/documents/attachments/attachments';
import { refusal } from '../../refusal';

describe('the name of an attachment', () => {
  test.each([
    ['as it was sent', 'Factuur 2026 (kopie).pdf', 'Factuur 2026 (kopie).pdf'],
    ['without a directory', '../../etc/a.pdf', 'a.pdf'],
    ['without a directory of Windows', 'C:\\Users\\me\\a.pdf', 'a.pdf'],
    ['composed', 'cafe\u0301.pdf', 'caf\u00e9.pdf'],
    ['without control characters', 'a\r\n\0\u0085b.pdf', 'ab.pdf'],
    ['without marks that turn the direction of writing', 'invoice\u202Efdp.xml', 'invoicefdp.xml'],
    ['without characters that XML cannot contain', 'a\uFFFE.pdf', 'a.pdf'],
    ['in any script', '請求書.pdf', '請求書.pdf'],
    ['with quotation marks and percent signs', '50% "off".pdf', '50% "off".pdf'],
  ])('is kept %s', (_how, sent_as, kept) => {
    expect(attachmentFilename(sent_as)).toBe(kept);
  });

  test.each([
    ['none', ''],
    ['only a directory', 'a/'],
    ['only control characters', '\u0001\u0002'],
    ['blanks', '  '],
    ['256 characters', `${'a'.repeat(252)}.pdf`],
  ])('is refused: %s', (_case, sent_as) => {
    expect(() => attachmentFilename(sent_as)).toThrow(refusal('validation_error', /^file: /));
  });

  test('counts characters, not code units', () => {
    const name = `${'😀'.repeat(251)}.pdf`;
    expect(attachmentFilename(name)).toBe(name);
  });

  test('is normalised to the same name again', () => {
    fc.assert(
      fc.property(fc.string({ unit: aCharacter, maxLength: 60 }), (sent_as) => {
        const kept = attachmentFilename(`${sent_as}.pdf`);
        expect(attachmentFilename(kept)).toBe(kept);
        expect(kept).not.toMatch(/[/\\\p{Cc}]/u);
      }),
    );
  });
});

describe('two names of attachments', () => {
  test.each([
    ['differ in case', 'Café.PDF', 'CAFÉ.pdf'],
    ['differ in how a letter is spelled', 'cafe\u0301.pdf', 'caf\u00e9.pdf'],
    ['differ in a sharp s', 'Straße.pdf', 'STRASSE.pdf'],
  ])('are equal when they %s', (_how, one, other) => {
    expect(filenameKey(attachmentFilename(one))).toBe(filenameKey(attachmentFilename(other)));
  });

  test('differ when they differ in an accent', () => {
    expect(filenameKey('cafe.pdf')).not.toBe(filenameKey('café.pdf'));
  });
});

describe('a document', () => {
  test('accepts a twentieth attachment, and no more', () => {
    assertRoomForAttachment(19);
    expect(() => assertRoomForAttachment(20)).toThrow(refusal('validation_error', /^file: /));
  });
});
