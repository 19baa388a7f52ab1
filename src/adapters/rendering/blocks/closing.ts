import type { Document } from '../../../domain/documents/document';
import { LABELS } from '../texts/labels';
import { legalMentions } from '../texts/legal-mentions';
import type { Sheet } from '../sheet';
import { CAPTION, leading, LEFT, TEXT, WIDTH, type Style } from '../theme';

/** Draws the texts below the amounts: legal mentions and the document's note. */
export function drawClosing(sheet: Sheet, document: Document): void {
  for (const mention of legalMentions(document)) {
    sheet.part('P', () => flow(sheet, mention, { ...TEXT, bold: true }));
  }
  if (document.note === null) return;
  sheet.y += 8;
  const caption: Style = { ...CAPTION, color: sheet.palette.text };
  const first_lines = Math.min(2, sheet.lines(document.note, WIDTH, TEXT).length);
  sheet.keepTogether(leading(caption) + 2 + first_lines * leading(TEXT));
  sheet.part('H2', () => sheet.line(LABELS[document.language].note, LEFT, sheet.y, caption));
  sheet.y += leading(caption) + 2;
  const { note } = document;
  sheet.part('P', () => flow(sheet, note, TEXT));
}

/** Draws a text over as many pages as needed. */
function flow(sheet: Sheet, text: string, style: Style): void {
  for (const line of sheet.lines(text, WIDTH, style)) {
    if (!sheet.hasRoom(leading(style))) sheet.nextPage();
    sheet.line(line, LEFT, sheet.y, style);
    sheet.y += leading(style);
  }
  sheet.y += 2;
}
