import SVGtoPDF from 'svg-to-pdfkit';
import type { Logo } from '../../../domain/master-data/branding';
import { pictured } from '../pdf/structure';
import type { Sheet } from '../sheet';
import { PAGE } from '../theme';

/** The library cannot draw the picture, although it was checked when it was taken in. */
export class UndrawableLogo extends Error {}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The names under which the faces are registered. */
const REGULAR = 'Regular';
const BOLD = 'Bold';

/**
 * Draws the logo as large as it fits, from its top left corner.
 *
 * @param alternative what it says to whom does not see it
 * @returns its height
 * @throws UndrawableLogo, having left the page in an unknown state
 */
export function drawLogo(
  sheet: Sheet,
  logo: Logo,
  alternative: string,
  x: number,
  y: number,
  room: Size,
): number {
  try {
    return logo.content_type === 'image/svg+xml'
      ? // Its texts are set in our font, which must have every character of them.
        drawSvg(
          sheet,
          alternative,
          sheet.faces.regular.ownPrintable(Buffer.from(logo.bytes).toString('utf8')),
          x,
          y,
          room,
        )
      : drawPixels(sheet, alternative, Buffer.from(logo.bytes), x, y, room);
  } catch (error) {
    throw new UndrawableLogo('The logo cannot be drawn', { cause: error });
  }
}

function drawPixels(
  sheet: Sheet,
  alternative: string,
  bytes: Buffer,
  x: number,
  y: number,
  room: Size,
): number {
  const { doc } = sheet;
  const image = (doc as unknown as { openImage(bytes: Buffer): Size }).openImage(bytes);
  const scale = Math.min(1, fit(image, room)); // pixels do not get better by being made larger
  const height = image.height * scale;
  const width = image.width * scale;
  asFigure(sheet, alternative, x, y, { width, height }, () =>
    doc.image(image as unknown as Buffer, x, y, { width, height }),
  );
  return height;
}

function drawSvg(sheet: Sheet, alternative: string, svg: string, x: number, y: number, room: Size): number {
  const { doc } = sheet;
  const size = naturalSize(svg);
  const scale = fit(size, room);
  const shown = { width: size.width * scale, height: size.height * scale };
  asFigure(sheet, alternative, x, y, shown, () => {
    doc.save();
    doc.rect(x, y, size.width * scale, size.height * scale).clip();
    doc.translate(x, y).scale(scale);
    SVGtoPDF(doc, svg, 0, 0, {
      ...size,
      assumePt: true,
      // Fonts of the picture's own choice would not be embedded.
      fontCallback: (_family, bold) => (bold ? BOLD : REGULAR),
      // Nothing but what the picture brings along: no file, no address.
      imageCallback: (link) => (link.startsWith('data:') ? link : ''),
      documentCallback: () => undefined,
      warningCallback: () => undefined,
    });
    doc.restore();
  });
  return shown.height;
}

/** @param size as it is drawn */
function asFigure(
  { doc }: Sheet,
  alternative: string,
  x: number,
  y: number,
  { width, height }: Size,
  draw: () => void,
): void {
  const bottom = PAGE.height - y - height;
  const figure = doc.element('Figure', pictured(alternative, [x, bottom, x + width, bottom + height]));
  doc.inside(figure, () => doc.picture(draw));
}

function fit({ width, height }: Size, room: Size): number {
  if (!(width > 0 && height > 0)) throw new RangeError('The picture has no size');
  return Math.min(room.width / width, room.height / height);
}

/** As its root says: width and height, else the view box, else CSS 2.1's size of what has none. */
function naturalSize(svg: string): Size {
  const root = /<svg\b[^>]*>/.exec(svg)?.[0] ?? '';
  const attribute = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(root)?.[1];
  const length = (name: string) => /^\s*(\d+(?:\.\d+)?|\.\d+)(px|pt)?\s*$/.exec(attribute(name) ?? '')?.[1];
  const [, , box_width, box_height] = (attribute('viewBox') ?? '').trim().split(/[\s,]+/);
  const ratio = Number(box_width) / Number(box_height);

  const width = length('width');
  const height = length('height');
  if (width !== undefined && height !== undefined) return { width: Number(width), height: Number(height) };
  if (width !== undefined && ratio > 0) return { width: Number(width), height: Number(width) / ratio };
  if (height !== undefined && ratio > 0) return { width: Number(height) * ratio, height: Number(height) };
  return ratio > 0 ? { width: Number(box_width), height: Number(box_height) } : { width: 300, height: 150 };
}
