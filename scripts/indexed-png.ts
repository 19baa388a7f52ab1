import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const MAX_COLORS = 256;

/**
 * A picture as a PNG with a palette: a third of the size of true colours. Colours beyond the 256 most frequent ones
 * become the nearest of these.
 *
 * @param ppm - binary, with 8 bits per channel (`P6`)
 */
export function indexedPng(ppm: Buffer): Buffer {
  const [head, width, height] = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(ppm.toString('latin1', 0, 64)) ?? [];
  if (head === undefined) throw new Error('This is no PPM picture with 8 bits per channel.');
  const [columns, rows] = [Number(width), Number(height)];
  const pixels = ppm.subarray(head.length);
  const colorAt = (pixel: number) => pixels.readUIntBE(pixel * 3, 3);

  const counts = new Map<number, number>();
  for (let pixel = 0; pixel < columns * rows; pixel++) {
    counts.set(colorAt(pixel), (counts.get(colorAt(pixel)) ?? 0) + 1);
  }
  const palette = [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_COLORS)
    .map(([color]) => color);
  const indexes = new Map(palette.map((color, index) => [color, index]));
  const indexOf = (color: number) => {
    const known = indexes.get(color);
    if (known !== undefined) return known;
    const index = nearest(palette, color);
    indexes.set(color, index);
    return index;
  };

  const lines = Buffer.alloc((columns + 1) * rows); // each line begins with its filter, 0
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      lines[row * (columns + 1) + column + 1] = indexOf(colorAt(row * columns + column));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(columns, 0);
  header.writeUInt32BE(rows, 4);
  header.set([8, 3, 0, 0, 0], 8); // 8 bits per pixel, palette
  const colors = Buffer.alloc(palette.length * 3);
  for (const [index, color] of palette.entries()) colors.writeUIntBE(color, index * 3, 3);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', colors),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function nearest(palette: readonly number[], color: number): number {
  const distance = (other: number) =>
    [16, 8, 0].reduce((sum, shift) => sum + (((color >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0);
  let best = 0;
  for (let index = 1; index < palette.length; index++) {
    if (distance(palette[index]!) < distance(palette[best]!)) best = index;
  }
  return best;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
