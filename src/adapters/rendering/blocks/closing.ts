import type { Document } from '../../../domain/documents/document';
import { LABELS } from '../texts/labels';
import { legalMentions } from '../texts/legal-mentions';
import type { Sheet } from '../sheet';
import { CAPTION, leading, LEFT, TEXT, WIDTH, type Style } from '../theme';

/** Draws the texts below the amounts: payment terms, legal mentions and the document's note. */
export function drawClosing(sheet: Sheet, document: Document): void {
  const labels = LABELS[document.language];
  const { payment_terms, note } = document;
  if (payment_terms !== null) {
    drawCaptioned(sheet, labels.payment_terms, unindented(payment_terms));
    sheet.y += 6;
  }
  for (const mention of legalMentions(document)) {
    sheet.part('P', () => flow(sheet, mention, { ...TEXT, bold: true }));
  }
  if (note === null) return;
  sheet.y += 8;
  drawCaptioned(sheet, labels.note, note);
}

/** The text without the indentation of the XML that it was read from. */
function unindented(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n');
}

function drawCaptioned(sheet: Sheet, title: string, text: string): void {
  const caption: Style = { ...CAPTION, color: sheet.palette.text };
  const first_lines = Math.min(2, sheet.lines(text, WIDTH, TEXT).length);
  sheet.keepTogether(leading(caption) + 2 + first_lines * leading(TEXT));
  sheet.part('H2', () => sheet.line(title, LEFT, sheet.y, caption));
  sheet.y += leading(caption) + 2;
  sheet.part('P', () => flow(sheet, text, TEXT));
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
