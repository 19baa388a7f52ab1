import { Lettering, short } from './pdf/lettering';
import type { Element, Tag } from './pdf/structure';
import type { TaggedFile } from './pdf/tagged-file';
import { firstLines, textLines } from './text-lines';
import { leading, PAGE, TOP, type Palette, type Style } from './theme';
import type { Faces } from './fonts/faces';
import type { Line } from './fonts/text-directions';
import type { Typeface } from './fonts/typeface';

export interface TextPlace {
  readonly align?: 'left' | 'right' | 'center';
}

/**
 * The pages of a document, and the position of the next block. Coordinates are points from the top left; the y of a
 * text is the top of its line. Texts belong to the current structure element; rules and boxes are decoration.
 */
export class Sheet {
  /** y of the next block. */
  y = TOP;
  /** Number of pages so far. */
  pages = 1;
  private readonly lettering: Lettering;
  private readonly script_characters = new Set<number>();

  constructor(
    readonly doc: TaggedFile,
    readonly faces: Faces,
    readonly palette: Palette,
    /** y of the end of the content area, above the footer. */
    readonly bottom: number,
    private readonly startPage: (sheet: Sheet) => void,
  ) {
    this.lettering = new Lettering(doc, faces);
  }

  hasRoom(height: number): boolean {
    return this.y + height <= this.bottom;
  }

  /** Starts a new page when a block of this height does not fit on the current one. */
  keepTogether(height: number): void {
    if (!this.hasRoom(height) && this.y > TOP) this.nextPage();
  }

  nextPage(): void {
    this.doc.addPage();
    this.pages += 1;
    this.y = TOP;
    this.decoration(() => this.startPage(this));
  }

  /** Draws a new child of the current structure element. */
  part<T>(tag: Tag, draw: () => T, attributes?: string): T {
    return this.doc.inside(this.element(tag, attributes), draw);
  }

  /** A structure element that is drawn later, with `inside`. */
  element(tag: Tag, attributes?: string): Element | null {
    return this.doc.element(tag, attributes);
  }

  inside<T>(element: Element | null, draw: () => T): T {
    return this.doc.inside(element, draw);
  }

  /** Draws an artifact: content that only decorates or repeats. */
  decoration<T>(draw: () => T): T {
    return this.doc.inside(null, draw);
  }

  face({ bold = false }: Style): Typeface {
    return bold ? this.faces.bold : this.faces.regular;
  }

  /** @returns the text as the fonts can show it. Every drawn text must have been converted. */
  printable(text: string): string {
    return this.faces.regular.printable(text, this.script_characters);
  }

  width(line: Line, style: Style): number {
    return this.face(style).width(line, style.size);
  }

  lines(text: string, width: number, style: Style): Line[] {
    return textLines(this.printable(text), width, this.face(style), style.size);
  }

  /** Like `lines`, at most so many. */
  firstLines(count: number, text: string, width: number, style: Style): readonly Line[] {
    return firstLines(count, this.printable(text), width, this.face(style), style.size);
  }

  /** Draws one line with its top at `y`. @param x - of its left end, right end or middle, by `align` */
  line(line: Line, x: number, y: number, style: Style, { align = 'left' }: TextPlace = {}): void {
    if (line === '') return;
    const width = align === 'left' ? 0 : this.width(line, style);
    const left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2;
    const baseline = y + (leading(style) + this.face(style).capHeight(style.size)) / 2;
    const { bold = false, size, color } = style;
    this.doc.show(filled(color) + this.lettering.operators(line, bold, size, left, baseline));
  }

  /**
   * Draws one line that is scaled down to a maximum width. For texts that must not wrap; line feeds in them become
   * spaces.
   */
  fittedLine(text: string, x: number, y: number, width: number, style: Style, place: TextPlace = {}): void {
    const printable = this.printable(text).replaceAll('\n', ' ');
    const natural = this.width(printable, style);
    if (natural <= width) {
      this.line(printable, x, y, style, place);
      return;
    }
    const small = { ...style, size: (style.size * width) / natural };
    this.line(printable, x, y + (leading(style) - leading(small)) / 2, small, place);
  }

