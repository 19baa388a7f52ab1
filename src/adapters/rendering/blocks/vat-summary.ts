import type { Document } from '../../../domain/documents/document';
import { COLUMN_HEAD } from '../pdf/structure';
import type { Sheet } from '../sheet';
import { shownNumber } from '../texts/formats';
import { LABELS } from '../texts/labels';
import { vatLabel } from '../texts/vat-label';
import { CAPTION, INSET, leading, LEFT, RULE, TEXT, type Style } from '../theme';

/** Height of a row. */
export const ROW = 17;
const HEAD = 20;
const GAP = 8;
/** Where the taxable amounts end, as a share of the table's width, unless wide amounts move them. */
const MIDDLE = 0.66;

/** The texts of a row, or the titles of the columns. */
interface Row {
  readonly label: string;
  readonly taxable: string;
  readonly vat: string;
}

interface Layout {
  /** x of the right edges of the columns. */
  readonly taxable_right: number;
  readonly vat_right: number;
  /** Of all amounts, so that they can be compared. */
  readonly style: Style;
}

/** Draws a row for each VAT rate and category. @param right - x of the end of the table */
export function drawVatSummary(sheet: Sheet, { language, vat_breakdown }: Document, right: number): void {
  const labels = LABELS[language];
  const titles = { label: labels.vat_breakdown, taxable: labels.taxable_amount, vat: labels.vat_amount };
  const rows = vat_breakdown.map(({ category, rate, taxable_amount, vat_amount }) => ({
    label: vatLabel({ vat_category: category, vat_rate: rate }, language),
    taxable: shownNumber(taxable_amount, language),
    vat: shownNumber(vat_amount, language),
  }));
  const head: Style = { ...CAPTION, color: sheet.palette.text };
  const layout = layoutOf(sheet, titles, rows, right - INSET);
  const { taxable_right, vat_right, style } = layout;
  const aligned = { align: 'right' } as const;
  const drawHead = () => {
    sheet.box(LEFT, sheet.y, right - LEFT, HEAD, sheet.palette.tint, 0);
    const y = sheet.y + (HEAD - leading(head)) / 2;
    sheet.part('TR', () => {
      sheet.part('TH', () => sheet.line(titles.label, LEFT + INSET, y, head), COLUMN_HEAD);
      sheet.part('TH', () => sheet.line(titles.taxable, taxable_right, y, head, aligned), COLUMN_HEAD);
      sheet.part('TH', () => sheet.line(titles.vat, vat_right, y, head, aligned), COLUMN_HEAD);
    });
    sheet.y += HEAD;
    sheet.rule(sheet.y, LEFT, right, sheet.palette.text, 0.75);
  };
  drawHead();
  for (const { label, taxable, vat } of rows) {
    if (!sheet.hasRoom(ROW)) {
      sheet.nextPage();
      sheet.decoration(drawHead);
    }
    const y = sheet.y + 3;
    const amount_y = y + (leading(TEXT) - leading(style)) / 2;
    sheet.part('TR', () => {
      sheet.part('TD', () => sheet.line(label, LEFT + INSET, y, TEXT));
      sheet.part('TD', () => sheet.line(taxable, taxable_right, amount_y, style, aligned));
      sheet.part('TD', () => sheet.line(vat, vat_right, amount_y, style, aligned));
    });
    sheet.y += ROW;
    sheet.rule(sheet.y, LEFT, right, RULE);
  }
}

/** Amounts have the usual size if the widest ones fit beside the labels, and below the titles of the other columns. */
function layoutOf(sheet: Sheet, titles: Row, rows: readonly Row[], vat_right: number): Layout {
  const widest = (column: keyof Row) =>
    rows.reduce((width, row) => Math.max(width, sheet.width(row[column], TEXT)), 0);
  const left = LEFT + INSET;
  const labels_end = left + widest('label') + GAP;
  const titles_end = left + sheet.width(titles.label, CAPTION) + GAP + sheet.width(titles.taxable, CAPTION);
  const [taxable_width, vat_width] = [widest('taxable'), widest('vat')];
  const scale = Math.min(
    1,
    (vat_right - GAP - labels_end) / (taxable_width + vat_width),
    (vat_right - GAP - titles_end) / vat_width,
  );
  const vat_left = vat_right - scale * Math.max(vat_width, sheet.width(titles.vat, CAPTION));
  const usual = LEFT + (vat_right + INSET - LEFT) * MIDDLE;
  const taxable_right = Math.max(Math.min(usual, vat_left - GAP), labels_end + scale * taxable_width);
  return { taxable_right, vat_right, style: { ...TEXT, size: scale * TEXT.size } };
}
