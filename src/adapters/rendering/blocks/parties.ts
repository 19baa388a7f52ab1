import type { Language } from '../../../domain/master-data/company';
import type { Document, Party } from '../../../domain/documents/document';
import { addressLines } from '../../../domain/master-data/address-lines';
import type { Sheet } from '../sheet';
import { LABELS } from '../texts/labels';
import { CAPTION, leading, LEFT, SMALL, STRONG, TEXT, WIDTH, type Style } from '../theme';
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
/** The columns that are left for the other parties beside the window. */
const BESIDE_WINDOW = { width: mm(108) - LEFT, gap: 12 };
/** The smallest share of the usual size of text at which an address is drawn into the window. */
const MIN_SCALE = 0.6;
/** A word, such as an e-mail address, that is wider than its column by at most this factor is drawn smaller. */
const SQUEEZED = 1.4;

/** Where a text begins, and how wide it may be. */
interface Box {
  readonly x: number;
  readonly top: number;
  readonly width: number;
}

interface Column {
  readonly caption: string;
  readonly name: string | null;
  readonly lines: readonly string[];
  readonly identity: readonly string[];
}

interface PartyColumn extends Column {
  readonly name: string;
}

/** Draws receiver, sender and delivery location below the head of the page. */
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
  const places: readonly Column[] = delivery
    ? [
        {
          caption: labels.delivery,
          name: delivery.name,
          lines: delivery.address ? addressLines(delivery.address, language) : [],
          identity: deliveryIdentity(delivery, language),
        },
      ]
    : [];
  const columns_top = Math.max(left_end, 112) + 26;
  // The receiver's address is seen through the window of the envelope. A received document is not posted: buyer first.
  const is_posted_by_buyer = document.status !== 'received' && issuedByBuyer(document);
  const [receiver, sender] = is_posted_by_buyer ? [seller, buyer] : [buyer, seller];
  if (branding?.address_position !== 'right') {
    sheet.y = Math.max(columns_top, right_end + 26);
    sheet.y = drawColumns(sheet, [receiver, sender, ...places]) + 20;
    return;
  }
  const window_end = drawReceiver(sheet, receiver, Math.max(WINDOW.top, right_end + GAP));
  sheet.y = columns_top;
  const beside_end = drawBesideWindow(sheet, receiver, sender, places);
  sheet.y = Math.max(beside_end + 20, window_end);
}

function partyColumn(caption: string, party: Party, language: Language): PartyColumn {
  return {
    caption,
    name: party.name,
    lines: party.address ? addressLines(party.address, language) : [],
    identity: identityLines(party, language),
  };
}

/** Draws three columns of equal width beside each other. @returns y of the end of the longest one */
function drawColumns(sheet: Sheet, columns: readonly Column[]): number {
  const width = (WIDTH - 2 * GAP) / 3;
  const ends = columns.map((one, index) =>
    drawParty(sheet, one, { x: LEFT + index * (width + GAP), top: sheet.y, width }),
  );
  return Math.max(...ends);
}

/** @param below - height of what follows in the column, which must stay on the page */
function drawParty(sheet: Sheet, party: Column, box: Box, below = 0): number {
  const { caption, name, lines, identity } = party;
  const below_lines = below + 3 + identity.length * leading(SMALL);
  const below_names = below_lines + lines.length * leading(TEXT);
  return sheet.part('Sect', () => {
    sheet.part('H2', () => drawCaption(sheet, caption, box));
    const names = name === null ? [] : [name];
    const below_name = drawParagraphs(sheet, names, moved(box, box.top + 13), NAME, below_names);
    const end = drawParagraphs(sheet, lines, moved(box, below_name), TEXT, below_lines);
    return identity.length === 0 ? end : drawIdentity(sheet, identity, moved(box, end + 3), below);
  });
}

/** Draws name and address into the window; a long one is drawn smaller. @returns y of what may stand below */
function drawReceiver(sheet: Sheet, { name, lines }: PartyColumn, top: number): number {
  const { left: x, width, clear_until } = WINDOW;
  return sheet.part('Sect', () => {
    const scale = fittingScale(sheet, name, lines);
    const below_names = lines.length * leading(scaled(TEXT, scale));
    const below_name = drawParagraphs(sheet, [name], { x, top, width }, scaled(NAME, scale), below_names);
    const end = drawParagraphs(sheet, lines, { x, top: below_name, width }, scaled(TEXT, scale));
    return Math.max(end + GAP, clear_until);
  });
}

/**
 * Draws the sender, and beside it the delivery location and what else identifies the receiver.
 * @returns y of the end
 */
function drawBesideWindow(
  sheet: Sheet,
  { caption, identity }: PartyColumn,
  sender: PartyColumn,
  places: readonly Column[],
): number {
  const width = (BESIDE_WINDOW.width - BESIDE_WINDOW.gap) / 2;
  const second = { x: LEFT + width + BESIDE_WINDOW.gap, top: sheet.y, width };
  const sender_end = drawParty(sheet, sender, { x: LEFT, top: sheet.y, width });
  const below = identity.length === 0 ? 0 : 12 + 13 + identity.length * leading(SMALL);
  const places_end = places.reduce(
    (y, place) => drawParty(sheet, place, moved(second, y), below) + 12,
    sheet.y,
  );
  if (identity.length === 0) return Math.max(sender_end, places_end);
  const identity_end = sheet.part('Sect', () => {
    sheet.part('H2', () => drawCaption(sheet, caption, moved(second, places_end)));
    return drawIdentity(sheet, identity, moved(second, places_end + 13));
  });
  return Math.max(sender_end, identity_end);
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

function moved(box: Box, top: number): Box {
  return { ...box, top };
}

function drawCaption(sheet: Sheet, caption: string, { x, top, width }: Box): void {
  sheet.fittedLine(caption, x, top, width, { ...CAPTION, color: sheet.palette.text });
}

/**
 * Draws texts below each other, each as a paragraph. A text that would run off the page is cut, so that at least a line
 * of each following one is shown.
 *
 * @param below - height of what follows the paragraphs on the page
 * @param isOneLine - whether a text is one line, which is scaled down to the width
 * @returns y of their end
 */
function drawParagraphs(
  sheet: Sheet,
  texts: readonly string[],
  { x, top, width }: Box,
  style: Style,
  below = 0,
  isOneLine = (_text: string) => false,
): number {
  return texts.reduce((y, text, index) => {
    if (isOneLine(text)) {
      sheet.part('P', () => sheet.fittedLine(text, x, y, width, style));
      return y + leading(style);
    }
    const following = below + (texts.length - 1 - index) * leading(style);
    const count = Math.max(1, Math.floor((sheet.bottom - following - y) / leading(style)));
    return sheet.part('P', () => sheet.stack(sheet.firstLines(count, text, width, style), x, y, style));
  }, top);
}

/** Draws numbers and addresses below each other; they are hard to read when they wrap. @returns y of their end */
function drawIdentity(sheet: Sheet, texts: readonly string[], box: Box, below = 0): number {
  const isOneLine = (text: string) =>
    !/\s/.test(text) && sheet.width(sheet.printable(text), SMALL) <= SQUEEZED * box.width;
  return drawParagraphs(sheet, texts, box, SMALL, below, isOneLine);
}
