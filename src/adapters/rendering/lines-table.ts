import { minorUnits } from '../../domain/currency';
import type { Document } from '../../domain/documents/document';
import type { Line } from '../../domain/documents/lines';
import { shownNumber, shownPercent, shownPrice } from './formats';
import { LABELS } from './labels';
import type { Sheet } from './sheet';
import { CAPTION, INSET, leading, LEFT, RIGHT, RULE, SMALL, TEXT, WIDTH, type Style } from './theme';
import { unitLabel } from './unit-labels';

const ITEM_LEFT = LEFT + INSET;
const FIGURES_RIGHT = RIGHT - INSET;
const GAP = 12;
const PADDING = 5;
/** So that a name has room; figures that leave less shrink. */
const MIN_ITEM_WIDTH = 150;
const MAX_FIGURE_WIDTH = 110;
/** A taller row is torn rather than moved to the next page. */
const MAX_KEPT_HEIGHT = 220;
/** Rows drawn before others get their turn. */
const ROWS_AT_A_TIME = 40;

interface Column {
  readonly title: string;
  readonly cell: (line: Line) => string;
  /** Right end. */
  readonly right: number;
  readonly width: number;
}

/** The lines, each page of them under the same head. */
export async function drawLines(sheet: Sheet, document: Document): Promise<void> {
  const columns = placed(sheet, document.lines, figureColumns(document));
  const item_width = columns[0]!.right - columns[0]!.width - GAP - ITEM_LEFT;
  const head = () => drawHead(sheet, LABELS[document.language].item, columns);

  sheet.keepTogether(60);
  head();
  for (const [index, line] of document.lines.entries()) {
    if (index % ROWS_AT_A_TIME === ROWS_AT_A_TIME - 1) await new Promise(setImmediate);
    drawRow(sheet, line, document, columns, item_width, head);
  }
  sheet.rule(sheet.y, LEFT, RIGHT, sheet.palette.text, 0.75);
  sheet.y += 18;
}

function figureColumns({ language, currency, lines }: Document): Pick<Column, 'title' | 'cell'>[] {
  const labels = LABELS[language];
  const minor_units = minorUnits(currency);
  const discount = ({ discount_percent, discount_amount }: Line) => {
    if (discount_percent !== null) return shownPercent(discount_percent, language);
    return discount_amount === null ? '' : shownNumber(discount_amount, language);
  };
  return [
    {
      title: labels.quantity,
      cell: ({ quantity, unit }) =>
        `${shownNumber(quantity, language)} ${unitLabel(unit, language)}`.trimEnd().replace(/ /g, '\u00a0'),
    },
    { title: labels.unit_price, cell: ({ unit_price }) => shownPrice(unit_price, minor_units, language) },
    ...(lines.some((line) => discount(line) !== '') ? [{ title: labels.discount, cell: discount }] : []),
    {
      title: labels.vat,
      cell: ({ vat_category, vat_rate }) =>
        `${shownPercent(vat_rate, language)}${vat_category === 'S' || vat_category === 'Z' ? '' : `\u00a0${vat_category}`}`,
    },
    { title: labels.net_amount(currency), cell: ({ net_amount }) => shownNumber(net_amount, language) },
  ];
}

/** Each as wide as its widest cell, from the right; what is left is the item's. */
function placed(sheet: Sheet, lines: readonly Line[], columns: Pick<Column, 'title' | 'cell'>[]): Column[] {
  const natural = columns.map(({ title, cell }) => {
    const widest = lines.reduce((width, line) => Math.max(width, sheet.width(cell(line), TEXT)), 0);
    return Math.max(sheet.width(title, CAPTION), Math.min(widest, MAX_FIGURE_WIDTH));
  });
  const wanted = natural.reduce((sum, width) => sum + width + GAP, 0);
  const scale = Math.min(1, (FIGURES_RIGHT - ITEM_LEFT - MIN_ITEM_WIDTH) / wanted);
  let right = FIGURES_RIGHT;
  const from_right = columns.toReversed().map((column, index) => {
    const width = natural[columns.length - 1 - index]! * scale;
    const one = { ...column, right, width };
    right -= width + GAP * scale;
    return one;
  });
  return from_right.toReversed();
}

function drawHead(sheet: Sheet, item: string, columns: readonly Column[]): void {
  const style: Style = { ...CAPTION, color: sheet.palette.text };
  const height = 22;
  sheet.box(LEFT, sheet.y, WIDTH, height, sheet.palette.tint, 0);
  const y = sheet.y + (height - leading(style)) / 2;
  sheet.line(item, ITEM_LEFT, y, style);
  for (const { title, right, width } of columns) {
    sheet.fittedLine(title, right, y, width, style, { align: 'right' });
  }
  sheet.y += height;
  sheet.rule(sheet.y, LEFT, RIGHT, sheet.palette.text, 0.75);
}

function drawRow(
  sheet: Sheet,
  line: Line,
  document: Document,
  columns: readonly Column[],
  item_width: number,
  head: () => void,
): void {
  const texts = itemTexts(sheet, line, document, item_width);
  const height = texts.reduce((sum, { style }) => sum + leading(style), 2 * PADDING);
  const nextPage = () => {
    sheet.nextPage();
    head();
  };
  const first = 2 * PADDING + leading(TEXT);
  if (!sheet.hasRoom(height <= MAX_KEPT_HEIGHT ? height : first)) nextPage();

  sheet.y += PADDING;
  for (const { cell, right, width } of columns) {
    sheet.fittedLine(cell(line), right, sheet.y, width, TEXT, { align: 'right' });
  }
  for (const { text, style } of texts) {
    if (!sheet.hasRoom(leading(style) + PADDING)) {
      nextPage();
      sheet.y += PADDING;
    }
    sheet.line(text, ITEM_LEFT, sheet.y, style);
    sheet.y += leading(style);
  }
  sheet.y += PADDING;
  sheet.rule(sheet.y, LEFT, RIGHT, RULE);
}

function itemTexts(sheet: Sheet, line: Line, { language }: Document, width: number) {
  const labels = LABELS[language];
  const references = [
    line.item_reference === null ? '' : `${labels.item_reference} ${line.item_reference}`,
    line.order_line_reference === null ? '' : `${labels.order_line_reference} ${line.order_line_reference}`,
  ].filter((reference) => reference !== '');
  const wrapped = (text: string, style: Style) =>
    sheet.lines(text, width, style).map((wrappedLine) => ({ text: wrappedLine, style }));
  return [
    ...wrapped(line.name, TEXT),
    ...(line.description ? wrapped(line.description, SMALL) : []),
    ...(references.length > 0 ? wrapped(references.join(' · '), SMALL) : []),
  ];
}
