import { jpegSize } from '../../domain/values/jpeg';
import { pngSize } from './png';

/**
 * Maximum width × height. The renderer decodes an image to four bytes per pixel, so that a small file could expand to
 * gigabytes.
 */
export const MAX_PIXELS = 4096 * 4096;

/** @returns width × height; undefined when it is not a PNG that can be decoded */
export function pngPixels(bytes: Buffer): number | undefined {
  return pngSize(bytes, MAX_PIXELS);
}

/** @returns width × height; undefined when it is not a JPEG that can be drawn */
export function jpegPixels(bytes: Buffer): number | undefined {
  const size = jpegSize(bytes);
  return size && size.width * size.height;
}

const DATA_URL = /^data:image\/(png|jpeg|jpg);base64,([A-Za-z0-9+/=\s]*)$/;

/** @returns width × height of the PNG or JPEG in a data URL; undefined for any other content */
export function dataUrlPixels(url: string): number | undefined {
  const [, type, base64] = DATA_URL.exec(url) ?? [];
  if (base64 === undefined) return undefined;
  return (type === 'png' ? pngPixels : jpegPixels)(Buffer.from(base64, 'base64'));
}
