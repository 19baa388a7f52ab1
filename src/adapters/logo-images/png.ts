import { inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Samples per pixel, by colour type (PNG specification, 11.2.2). */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const DEPTHS: ReadonlySet<number> = new Set([1, 2, 4, 8, 16]);
const LAST_FILTER = 4; // Paeth
/**
 * Limit of the decoded rows, in bytes. With 16 bits per sample it is reached with fewer than the maximum number of
 * pixels.
 */
const MAX_DECODED = 4 * 4096 * 4096 + 4096;

/** The seven passes of an interlaced image: first column, first row, column distance, row distance (8.2). */
const PASSES = [
  ...[[0, 0, 8, 8] as const, [4, 0, 8, 8] as const, [0, 4, 4, 8] as const, [2, 0, 4, 4] as const],
  ...[[0, 2, 2, 4] as const, [1, 0, 2, 2] as const, [0, 1, 1, 2] as const],
];
/** The renderer's decoder misreads empty passes, which smaller interlaced images have. */
const MIN_INTERLACED = 5;

interface Header {
  readonly width: number;
  readonly height: number;
  readonly bits_of_pixel: number;
  readonly is_interlaced: boolean;
}

/**
 * Validates what the renderer's decoder assumes: chunks that end within the file, and data that decode to rows of the
 * size that the header states.
 *
 * @param max_pixels - an image with more pixels is not decoded
 * @returns width × height; undefined when it is not a PNG that can be decoded
 */
export function pngSize(bytes: Buffer, max_pixels: number): number | undefined {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(SIGNATURE)) return undefined;
  const header = headerOf(bytes);
  if (!header) return undefined;
  const pixels = header.width * header.height;
  if (pixels > max_pixels) return pixels;
  const data = imageData(bytes);
  return data && isDecodable(data, header) ? pixels : undefined;
}

/** The first chunk, IHDR (11.2.2). */
function headerOf(bytes: Buffer): Header | undefined {
  if (bytes.readUInt32BE(8) !== 13 || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const [depth, colour_type, compression, filter, interlace] = bytes.subarray(24, 29);
  const samples = SAMPLES[colour_type!];
  const is_known = samples !== undefined && DEPTHS.has(depth!) && compression === 0 && filter === 0;
  if (!is_known || width === 0 || height === 0 || interlace! > 1) return undefined;
  const is_interlaced = interlace === 1;
  if (is_interlaced && Math.min(width, height) < MIN_INTERLACED) return undefined;
  return { width, height, bits_of_pixel: samples * depth!, is_interlaced };
}

/** The compressed data of all IDAT chunks (11.2.4). */
function imageData(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = [];
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (at + 12 + length > bytes.length) return undefined;
    if (type === 'IEND') return Buffer.concat(parts);
    if (type === 'IDAT') parts.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return undefined;
}

function isDecodable(data: Buffer, header: Header): boolean {
  const passes = rowsOf(header);
  const size = passes.reduce((total, { rows, row_bytes }) => total + rows * row_bytes, 0);
  if (size > MAX_DECODED) return false;
  const decoded = inflated(data, size);
  if (!decoded) return false;
  let at = 0;
  for (const { rows, row_bytes } of passes) {
    for (let row = 0; row < rows && at < decoded.length; row++, at += row_bytes) {
      if (decoded[at]! > LAST_FILTER) return false;
    }
  }
  return true;
}

/** Number of rows of each pass, and bytes per row including the filter byte (7.2). */
function rowsOf({ width, height, bits_of_pixel, is_interlaced }: Header) {
  return (is_interlaced ? PASSES : [[0, 0, 1, 1] as const]).map(([x, y, dx, dy]) => ({
    rows: Math.ceil((height - y) / dy),
    row_bytes: 1 + Math.ceil((Math.ceil((width - x) / dx) * bits_of_pixel) / 8),
  }));
}

function inflated(data: Buffer, max_bytes: number): Buffer | undefined {
  try {
    return inflateSync(data, { maxOutputLength: max_bytes });
  } catch {
    return undefined; // corrupt, or longer than the header states
  }
}
