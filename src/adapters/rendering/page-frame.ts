import type { Document } from '../../domain/documents/document';
import { LABELS } from './texts/labels';
import { issuedType, issuer } from './blocks/issuer';
import type { Faces } from './fonts/faces';
import type { Line } from './fonts/text-directions';
import type { Sheet } from './sheet';
import { firstLines } from './text-lines';
import { DRAFT, leading, LEFT, MUTED, PAGE, RIGHT, RULE, SMALL, type Style } from './theme';

const BAND = 5;
const FOOTER: Style = { size: 7.5, color: MUTED };
const FOOTER_WIDTH = RIGHT - LEFT - 90;
const FOOTER_END = PAGE.height - 30;
const MAX_FOOTER_LINES = 8;

/** @returns the lines of the footer, and y of its top */
export function footer({ branding }: Document, { regular }: Faces): { lines: readonly Line[]; top: number } {
  const text = regular.printable(branding?.footer ?? '');
  const lines = firstLines(MAX_FOOTER_LINES, text, FOOTER_WIDTH, regular, FOOTER.size);
  return { lines, top: FOOTER_END - lines.length * leading(FOOTER) - 8 };
}

export function drawFirstFrame(sheet: Sheet): void {
  sheet.band(BAND);
}

/** Draws the head of the pages after the first: issuer and document. */
export function drawRunningHead(sheet: Sheet, document: Document): void {
  const title = LABELS[document.language].titles[issuedType(document)];
  drawFirstFrame(sheet);
  sheet.stack(sheet.firstLines(1, issuer(document).name, 260, SMALL), LEFT, 34, SMALL);
  sheet.fittedLine(`${title} ${document.number}`, RIGHT, 34, 230, SMALL, { align: 'right' });
  sheet.rule(52, LEFT, RIGHT, RULE);
}

/** Draws the footers when all pages exist, because they state the number of pages. */
export function drawFooters(
  sheet: Sheet,
  document: Document,
  { lines, top }: ReturnType<typeof footer>,
): void {
  const { page, draft } = LABELS[document.language];
  for (let index = 0; index < sheet.pages; index += 1) {
    sheet.doc.switchToPage(index);
    if (document.status === 'draft') sheet.watermark(draft, DRAFT);
    sheet.rule(top, LEFT, RIGHT, RULE);
    sheet.decoration(() => {
      sheet.stack(lines, LEFT, top + 6, FOOTER);
      sheet.line(page(index + 1, sheet.pages), RIGHT, top + 6, FOOTER, { align: 'right' });
    });
  }
}
