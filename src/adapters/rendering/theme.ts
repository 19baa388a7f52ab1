import { STANDARD_COLOR } from '../../domain/master-data/branding';

/** A4 in points. */
export const PAGE = { width: 595.28, height: 841.89 } as const;
export const LEFT = 48;
export const RIGHT = PAGE.width - 48;
export const WIDTH = RIGHT - LEFT;
/** Padding between the edge of a table or box and its content. */
export const INSET = 10;
/** y of the content on pages after the first. */
export const TOP = 70;

export const INK = '#1b2330';
export const MUTED = '#5f6b7c';
export const RULE = '#dfe3e9';
/** Colour of the draft label and watermark. */
export const DRAFT = '#b3261e';
const WHITE = '#ffffff';

export interface Style {
  readonly bold?: boolean;
  /** In points. */
  readonly size: number;
  readonly color: string;
}

export const TEXT: Style = { size: 9, color: INK };
export const STRONG: Style = { size: 9, color: INK, bold: true };
export const SMALL: Style = { size: 8, color: MUTED };
export const CAPTION: Style = { size: 7.5, color: MUTED, bold: true };

/** Distance between baselines. */
export function leading({ size }: Style): number {
  return size * 1.4;
}

/** Shades of the branding's colour. */
export interface Palette {
  /** The colour itself, for areas. */
  readonly accent: string;
  /** Text colour with sufficient contrast on `accent`. */
  readonly on_accent: string;
  /** The colour darkened to sufficient contrast on white, for text and thin lines. */
  readonly text: string;
  /** A very light shade, for backgrounds of text. */
  readonly tint: string;
}

/** Minimum contrast of WCAG 2.1, 1.4.3. */
const READABLE = 4.5;

/** @param primary_color - `#rrggbb` */
export function palette(primary_color: string | null): Palette {
  const accent = (primary_color ?? STANDARD_COLOR).toLowerCase();
  let text = accent;
  for (let share = 0.1; contrast(text, WHITE) < READABLE && share <= 1; share += 0.1) {
    text = mixed(accent, '#000000', share);
  }
  return {
    accent,
    text,
    on_accent: contrast(accent, WHITE) >= contrast(accent, INK) ? WHITE : INK,
    tint: mixed(accent, WHITE, 0.94),
  };
}

function channels(color: string): [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}

/** @param share - of `other`, 0 to 1 */
function mixed(color: string, other: string, share: number): string {
  const target = channels(other);
  const parts = channels(color).map((value, index) => Math.round(value + (target[index]! - value) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(color: string): number {
  const [red, green, blue] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of WCAG 2.1, 1 to 21. */
function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}
