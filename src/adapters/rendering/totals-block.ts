import type { Document } from '../../domain/documents/document';
import { DOCUMENT_TYPES } from '../../domain/documents/document-type';
import type { VatBreakdownEntry } from '../../domain/documents/vat-breakdown';
import { decimal, isZero } from '../../domain/money';
import { shownMoney, shownNumber, shownPercent } from './formats';
import { LABELS } from './labels';
import type { Sheet } from './sheet';
import { CAPTION, INSET, leading, LEFT, RIGHT, RULE, SMALL, STRONG, TEXT, type Style } from './theme';

const TOTALS_LEFT = 322;
const TOTALS_RIGHT = RIGHT - INSET;
const TOTALS_WIDTH = TOTALS_RIGHT - TOTALS_LEFT;
const VAT_RIGHT = TOTALS_LEFT - INSET - 24;
const ROW = 17;
const AMOUNT_ROOM = 118;

interface TotalRow {
  readonly label: string;
  readonly value: string;
  readonly style: Style;
}

/** The VAT breakdown at the left, the totals at the right, on one page where they fit one. */
export function drawTotals(sheet: Sheet, document: Document, company_currency: string): void {
  const rows = totalRows(document, company_currency).map((row) => ({
    ...row,
    lines: sheet.lines(row.label, TOTALS_WIDTH - AMOUNT_ROOM - 8, row.style),
  }));
  const rows_height = rows.reduce((sum, { lines }) => sum + rowHeight(lines), 0);
  const breakdown_height = 24 + document.vat_breakdown.length * ROW;
  sheet.keepTogether(Math.min(Math.max(rows_height + 40, breakdown_height), 400));

  const start = sheet.y;
  const start_page = sheet.pages;
  drawVatBreakdown(sheet, document);
  const breakdown_end = sheet.y;
  if (sheet.pages === start_page) sheet.y = start;
  for (const { lines, value, style } of rows) {
    if (!sheet.hasRoom(rowHeight(lines))) sheet.nextPage();
    sheet.stack(lines, TOTALS_LEFT, sheet.y, style);
    sheet.fittedLine(value, TOTALS_RIGHT, sheet.y, AMOUNT_ROOM, style, { align: 'right' });
    sheet.y += rowHeight(lines);
  }
  drawGrandTotal(sheet, document);
  sheet.y = (sheet.pages === start_page ? Math.max(sheet.y, breakdown_end) : sheet.y) + 20;
}

function rowHeight(lines: readonly string[]): number {
  return ROW + (lines.length - 1) * leading(TEXT);
}

/** From the lines to the total; the amount to pay comes after them. */
function totalRows(document: Document, company_currency: string): TotalRow[] {
  const { language, currency, totals, allowance_charges, exchange_rate } = document;
  const labels = LABELS[language];
  const number = (value: string) => shownNumber(value, language);
  const rows: TotalRow[] = [];
  if (allowance_charges.length > 0) {
    rows.push({ label: labels.lines_total, value: number(totals.lines), style: TEXT });
    for (const { kind, reason, percent, applied_amount } of allowance_charges) {
      const label = percent === null ? reason : `${reason} (${shownPercent(percent, language)})`;
      const value = number(kind === 'allowance' ? `-${applied_amount}` : applied_amount);
      rows.push({ label, value, style: TEXT });
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

function drawGrandTotal(sheet: Sheet, { type, language, currency, totals }: Document): void {
  const labels = LABELS[language];
  const { is_credit_note } = DOCUMENT_TYPES[type];
  const label = is_credit_note ? labels.credited : type === 'quote' ? labels.total : labels.payable;
  const height = 30;
  const style: Style = { size: 11, bold: true, color: sheet.palette.on_accent };
  if (!sheet.hasRoom(height + 6)) sheet.nextPage();
  const y = sheet.y + 5;
  sheet.box(TOTALS_LEFT - INSET, y, TOTALS_WIDTH + 2 * INSET, height, sheet.palette.accent);
  const text_y = y + (height - leading(style)) / 2;
  const money = sheet.printable(shownMoney(totals.payable, currency, language));
  const room = Math.min(sheet.width(money, style), 130);
  sheet.fittedLine(money, TOTALS_RIGHT, text_y, 130, style, { align: 'right' });
  sheet.fittedLine(label, TOTALS_LEFT, text_y, TOTALS_WIDTH - room - 10, { ...style, size: 10 });
  sheet.y = y + height;
}

function drawVatBreakdown(sheet: Sheet, { language, vat_breakdown }: Document): void {
  const labels = LABELS[language];
  const head: Style = { ...CAPTION, color: sheet.palette.text };
  const middle = LEFT + (VAT_RIGHT - LEFT) * 0.66;
  const right = { align: 'right' } as const;
  const drawHead = () => {
    const height = 20;
    sheet.box(LEFT, sheet.y, VAT_RIGHT - LEFT, height, sheet.palette.tint, 0);
    const y = sheet.y + (height - leading(head)) / 2;
    sheet.line(labels.vat_breakdown, LEFT + INSET, y, head);
    sheet.line(labels.taxable_amount, middle, y, head, right);
    sheet.line(labels.vat_amount, VAT_RIGHT - INSET, y, head, right);
    sheet.y += height;
    sheet.rule(sheet.y, LEFT, VAT_RIGHT, sheet.palette.text, 0.75);
  };
  drawHead();
  for (const entry of vat_breakdown) {
    if (!sheet.hasRoom(ROW)) {
      sheet.nextPage();
      drawHead();
    }
    const y = sheet.y + 3;
    sheet.line(rateLabel(entry, language), LEFT + INSET, y, TEXT);
    sheet.fittedLine(shownNumber(entry.taxable_amount, language), middle, y, 96, TEXT, right);
    sheet.fittedLine(shownNumber(entry.vat_amount, language), VAT_RIGHT - INSET, y, 70, TEXT, right);
    sheet.y += ROW;
    sheet.rule(sheet.y, LEFT, VAT_RIGHT, RULE);
  }
}

function rateLabel({ category, rate }: VatBreakdownEntry, language: Document['language']): string {
  const percent = shownPercent(rate, language);
  return category === 'S' || category === 'Z' ? percent : `${percent}\u00a0${category}`;
}
