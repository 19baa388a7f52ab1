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

interface JpegMembers {
  readonly width?: number;
  readonly height?: number;
  readonly components?: number;
  readonly bits?: number;
  /** The marker of the frame: baseline by default. */
  readonly frame?: number;
  readonly has_scan?: boolean;
  /** As Exif states it, 1 to 8; without it, there is no Exif segment. */
  readonly orientation?: number;
}

/** A grey baseline JPEG of 2 × 3 pixels, where nothing else is said. */
export function jpegOf(members: JpegMembers = {}): Buffer {
  const { width = 2, height = 3, components = 1, bits = 8, frame = 0xc0, has_scan = true } = members;
  const { orientation } = members;
  const segment = (marker: number, content: readonly number[]) => {
    const length = content.length + 2;
    return [0xff, marker, length >> 8, length & 0xff, ...content];
  };
  const each = (of: (id: number) => readonly number[]) =>
    Array.from({ length: components }, (_, index) => of(index + 1)).flat();
  const of_size = [height >> 8, height & 0xff, width >> 8, width & 0xff];
  const blocks = components * Math.ceil(width / 8) * Math.ceil(height / 8);
  const one_code = [1, ...Array<number>(15).fill(0), 0];
  return Buffer.from([
    ...[0xff, 0xd8],
    ...segment(0xe0, [...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    ...(orientation === undefined
      ? []
      : segment(0xe1, [
          ...Buffer.from('Exif\0\0MM\0*\0\0\0\x08'),
          ...[0, 1], // one entry: orientation, a short
          ...[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0],
          ...[0, 0, 0, 0],
        ])),
    ...segment(0xdb, [0, ...Array<number>(64).fill(1)]),
    ...segment(frame, [bits, ...of_size, components, ...each((id) => [id, 0x11, 0])]),
    ...segment(0xc4, [0, ...one_code]),
    ...segment(0xc4, [0x10, ...one_code]),
    // The only code, a zero bit: no difference to the block before, and the end of the block.
    ...(has_scan ? segment(0xda, [components, ...each((id) => [id, 0]), 0, 63, 0]) : []),
    ...(has_scan ? Array<number>(Math.ceil(blocks / 4)).fill(0) : []),
    ...[0xff, 0xd9],
  ]);
}

export const JPEG = jpegOf();

/** As the sanitizer writes it, so that it leaves it alone. */
export const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 8 8">' +
    '<defs><linearGradient id="sky"><stop offset="0" style="stop-color:#fff;"/></linearGradient></defs>' +
    '<rect width="8" height="8" fill="url(#sky)"/></svg>',
);
