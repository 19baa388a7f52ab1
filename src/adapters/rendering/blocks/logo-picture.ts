import SVGtoPDF from 'svg-to-pdfkit';
import type { Logo } from '../../../domain/master-data/branding';
import { jpegSize } from '../../../domain/values/jpeg';
import { pictured } from '../pdf/structure';
import type { Sheet } from '../sheet';
import { PAGE } from '../theme';
import { svgColours } from './svg-colours';
import { svgViewport } from './svg-viewport';

/** The PDF library cannot draw the image, although it passed validation on upload. */
export class UndrawableLogo extends Error {}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Names under which the fonts are registered. */
const REGULAR = 'Regular';
const BOLD = 'Bold';
const EMBEDDED_JPEG = /href="data:image\/jpe?g;base64,([^"]*)"/g;

/**
 * Draws the logo from its top left corner, as large as it fits.
 *
 * @param alternative - text for readers who do not see the image
 * @returns its height
 * @throws UndrawableLogo; the page is then in an undefined state
 */
export function drawLogo(
  sheet: Sheet,
  logo: Logo,
  alternative: string,
  x: number,
  y: number,
  available: Size,
): number {
  try {
    if (logo.content_type === 'image/jpeg') assertJpeg(logo.bytes);
    return logo.content_type === 'image/svg+xml'
      ? // Texts in the image are set in the document's font, so every character must be printable in it.
        drawSvg(
          sheet,
          alternative,
          sheet.faces.regular.ownPrintable(Buffer.from(logo.bytes).toString('utf8')),
          x,
          y,
          available,
        )
      : drawPixels(sheet, alternative, Buffer.from(logo.bytes), x, y, available);
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
  available: Size,
): number {
  const { doc } = sheet;
  const image = doc.openImage(bytes);
  const scale = Math.min(1, fit(image, available)); // a raster image is not enlarged
  const height = image.height * scale;
  const width = image.width * scale;
  asFigure(sheet, alternative, x, y, { width, height }, () => doc.image(image, x, y, { width, height }));
  return height;
}

function drawSvg(
  sheet: Sheet,
  alternative: string,
  svg: string,
  x: number,
  y: number,
  available: Size,
): number {
  const { doc } = sheet;
  for (const [, jpeg] of svg.matchAll(EMBEDDED_JPEG)) assertJpeg(Buffer.from(jpeg!, 'base64'));
  const viewport = svgViewport(svg);
  const scale = fit(viewport, available);
  const shown = { width: viewport.width * scale, height: viewport.height * scale };
  asFigure(sheet, alternative, x, y, shown, () => {
    doc.save();
    doc.rect(x, y, shown.width, shown.height).clip();
    doc.translate(x, y).scale(scale);
    SVGtoPDF(doc, svg, 0, 0, {
      ...viewport,
      assumePt: true,
      // Other fonts would not be embedded.
      fontCallback: (_family, bold) => (bold ? BOLD : REGULAR),
      // Only embedded images: no files, no URLs. Without a documentCallback, references load no other document.
      imageCallback: (link) => (link.startsWith('data:') ? link : ''),
      colorCallback: svgColours(),
      warningCallback: () => undefined,
    });
    doc.restore();
  });
  return shown.height;
}

/** A logo that an earlier version stored may contain any JPEG. @throws RangeError when PDF/A does not allow it */
function assertJpeg(bytes: Uint8Array): void {
  if (!jpegSize(bytes)) throw new RangeError('The JPEG cannot be part of the document');
}

/** @param size - the size in which it is drawn */
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

function fit({ width, height }: Size, available: Size): number {
  if (!(width > 0 && height > 0)) throw new RangeError('The picture has no size');
  return Math.min(available.width / width, available.height / height);
}
