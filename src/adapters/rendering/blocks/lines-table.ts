import { minorUnits } from '../../../domain/values/currency';
import type { Document } from '../../../domain/documents/document';
import { amount, type Decimal, decimal, decimalsOf, ZERO } from '../../../domain/values/money';
import { shownNumber, shownPercent, shownPrice } from '../texts/formats';
import { LABELS } from '../texts/labels';
import { baseQuantity, type LineDetail, lineDetails, type PrintedLine } from './line-details';
import { COLUMN_HEAD, type Element, spanning } from '../pdf/structure';
import type { Line } from '../fonts/text-directions';
import type { Sheet } from '../sheet';
import {
  CAPTION,
  INSET,
  leading,
  LEFT,
  MUTED,
  RIGHT,
  RULE,
  SMALL,
  STRONG,
  TEXT,
  WIDTH,
  type Style,
} from '../theme';
import { unitLabel } from '../../../domain/code-lists/unit-labels';
import { vatLabel } from '../texts/vat-label';

const NUMBER_LEFT = LEFT + INSET;
const FIGURES_RIGHT = RIGHT - INSET;
const NUMBER: Style = { size: 8, color: MUTED };
const NUMBER_TITLE = '#';
const GAP = 12;
const PADDING = 5;
/** Minimum width of the item column; wider figures shrink. */
const MIN_ITEM_WIDTH = 150;
const MAX_FIGURE_WIDTH = 110;
/** A taller row is split across pages instead of moved to the next page. */
const MAX_KEPT_HEIGHT = 220;
/** Space below the last line. */
const SPACE_BELOW = 18;
/** Number of rows that are drawn before other tasks on the event loop can run. */
const ROWS_AT_A_TIME = 40;

interface Column {
  readonly title: string;
  readonly cell: (line: PrintedLine) => string;
  /** x of the right edge. */
  readonly right: number;
  readonly width: number;
}

/** The layout of the columns, and the state that a continued table needs on the next page. */
interface Table {
  readonly document: Document;
  readonly columns: readonly Column[];
  readonly item_left: number;
  readonly item_width: number;
  /** Sum of the amounts that are drawn so far, as exact and as printed. */
  readonly carried: { sum: Decimal; total: string };
  /** The structure element of the rows below the head. */
  readonly body: Element | null;
}

/**
 * Draws the lines. Every page repeats the head, and every page but the first shows the sum of the previous pages.
 *
 * @param following - height of the next block, which must not start a page alone: the last line moves with it
 */
export async function drawLines(sheet: Sheet, document: Document, following: number): Promise<void> {
  const { lines } = document;
  const columns = placed(sheet, lines, figureColumns(document));
  const item_left = NUMBER_LEFT + sheet.width(String(lines.length), NUMBER) + 8;
  const item_width = columns[0]!.right - columns[0]!.width - GAP - item_left;
  sheet.keepTogether(60);
  const element = sheet.element('Table');
  const head = sheet.inside(element, () => sheet.element('THead'));
  const body = sheet.inside(element, () => sheet.element('TBody'));
  const table: Table = { document, columns, item_left, item_width, carried: { sum: ZERO, total: '0' }, body };
  sheet.inside(head, () => drawHead(sheet, table));
  for (const [index, line] of lines.entries()) {
    if (index % ROWS_AT_A_TIME === ROWS_AT_A_TIME - 1) await new Promise(setImmediate);
    const is_last = index === lines.length - 1;
    drawRow(sheet, line, index, table, is_last && index > 0 ? SPACE_BELOW + following : 0);
  }
  sheet.rule(sheet.y, LEFT, RIGHT, sheet.palette.text, 0.75);
  sheet.y += SPACE_BELOW;
}

function figureColumns({ language, currency, lines }: Document): Pick<Column, 'title' | 'cell'>[] {
  const labels = LABELS[language];
  const minor_units = minorUnits(currency);
  const discount = ({ discount_percent, discount_amount }: PrintedLine) => {
    if (discount_percent !== null) return shownPercent(discount_percent, language);
    return discount_amount === null ? '' : shownNumber(discount_amount, language);
  };
  const price = (line: PrintedLine) => {
    const base = baseQuantity(line);
    const per = base === null ? '' : `\u00a0/\u00a0${shownNumber(base, language)}`;
    return shownPrice(line.unit_price, minor_units, language) + per;
  };
  return [
    {
      title: labels.quantity,
      cell: ({ quantity, unit }) =>
        `${shownNumber(quantity, language)} ${unitLabel(unit, quantity, language)}`
          .trimEnd()
          .replace(/ /g, '\u00a0'),
    },
    { title: labels.unit_price, cell: price },
    ...(lines.some((line) => discount(line) !== '') ? [{ title: labels.discount, cell: discount }] : []),
    { title: labels.vat, cell: (line) => vatLabel(line, language) },
    { title: labels.net_amount(currency), cell: ({ net_amount }) => shownNumber(net_amount, language) },
  ];
}

/** Computes the columns from right to left, each as wide as its widest cell. The item column gets the rest. */
function placed(
  sheet: Sheet,
  lines: readonly PrintedLine[],
  columns: Pick<Column, 'title' | 'cell'>[],
): Column[] {
  const natural = columns.map(({ title, cell }) => {
    const widest = lines.reduce(
      (width, line) => Math.max(width, sheet.width(sheet.printable(cell(line)), TEXT)),
      0,
    );
    return Math.max(sheet.width(title, CAPTION), Math.min(widest, MAX_FIGURE_WIDTH));
  });
  const wanted = natural.reduce((sum, width) => sum + width + GAP, 0);
  const scale = Math.min(1, (FIGURES_RIGHT - NUMBER_LEFT - MIN_ITEM_WIDTH) / wanted);
  let right = FIGURES_RIGHT;
  const from_right = columns.toReversed().map((column, index) => {
    const width = natural[columns.length - 1 - index]! * scale;
    const one = { ...column, right, width };
    right -= width + GAP * scale;
    return one;
  });
  return from_right.toReversed();
}

