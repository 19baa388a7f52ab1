import type { Document } from '../../../domain/documents/document';
import { DOCUMENT_TYPES } from '../../../domain/documents/document-type';
import { decimal, isZero } from '../../../domain/values/money';
import { adjustmentRows } from './adjustments';
import { shownMoney, shownNumber } from '../texts/formats';
import { LABELS } from '../texts/labels';
import type { Line } from '../fonts/text-directions';
import type { Sheet } from '../sheet';
import { ROW_HEAD } from '../pdf/structure';
import { INSET, leading, RIGHT, SMALL, STRONG, TEXT, type Style } from '../theme';
import { drawVatSummary, ROW } from './vat-summary';

const TOTALS_LEFT = 322;
const TOTALS_RIGHT = RIGHT - INSET;
const TOTALS_WIDTH = TOTALS_RIGHT - TOTALS_LEFT;
const SUMMARY_RIGHT = TOTALS_LEFT - INSET - 24;
const AMOUNT_ROOM = 118;
/** A taller block is split across pages instead of moved to the next page. */
const MAX_KEPT_HEIGHT = 400;

interface TotalRow {
  readonly label: string;
  readonly value: string;
  readonly style: Style;
  /** Small text below the label. */
  readonly shares?: string | null;
}

interface MeasuredRow extends TotalRow {
  readonly lines: readonly Line[];
  readonly share_lines: readonly Line[];
  readonly height: number;
}

export interface MeasuredTotals {
  readonly rows: readonly MeasuredRow[];
  /** Height to keep together on a page, in points. */
  readonly height: number;
}

/** Measures the totals before the lines are drawn, so that the last line stays on the same page. */
export function measuredTotals(sheet: Sheet, document: Document): MeasuredTotals {
  const rows = totalRows(document).map((row): MeasuredRow => {
    const amount_width = Math.min(AMOUNT_ROOM, sheet.width(sheet.printable(row.value), row.style));
    const lines = sheet.lines(row.label, TOTALS_WIDTH - amount_width - 8, row.style);
    const share_lines = row.shares ? sheet.lines(row.shares, TOTALS_WIDTH, SMALL) : [];
    const height = ROW + (lines.length - 1) * leading(TEXT) + share_lines.length * leading(SMALL);
    return { ...row, lines, share_lines, height };
  });
  const rows_height = rows.reduce((sum, { height }) => sum + height, 0);
  const breakdown_height = 24 + document.vat_breakdown.length * ROW;
  return { rows, height: Math.min(Math.max(rows_height + 40, breakdown_height), MAX_KEPT_HEIGHT) };
}

/** Draws the VAT breakdown at the left and the totals at the right, on one page if they fit. */
export function drawTotals(sheet: Sheet, document: Document, { rows, height }: MeasuredTotals): void {
  sheet.keepTogether(height);
  const start = sheet.y;
  const start_page = sheet.pages;
  sheet.part('Table', () => drawVatSummary(sheet, document, SUMMARY_RIGHT));
  const breakdown_end = sheet.y;
  if (sheet.pages === start_page) sheet.y = start;
  sheet.part('Table', () => {
    for (const row of rows) sheet.part('TR', () => drawTotalRow(sheet, row));
    sheet.part('TR', () => drawGrandTotal(sheet, document));
  });
  sheet.y = (sheet.pages === start_page ? Math.max(sheet.y, breakdown_end) : sheet.y) + 20;
}

function drawTotalRow(sheet: Sheet, { lines, share_lines, value, style, height }: MeasuredRow): void {
  if (!sheet.hasRoom(height)) sheet.nextPage();
  const head = () => {
    const label_end = sheet.stack(lines, TOTALS_LEFT, sheet.y, style);
    sheet.stack(share_lines, TOTALS_LEFT, label_end, SMALL);
  };
  sheet.part('TH', head, ROW_HEAD);
  sheet.part('TD', () =>
    sheet.fittedLine(value, TOTALS_RIGHT, sheet.y, AMOUNT_ROOM, style, { align: 'right' }),
  );
  sheet.y += height;
}

/** The rows from the sum of the lines to the total. The payable amount is drawn separately. */
function totalRows(document: Document): TotalRow[] {
  const { language, currency, company_currency, totals, allowance_charges, exchange_rate } = document;
  const labels = LABELS[language];
  const number = (value: string) => shownNumber(value, language);
  const rows: TotalRow[] = [];
  if (allowance_charges.length > 0) {
    rows.push({ label: labels.lines_total, value: number(totals.lines), style: TEXT });
    for (const { label, amount, shares } of adjustmentRows(document)) {
      rows.push({ label, value: amount, style: TEXT, shares });
    }
  }
  rows.push(
    { label: labels.tax_exclusive, value: number(totals.tax_exclusive), style: TEXT },
    { label: labels.vat, value: number(totals.tax), style: TEXT },
    {
      label: labels.tax_inclusive,
      value: shownMoney(totals.tax_inclusive, currency, language),
      style: STRONG,
    },
  );
  if (!isZero(decimal(totals.rounding))) {
    rows.push({ label: labels.rounding, value: number(totals.rounding), style: TEXT });
  }
  if (!isZero(decimal(totals.paid))) {
    rows.push({ label: labels.paid, value: number(`-${totals.paid}`.replace('--', '')), style: TEXT });
  }
  if (totals.tax_in_company_currency !== null) {
    const value = shownMoney(totals.tax_in_company_currency, company_currency, language);
    rows.push({ label: labels.tax_in(company_currency), value, style: SMALL });
    if (exchange_rate !== null) {
      const rate = `1 ${currency} = ${number(exchange_rate)} ${company_currency}`.replace(/ /g, '\u00a0');
      rows.push({ label: labels.exchange_rate, value: rate, style: SMALL });
    }
  }
  return rows;
}

const TOTAL_LABELS = { payable: 'payable', credited: 'credited', offered: 'total' } as const;

function drawGrandTotal(sheet: Sheet, { type, language, currency, totals }: Document): void {
  const labels = LABELS[language];
  const label = labels[TOTAL_LABELS[DOCUMENT_TYPES[type].total_is]];
  const height = 30;
  const style: Style = { size: 11, bold: true, color: sheet.palette.on_accent };
  if (!sheet.hasRoom(height + 6)) sheet.nextPage();
  const y = sheet.y + 5;
  sheet.box(TOTALS_LEFT - INSET, y, TOTALS_WIDTH + 2 * INSET, height, sheet.palette.accent);
  const text_y = y + (height - leading(style)) / 2;
  const money = sheet.printable(shownMoney(totals.payable, currency, language));
  const money_width = Math.min(sheet.width(money, style), 130);
  const label_style = { ...style, size: 10 };
  const label_width = TOTALS_WIDTH - money_width - 10;
  sheet.part('TH', () => sheet.fittedLine(label, TOTALS_LEFT, text_y, label_width, label_style), ROW_HEAD);
  sheet.part('TD', () => sheet.fittedLine(money, TOTALS_RIGHT, text_y, 130, style, { align: 'right' }));
  sheet.y = y + height;
}
