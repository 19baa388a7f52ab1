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

/**
 * Reads the segments of a JPEG up to the frame header (ITU-T T.81, B.1.1 and B.2.2).
 *
 * @returns width × height; undefined when it is not a JPEG
 */
export function jpegPixels(bytes: Buffer): number | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!;
    if (isFrame(marker)) return bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7) || undefined;
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2); // 0xff 0xff is a fill byte
  }
  return undefined;
}

/** SOF0 to SOF15 without DHT, JPG and DAC, which are in the same range. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

const DATA_URL = /^data:image\/(png|jpeg|jpg);base64,([A-Za-z0-9+/=\s]*)$/;

/** @returns width × height of the PNG or JPEG in a data URL; undefined for any other content */
export function dataUrlPixels(url: string): number | undefined {
  const [, type, base64] = DATA_URL.exec(url) ?? [];
  if (base64 === undefined) return undefined;
  return (type === 'png' ? pngPixels : jpegPixels)(Buffer.from(base64, 'base64'));
}
