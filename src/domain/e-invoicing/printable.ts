import type { Check, DocumentPreview } from './preview';

/** The most texts that are reported. */
const MAX_CHECKS = 100;
/** The most characters of one text that are reported. */
const MAX_NAMED = 10;

/**
 * The preview with a check for each text whose characters are not all in the fonts of the PDF. These checks block
 * nothing, since the e-invoice is complete.
 *
 * @param missing - returns the characters of a text that are in no font
 */
export function withUnprintable(
  preview: DocumentPreview,
  missing: (text: string) => readonly string[],
): DocumentPreview {
  const checks = textsOf(preview.document, '')
    .map(([pointer, text]) => ({ pointer, characters: missing(text) }))
    .filter(({ characters }) => characters.length > 0)
    .slice(0, MAX_CHECKS)
    .map(({ pointer, characters }): Check => {
      const named = characters.slice(0, MAX_NAMED).join(' ');
      const message = `The PDF shows a box for characters that its fonts lack: ${named}`;
      return { code: 'unprintable_characters', message, pointer, rule: null, blocks: 'nothing' };
    });
  return { ...preview, checks: [...preview.checks, ...checks] };
}

/** Every text of a value, with its JSON pointer. */
function textsOf(value: unknown, pointer: string): [pointer: string, text: string][] {
  if (typeof value === 'string') return [[pointer, value]];
  if (value === null || typeof value !== 'object' || value instanceof Date) return [];
  return Object.entries(value).flatMap(([member, part]) => textsOf(part, `${pointer}/${member}`));
}
