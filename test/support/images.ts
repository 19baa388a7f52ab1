/** One transparent pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The head of a PNG of this size; its pixels are left out. */
export function pngOf(width: number, height: number): Buffer {
  const bytes = Buffer.from(PNG);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

/** Start of image, JFIF header, and the header of a baseline frame of 2 × 3 pixels; no scan. */
export const JPEG = Buffer.from(
  'ffd8' + 'ffe000104a46494600010100000100010000' + 'ffc0000b080003000201011100' + 'ffd9',
  'hex',
);

/** As the sanitizer writes it, so that it leaves it alone. */
export const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 8 8">' +
    '<defs><linearGradient id="sky"><stop offset="0" style="stop-color:#fff;"/></linearGradient></defs>' +
    '<rect width="8" height="8" fill="url(#sky)"/></svg>',
);
