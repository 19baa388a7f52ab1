import { leading, PAGE, TOP, type Palette, type Style } from './theme';
import { textLines } from './text-lines';
import { Typeface } from './typeface';

/** One family for Latin, Greek and Cyrillic, under the SIL Open Font License. */
export interface Faces {
  readonly regular: Typeface;
  readonly bold: Typeface;
}

export const REGULAR = 'Regular';
export const BOLD = 'Bold';

let faces: Faces | undefined;

/** Read when they are first asked for, and kept. */
export function loadedFaces(): Faces {
  faces ??= {
    regular: new Typeface(require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')),
    bold: new Typeface(require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf')),
  };
  return faces;
}

export interface TextPlace {
  readonly align?: 'left' | 'right' | 'center';
}

/**
 * The pages, and where on them the next thing goes. Measures are points, from the top left; a text stands at the top
 * of its line.
 */
export class Sheet {
  /** Where the next block begins. */
  y = TOP;
  /** Begun so far. */
  pages = 1;

  constructor(
    readonly doc: PDFKit.PDFDocument,
    readonly faces: Faces,
    readonly palette: Palette,
    /** Nothing but the footer stands below. */
    readonly bottom: number,
    private readonly startPage: (sheet: Sheet) => void,
  ) {}

  hasRoom(height: number): boolean {
    return this.y + height <= this.bottom;
  }

  /** A block that shall not be torn begins on a new page when the rest of this one is too small. */
  keepTogether(height: number): void {
    if (!this.hasRoom(height) && this.y > TOP) this.nextPage();
  }

  nextPage(): void {
    this.doc.addPage();
    this.pages += 1;
    this.y = TOP;
    this.startPage(this);
  }

  face({ bold = false }: Style): Typeface {
    return bold ? this.faces.bold : this.faces.regular;
  }

  /** @returns the text as the font can show it; whatever is drawn must have gone through here */
  printable(text: string): string {
    return this.faces.regular.printable(text);
  }

  width(text: string, style: Style): number {
    return this.face(style).width(text, style.size);
  }

  lines(text: string, width: number, style: Style): string[] {
    return textLines(this.printable(text), width, this.face(style), style.size);
  }

  /** One line, at the top of which `y` lies. @param x of its left or right end, or its middle */
  line(text: string, x: number, y: number, style: Style, { align = 'left' }: TextPlace = {}): void {
    if (text === '') return;
    const width = align === 'left' ? 0 : this.width(text, style);
    const left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2;
    const baseline = y + (leading(style) + this.face(style).capHeight(style.size)) / 2;
    this.doc
      .font(style.bold ? BOLD : REGULAR)
      .fontSize(style.size)
      .fillColor(style.color)
      .text(text, left, baseline, { lineBreak: false, baseline: 'alphabetic' });
  }

  /** One line that shrinks until it is no wider than this; for what may not be broken. */
  fittedLine(text: string, x: number, y: number, width: number, style: Style, place: TextPlace = {}): void {
    const printable = this.printable(text);
    const natural = this.width(printable, style);
    const size = natural <= width ? style.size : (style.size * width) / natural;
    this.line(
      printable,
      x,
      y + (leading(style) - leading({ ...style, size })) / 2,
      { ...style, size },
      place,
    );
  }

  /** Lines one below the other. @returns where they end */
  stack(lines: readonly string[], x: number, y: number, style: Style, place: TextPlace = {}): number {
    for (const [index, text] of lines.entries()) this.line(text, x, y + index * leading(style), style, place);
    return y + lines.length * leading(style);
  }

  /** A wrapped text. @returns where it ends */
  text(text: string, x: number, y: number, width: number, style: Style, place: TextPlace = {}): number {
    return this.stack(this.lines(text, width, style), x, y, style, place);
  }

  rule(y: number, left: number, right: number, color: string, thickness = 0.5): void {
    this.doc.moveTo(left, y).lineTo(right, y).lineWidth(thickness).stroke(color);
  }

  box(x: number, y: number, width: number, height: number, color: string, radius = 3): void {
    this.doc.roundedRect(x, y, width, height, radius).fill(color);
  }

  /** A band across the head of the page. */
  band(height: number): void {
    this.doc.rect(0, 0, PAGE.width, height).fill(this.palette.accent);
  }
}
