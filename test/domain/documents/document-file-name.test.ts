import { documentFileName } from '../../../src/domain/documents/document-file-name';

test.each([
  ['2026-00042', 'pdf', '2026-00042.pdf'],
  ['INV_2026.1', 'xml', 'INV_2026.1.xml'],
  ['F/2026/1', 'pdf', 'F-2026-1.pdf'],
  ['a b"é\\', 'pdf', 'a-b---.pdf'],
])('The document %s is the file .%s: %s', (number, extension, expected) => {
  expect(documentFileName(number, extension)).toBe(expected);
});

test.each(['1', '😀'])('A received number of 255 characters %s is cut', (character) => {
  expect(documentFileName(character.repeat(255), 'xml')).toMatch(/^[1-]{251}\.xml$/);
});