  /** Draws lines below each other. @returns y of their end */
  stack(lines: readonly Line[], x: number, y: number, style: Style, place: TextPlace = {}): number {
    for (const [index, line] of lines.entries()) this.line(line, x, y + index * leading(style), style, place);
    return y + lines.length * leading(style);
  }

  /** Draws wrapped text. @returns y of its end */
  text(text: string, x: number, y: number, width: number, style: Style, place: TextPlace = {}): number {
    return this.stack(this.lines(text, width, style), x, y, style, place);
  }

  rule(y: number, left: number, right: number, color: string, thickness = 0.5): void {
    const ends = `${short(left)} ${short(y)} m ${short(right)} ${short(y)} l`;
    this.doc.decorate(`${stroked(color)}${thickness} w ${ends} S\n`);
  }

  box(x: number, y: number, width: number, height: number, color: string, radius = 3): void {
    this.doc.decorate(`${filled(color)}${rectangle(x, y, width, height, radius)}f\n`);
  }

  frame(x: number, y: number, width: number, height: number, color: string): void {
    this.doc.decorate(`${stroked(color)}0.75 w ${rectangle(x, y, width, height, 3)}s\n`);
  }

  /** Draws a word across the whole page, from lower left to upper right, with low opacity. */
  watermark(text: string, color: string): void {
    const printable = this.printable(text);
    const diagonal = Math.hypot(PAGE.width, PAGE.height);
    const unit = this.width(printable, { size: 1, color, bold: true });
    const size = Math.min(130, (diagonal * 0.55) / unit);
    const angle = Math.atan2(PAGE.height, PAGE.width);
    const [along, across] = [(unit * size) / 2, this.faces.bold.capHeight(size) / 2];
    const x = PAGE.width / 2 - along * Math.cos(angle) + across * Math.sin(angle);
    const y = PAGE.height / 2 + along * Math.sin(angle) + across * Math.cos(angle);
    const letters = this.lettering.operators(printable, true, size, x, y, angle);
    this.doc.decorate(`q ${this.doc.transparency(0.12)} gs ${filled(color)}${letters}Q\n`);
  }

  /** Draws a band across the top of the page. */
  band(height: number): void {
    this.box(0, 0, PAGE.width, height, this.palette.accent, 0);
  }
}

const colors = new Map<string, string>();

/** @param color - `#rrggbb` @returns its red, green and blue, each 0 to 1 */
function shares(color: string): string {
  let text = colors.get(color);
  if (text === undefined) {
    const value = Number.parseInt(color.slice(1), 16);
    const channels = [value >> 16, (value >> 8) & 0xff, value & 0xff];
    text = channels.map((channel) => String(Math.round((channel / 255) * 1000) / 1000)).join(' ');
    if (colors.size > 1000) colors.clear();
    colors.set(color, text);
  }
  return text;
}

function filled(color: string): string {
  return `${shares(color)} rg `;
}

function stroked(color: string): string {
  return `${shares(color)} RG `;
}

/**
 * Distance from a corner to the control points of its curve, as a share of the radius: the cubic Bézier approximation
 * of a quarter circle.
 */
const BOW = 1 - 0.5523;

function rectangle(x: number, y: number, width: number, height: number, radius: number): string {
  if (radius === 0) return `${[x, y, width, height].map(short).join(' ')} re `;
  const [right, bottom] = [x + width, y + height];
  const bow = radius * BOW;
  const at = (...values: number[]) => values.map(short).join(' ');
  return [
    `${at(x + radius, y)} m ${at(right - radius, y)} l`,
    `${at(right - bow, y, right, y + bow, right, y + radius)} c ${at(right, bottom - radius)} l`,
    `${at(right, bottom - bow, right - bow, bottom, right - radius, bottom)} c ${at(x + radius, bottom)} l`,
    `${at(x + bow, bottom, x, bottom - bow, x, bottom - radius)} c ${at(x, y + radius)} l`,
    `${at(x, y + bow, x + bow, y, x + radius, y)} c h `,
  ].join(' ');
}
