import { deflateSync } from 'node:zlib';

/** One transparent pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface PngMembers {
  readonly depth?: number;
  readonly colour_type?: number;
  readonly interlace?: number;
  /** The rows, each with the byte of its filter. */
  readonly rows?: Buffer;
  /** In place of the compressed rows. */
  readonly data?: Buffer;
}

/** A PNG of this size, black and of one bit a pixel where nothing else is said; its check sums are left out. */
export function pngOf(width: number, height: number, members: PngMembers = {}): Buffer {
  const { depth = 1, colour_type = 0, interlace = 0 } = members;
  const { rows = Buffer.alloc(height * (1 + Math.ceil(width / 8))), data = deflateSync(rows) } = members;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour_type, 0, 0, interlace], 8);
  const chunk = (type: string, content: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    return Buffer.concat([length, Buffer.from(type), content, Buffer.alloc(4)]);
  };
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ...[chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))],
  ]);
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