function drawHead(sheet: Sheet, { document, columns, item_left }: Table): void {
  const style: Style = { ...CAPTION, color: sheet.palette.text };
  const height = 22;
  sheet.box(LEFT, sheet.y, WIDTH, height, sheet.palette.tint, 0);
  const y = sheet.y + (height - leading(style)) / 2;
  const drawTitles = () => {
    sheet.part('TH', () => sheet.line(NUMBER_TITLE, NUMBER_LEFT, y, style), COLUMN_HEAD);
    sheet.part('TH', () => sheet.line(LABELS[document.language].item, item_left, y, style), COLUMN_HEAD);
    for (const { title, right, width } of columns) {
      sheet.part(
        'TH',
        () => sheet.fittedLine(title, right, y, width, style, { align: 'right' }),
        COLUMN_HEAD,
      );
    }
  };
  sheet.part('TR', drawTitles);
  sheet.y += height;
  sheet.rule(sheet.y, LEFT, RIGHT, sheet.palette.text, 0.75);
}

function continueTable(sheet: Sheet, table: Table): void {
  const { document, item_left, carried } = table;
  const style: Style = { ...STRONG, size: 8, color: MUTED };
  sheet.nextPage();
  const total = shownNumber(carried.total, document.language);
  sheet.decoration(() => {
    drawHead(sheet, table);
    sheet.y += PADDING;
    sheet.line(LABELS[document.language].carried_forward, item_left, sheet.y, style);
    sheet.fittedLine(total, FIGURES_RIGHT, sheet.y, MAX_FIGURE_WIDTH, style, { align: 'right' });
  });
  sheet.y += leading(style) + PADDING;
  sheet.rule(sheet.y, LEFT, RIGHT, RULE);
}

/** @param following - height that must fit below the row on the same page */
function drawRow(sheet: Sheet, line: PrintedLine, index: number, table: Table, following: number): void {
  const { columns, item_left, item_width, document } = table;
  const texts = itemTexts(sheet, line, document, item_width);
  const details = lineDetails(line, document);
  const height =
    texts.reduce((sum, { style }) => sum + leading(style), 2 * PADDING) + details.length * leading(SMALL);
  const kept = height <= MAX_KEPT_HEIGHT ? height : 2 * PADDING + leading(TEXT);
  const is_moved = height <= MAX_KEPT_HEIGHT && !sheet.hasRoom(height + following);
  if (is_moved || !sheet.hasRoom(kept)) continueTable(sheet, table);

  sheet.y += PADDING;
  sheet.inside(table.body, () => {
    sheet.part('TR', () => {
      const number_y = sheet.y + (leading(TEXT) - leading(NUMBER)) / 2;
      sheet.part('TD', () => sheet.line(String(index + 1), NUMBER_LEFT, number_y, NUMBER));
      // reading order: before the figures; drawn after them, because it may extend over several pages
      const item = sheet.element('TD');
      for (const { cell, right, width } of columns) {
        sheet.part('TD', () => sheet.fittedLine(cell(line), right, sheet.y, width, TEXT, { align: 'right' }));
      }
      carry(table, line);
      sheet.inside(item, () => {
        for (const { text, style } of texts)
          flow(sheet, table, leading(style), () => sheet.line(text, item_left, sheet.y, style));
      });
    });
    for (const detail of details) drawDetail(sheet, detail, table);
  });
  sheet.y += PADDING;
  sheet.rule(sheet.y, LEFT, RIGHT, RULE);
}

/** Adds the amount of a line, which is on the page where the line begins, to the sum that a later page shows. */
function carry({ carried, document }: Table, { net_amount }: PrintedLine): void {
  const decimals = Math.max(minorUnits(document.currency), decimalsOf(net_amount));
  carried.sum = carried.sum.plus(decimal(net_amount));
  carried.total = amount(carried.sum, decimals);
}

/** Draws a calculation step, with its figure in the column of the amount. */
function drawDetail(sheet: Sheet, { label, amount: figure }: LineDetail, table: Table): void {
  const { item_left, columns } = table;
  const width = FIGURES_RIGHT - item_left - MAX_FIGURE_WIDTH;
  flow(sheet, table, leading(SMALL), () =>
    sheet.part('TR', () => {
      const head = () => sheet.fittedLine(label, item_left, sheet.y, width, SMALL);
      sheet.part('TD', head, spanning(columns.length + 1));
      sheet.part('TD', () =>
        sheet.fittedLine(figure, FIGURES_RIGHT, sheet.y, MAX_FIGURE_WIDTH, SMALL, { align: 'right' }),
      );
    }),
  );
}

/** Draws a line of text in a row, on the next page if it does not fit. */
function flow(sheet: Sheet, table: Table, height: number, draw: () => void): void {
  if (!sheet.hasRoom(height + PADDING)) {
    continueTable(sheet, table);
    sheet.y += PADDING;
  }
  draw();
  sheet.y += height;
}

interface ItemText {
  readonly text: Line;
  readonly style: Style;
}

function itemTexts(sheet: Sheet, line: PrintedLine, { language }: Document, width: number): ItemText[] {
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
