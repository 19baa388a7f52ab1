import encodeQR from 'qr';
import type { Document } from '../../../domain/documents/document';
import { isIban, shownIban } from '../../../domain/values/iban';
import { beneficiary, epcPayment, leadsToPayment } from './epc-payment';
import { shownDate, shownMoney } from '../texts/formats';
import { LABELS } from '../texts/labels';
import { drawFact } from './letterhead';
import { short } from '../pdf/lettering';
import { pictured } from '../pdf/structure';
import type { Sheet } from '../sheet';
import { CAPTION, INSET, leading, LEFT, MUTED, PAGE, RIGHT, STRONG, WIDTH } from '../theme';

const QR_SIZE = 84;
/** Of a fact: enough for 255 letters of any width, and few enough for the block to fit on a page. */
const MAX_LINES = 16;

/** Draws account, payment reference and QR code. Draws nothing when nothing is to be paid. */
export function drawPayment(sheet: Sheet, document: Document): void {
  const { payment, payee } = document;
  if ((payment === null && payee === null) || !leadsToPayment(document)) return;
  const code = epcPayment(document);
  const width = (WIDTH - 2 * INSET - (code === null ? 0 : QR_SIZE + 26) - 14) / 2;
  const facts = paymentFacts(document).map(([caption, value]) => ({
    caption,
    lines: sheet.firstLines(MAX_LINES, value, width, STRONG),
  }));
  const rows = [0, 2, 4].map((start) => facts.slice(start, start + 2)).filter((row) => row.length > 0);
  const heights = rows.map((row) => 18 + Math.max(...row.map(({ lines }) => lines.length)) * leading(STRONG));
  const facts_height = heights.reduce((sum, height) => sum + height, 0);
  const height = Math.max(facts_height, code === null ? 0 : QR_SIZE + 12) + 2 * INSET - 4;

  sheet.keepTogether(height);
  sheet.box(LEFT, sheet.y, WIDTH, height, sheet.palette.tint, 4);
  let y = sheet.y + INSET;
  const list = sheet.element('L');
  for (const [index, row] of rows.entries()) {
    for (const [column, { caption, lines }] of row.entries()) {
      const x = LEFT + INSET + column * (width + 14);
      const top = y;
      sheet.inside(list, () =>
        drawFact(sheet, {
          caption: () => sheet.fittedLine(caption, x, top, width, { ...CAPTION, color: MUTED }),
          value: () => sheet.stack(lines, x, top + 11, STRONG),
        }),
      );
    }
    y += heights[index]!;
  }
  if (code !== null) drawCode(sheet, code, LABELS[document.language].scan_to_pay);
  sheet.y += height + 18;
}

function paymentFacts(document: Document): [string, string][] {
  const { language, payment, totals, currency, due_date } = document;
  const labels = LABELS[language];
  const facts: [string, string | null][] = [
    payment && !isIban(payment.iban)
      ? [labels.account, payment.iban]
      : ['IBAN', payment && shownIban(payment.iban)],
    ['BIC', payment && payment.bic],
    [labels.payment_reference, document.payment_reference ?? document.number],
    [labels.beneficiary, beneficiary(document)],
    [labels.amount, shownMoney(totals.payable, currency, language)],
    [labels.due_date, due_date && shownDate(due_date, language)],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}

/** Width of the quiet zone around the code, in modules (ISO/IEC 18004, 6.3.8). */
const EDGE = 4;

function drawCode(sheet: Sheet, content: string, caption: string): void {
  const code = qrCode(content);
  const left = RIGHT - INSET - QR_SIZE;
  const top = sheet.y + INSET - 4;
  sheet.box(left, top, QR_SIZE, QR_SIZE, '#ffffff', 2);
  const bottom = PAGE.height - top - QR_SIZE;
  const box = [left, bottom, left + QR_SIZE, bottom + QR_SIZE] as const;
  sheet.part('Figure', () => sheet.doc.show(codeOperators(code, left, top)), pictured(caption, box));
  const style = { size: 7, color: MUTED };
  sheet.part('P', () =>
    sheet.line(caption, left + QR_SIZE / 2, top + QR_SIZE + 2, style, { align: 'center' }),
  );
}

/** Drawing operators: a rectangle for each run of dark modules. */
function codeOperators(code: readonly boolean[][], left: number, top: number): string {
  const module = QR_SIZE / (code.length + 2 * EDGE);
  let bars = '';
  for (const [row, modules] of code.entries()) {
    for (let start = 0; start < modules.length; start += 1) {
      let end = start;
      while (modules[end]) end += 1;
      if (end === start) continue;
      bars += `${start + EDGE} ${row + EDGE} ${end - start} 1 re `;
      start = end;
    }
  }
  return `q 0 0 0 rg ${module.toFixed(5)} 0 0 ${module.toFixed(5)} ${short(left)} ${short(top)} cm ${bars}f Q\n`;
}

/** @returns rows of modules, true for dark; error correction level M as EPC069-12 requires */
export function qrCode(content: string): boolean[][] {
  const with_border = encodeQR(content, 'raw', { ecc: 'medium', encoding: 'byte', border: 1 }); // the least border
  return with_border.slice(1, -1).map((row) => row.slice(1, -1));
}
