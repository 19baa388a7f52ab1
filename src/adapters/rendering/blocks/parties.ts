import type { Language } from '../../../domain/master-data/company';
import type { Document, Party } from '../../../domain/documents/document';
import type { Sheet } from '../sheet';
import { LABELS } from '../texts/labels';
import { CAPTION, leading, LEFT, SMALL, STRONG, TEXT, WIDTH, type Style } from '../theme';
import { addressLines } from './address-lines';
import { issuedByBuyer } from './issuer';
import { deliveryIdentity, identityLines } from './party-lines';

const GAP = 20;
const NAME: Style = { ...STRONG, size: 10 };

const mm = (millimetres: number) => (millimetres * 72) / 25.4;

/**
 * The window of an envelope on its right side, on an A4 page that is folded into C5/6 or DL. La Poste has the address
 * 110 mm from the left and 55 mm from the top, 85 mm wide and 33 mm high; what is inset here can be seen in the wider
 * windows of other countries too, wherever the page slides to in its envelope. No other text may be seen with it.
 */
const WINDOW = { left: mm(120), top: mm(55), width: mm(70), height: mm(33), clear_until: mm(94) };
/** The width that is left for the other parties beside the window. */
const BESIDE_WINDOW = mm(108) - LEFT;
/** The smallest share of the usual size of text at which an address is drawn into the window. */
const MIN_SCALE = 0.6;

interface PartyColumn {
  readonly caption: string;
  readonly name: string;
  readonly lines: readonly string[];
  readonly identity: readonly string[];
}

/** Draws buyer, seller and delivery location below the head of the page. */
export function drawParties(
  sheet: Sheet,
  document: Document,
  head: { readonly left_end: number; readonly right_end: number },
): void {
  const { left_end, right_end } = head;
  const { branding, delivery, language } = document;
  const labels = LABELS[language];
  const buyer = partyColumn(labels.buyer, document.buyer, language);
  const seller = partyColumn(labels.seller, document.seller, language);
  const places: readonly PartyColumn[] = delivery
    ? [
        {
          caption: labels.delivery,
          name: delivery.name,
          lines: addressLines(delivery.address, language),
          identity: deliveryIdentity(delivery),
        },
      ]
    : [];
  if (branding?.address_position !== 'right') {
    sheet.y = Math.max(left_end, right_end, 112) + 26;
    sheet.y = drawColumns(sheet, [buyer, seller, ...places], WIDTH, 3) + 20;
    return;
  }
  const [receiver, sender] = issuedByBuyer(document) ? [seller, buyer] : [buyer, seller];
  const window_end = drawInWindow(sheet, receiver, Math.max(WINDOW.top, right_end + GAP));
  sheet.y = Math.max(left_end, 112) + 26;
  sheet.y = Math.max(drawColumns(sheet, [sender, ...places], BESIDE_WINDOW, 2), window_end) + 20;
}

function partyColumn(caption: string, party: Party, language: Language): PartyColumn {
  return {
    caption,
    name: party.name,
    lines: party.address ? addressLines(party.address, language) : [],
    identity: identityLines(party, language),
  };
}

/** Draws columns of equal width beside each other. @returns y of the end of the longest one */
function drawColumns(sheet: Sheet, columns: readonly PartyColumn[], total: number, count: number): number {
  const width = (total - (count - 1) * GAP) / count;
  const ends = columns.map((one, index) =>
    sheet.part('Sect', () => drawParty(sheet, one, LEFT + index * (width + GAP), width)),
  );
  return Math.max(...ends);
}

function drawParty(sheet: Sheet, { caption, name, lines, identity }: PartyColumn, x: number, width: number) {
  sheet.part('H2', () => drawCaption(sheet, caption, x, sheet.y, width));
  let y = drawParagraphs(sheet, [name], x, sheet.y + 13, width, NAME);
  y = drawParagraphs(sheet, lines, x, y, width, TEXT);
  return identity.length === 0 ? y : drawParagraphs(sheet, identity, x, y + 3, width, SMALL);
}

/**
 * Draws name and address into the window, and what else identifies the party below it. A long address is drawn smaller.
 *
 * @returns y of the end
 */
function drawInWindow(sheet: Sheet, { caption, name, lines, identity }: PartyColumn, top: number): number {
  const { left, width, height, clear_until } = WINDOW;
  return sheet.part('Sect', () => {
    const heading = identity.length === 0 ? null : sheet.element('H2');
    const scale = fittingScale(sheet, name, lines);
    const below_name = drawParagraphs(sheet, [name], left, top, width, scaled(NAME, scale));
    const end = drawParagraphs(sheet, lines, left, below_name, width, scaled(TEXT, scale));
    if (identity.length === 0) return Math.max(end, top + height);
    const y = Math.max(end + GAP, clear_until);
    sheet.inside(heading, () => drawCaption(sheet, caption, left, y, width));
    return drawParagraphs(sheet, identity, left, y + 13, width, SMALL);
  });
}

function fittingScale(sheet: Sheet, name: string, lines: readonly string[]): number {
  const heightOf = (text: string, style: Style) =>
    sheet.lines(text, WINDOW.width, style).length * leading(style);
  for (let scale = 1; scale > MIN_SCALE; scale -= 0.1) {
    const heights = lines.map((line) => heightOf(line, scaled(TEXT, scale)));
    const total = heights.reduce((sum, one) => sum + one, heightOf(name, scaled(NAME, scale)));
    if (total <= WINDOW.height) return scale;
  }
  return MIN_SCALE;
}

function scaled(style: Style, scale: number): Style {
  return { ...style, size: style.size * scale };
}

function drawCaption(sheet: Sheet, caption: string, x: number, y: number, width: number): void {
  sheet.fittedLine(caption, x, y, width, { ...CAPTION, color: sheet.palette.text });
}

/** Draws texts below each other, each as a paragraph. @returns y of their end */
function drawParagraphs(
  sheet: Sheet,
  texts: readonly string[],
  x: number,
  top: number,
  width: number,
  style: Style,
): number {
  return texts.reduce((y, text) => sheet.part('P', () => sheet.text(text, x, y, width, style)), top);
}
