import type { Logo } from '../../../domain/master-data/branding';
import type { Document } from '../../../domain/documents/document';
import { DOCUMENT_TYPES } from '../../../domain/documents/document-type';
import { shownDate } from '../texts/formats';
import { issuedType, issuer } from './issuer';
import { LABELS } from '../texts/labels';
import { drawLogo } from './logo-picture';
import { drawParties } from './parties';
import type { Sheet } from '../sheet';
import {
  CAPTION,
  DRAFT,
  INK,
  INSET,
  leading,
  LEFT,
  MUTED,
  RIGHT,
  SMALL,
  STRONG,
  TOP,
  WIDTH,
  type Style,
} from '../theme';

const LOGO_ROOM = { width: 200, height: 64 };
const MAX_HEADER_LINES = 8;

/** Draws the top of the first page: logo, title, parties, dates and references. */
export function drawLetterhead(sheet: Sheet, document: Document, logo: Logo | null): void {
  const top = 42;
  const left_end = drawSender(sheet, document, logo, top);
  const right_end = drawTitle(sheet, document, top);
  drawParties(sheet, document, { left_end, right_end });
  drawFacts(sheet, document);
}

function drawSender(sheet: Sheet, document: Document, logo: Logo | null, top: number): number {
  const name: Style = { size: 16, color: sheet.palette.text, bold: true };
  const sender = issuer(document).name;
  let y = logo
    ? top + drawLogo(sheet, logo, sender, LEFT, top, LOGO_ROOM)
    : sheet.part('P', () => sheet.stack(sheet.firstLines(3, sender, 260, name), LEFT, top, name));
  if (document.branding?.header) {
    const lines = sheet.firstLines(MAX_HEADER_LINES, document.branding.header, 260, SMALL);
    const below = y + 6;
    y = sheet.part('P', () => sheet.stack(lines, LEFT, below, SMALL));
  }
  return y;
}

const TITLE_WIDTH = 225;
/** Enough for 255 letters of any width; a received number can be longer. */
const MAX_NUMBER_LINES = 16;

function drawTitle(sheet: Sheet, document: Document, top: number): number {
  const { language, number, status } = document;
  const labels = LABELS[language];
  const text = labels.titles[issuedType(document)];
  const large: Style = { size: 24, color: INK, bold: true };
  const fits = sheet.width(text, large) <= TITLE_WIDTH;
  const title: Style = fits ? large : { ...large, size: 16 };
  const below: Style = { size: 11, color: sheet.palette.text, bold: true };
  const y = sheet.part('H1', () => {
    const end = sheet.text(text, RIGHT, top - (fits ? 6 : 2), TITLE_WIDTH, title, { align: 'right' });
    const lines = sheet.firstLines(MAX_NUMBER_LINES, number, TITLE_WIDTH, below);
    return sheet.stack(lines, RIGHT, end, below, { align: 'right' });
  });
  return status === 'draft' ? drawDraftBadge(sheet, labels.draft, y + 4) : y;
}

/** States in words what the watermark shows. */
function drawDraftBadge(sheet: Sheet, text: string, y: number): number {
  const style: Style = { ...STRONG, color: DRAFT };
  const width = sheet.width(text, style) + 12;
  sheet.frame(RIGHT - width, y, width, 16, DRAFT);
  sheet.part('P', () =>
    sheet.line(text, RIGHT - width / 2, y + (16 - leading(style)) / 2, style, { align: 'center' }),
  );
  return y + 16;
}

/** Draws a caption and its value as an item of a list. */
export function drawFact(sheet: Sheet, { caption, value }: { caption: () => void; value: () => void }): void {
  sheet.part('LI', () => {
    sheet.part('Lbl', caption);
    sheet.part('LBody', value);
  });
}

/** Draws dates and references. */
function drawFacts(sheet: Sheet, document: Document): void {
  const named = documentFacts(document);
  const columns = named.length === 5 || named.length === 6 ? 3 : 4; // rows of similar length
  const width = (WIDTH - 2 * INSET - (columns - 1) * 12) / columns;
  const most = Math.floor((sheet.bottom - TOP - 26) / leading(STRONG)); // of a page
  const facts = named.map(([caption, value]) => ({
    caption,
    lines: sheet.firstLines(most, value, width, STRONG),
  }));

  const list = sheet.element('L');
  for (let start = 0; start < facts.length; start += columns) {
    const row = facts.slice(start, start + columns);
    const height = 26 + Math.max(...row.map(({ lines }) => lines.length)) * leading(STRONG);
    sheet.keepTogether(height);
    sheet.box(LEFT, sheet.y, WIDTH, height, sheet.palette.tint, 0);
    for (const [index, { caption, lines }] of row.entries()) {
      const x = LEFT + INSET + index * (width + 12);
      sheet.inside(list, () =>
        drawFact(sheet, {
          caption: () => sheet.fittedLine(caption, x, sheet.y + 8, width, { ...CAPTION, color: MUTED }),
          value: () => sheet.stack(lines, x, sheet.y + 19, STRONG),
        }),
      );
    }
    sheet.y += height;
  }
  sheet.y += 22;
}

/** The captions and values of all dates and references that are set. */
function documentFacts(document: Document): [string, string][] {
  const { language, type, period_start, period_end, preceding_document } = document;
  const labels = LABELS[language];
  const date = (value: string) => shownDate(value, language);
  const last_day = DOCUMENT_TYPES[type].total_is === 'offered' ? labels.valid_until : labels.due_date;
  const period = [period_start, period_end].map((day) => (day === null ? '…' : date(day))).join(' – ');
  const facts: [string, string | null][] = [
    [labels.issue_date, date(document.issue_date)],
    [last_day, document.due_date && date(document.due_date)],
    [labels.delivery_date, document.delivery_date && date(document.delivery_date)],
    [labels.period, period_start === null && period_end === null ? null : period],
    [labels.preceding_document, preceding_document && precedingDocument(preceding_document, document)],
    [labels.buyer_reference, document.buyer_reference],
    [labels.order_reference, document.order_reference],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== '');
}

function precedingDocument(
  { number, issue_date }: NonNullable<Document['preceding_document']>,
  { language }: Document,
): string {
  return issue_date === null
    ? number
    : `${number} ${LABELS[language].of_date(shownDate(issue_date, language))}`;
}
