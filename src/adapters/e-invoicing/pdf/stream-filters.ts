import { inflateSync } from 'node:zlib';
import {
  countOf,
  dictionaryOf,
  isName,
  listOf,
  PdfFault,
  type PdfDictionary,
  type PdfValue,
} from './pdf-values';

/** Limit of chained filters. More are only useful for decompression bombs. */
const MAX_FILTERS = 2;
/** Limit of a predictor's row, in bytes. */
const MAX_ROW = 1024 * 1024;

/**
 * Decodes the content of a stream (ISO 32000-1, 7.4).
 *
 * @param members - `Filter` and `DecodeParms`, resolved
 * @throws PdfFault for an unknown filter, corrupt content, or more than `max_bytes`
 */
export function unfiltered(packed: Buffer, members: PdfDictionary, max_bytes: number): Buffer {
  const filters = listOf(members.get('Filter'));
  const parameters = listOf(members.get('DecodeParms'));
  if (filters.length > MAX_FILTERS) throw new PdfFault('has a file in too many wrappings');
  let content = packed;
  for (const [index, filter] of filters.entries()) {
    content = unpacked(content, filter, max_bytes);
    content = unpredicted(content, dictionaryOf(parameters[index]));
  }
  if (content.length > max_bytes) throw tooLarge();
  return content;
}

function unpacked(content: Buffer, filter: PdfValue, max_bytes: number): Buffer {
  if (isName(filter, 'FlateDecode', 'Fl')) return inflated(content, max_bytes);
  if (isName(filter, 'ASCIIHexDecode', 'AHx')) return fromHex(content);
  if (isName(filter, 'ASCII85Decode', 'A85')) return fromAscii85(content);
  throw new PdfFault('has a file that is packed in an unknown way');
}

function inflated(packed: Buffer, max_bytes: number): Buffer {
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(max_bytes, 1) });
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new PdfFault('has a file that cannot be unpacked');
  }
}

function fromHex(content: Buffer): Buffer {
  const end = content.indexOf('>');
  const digits = content.subarray(0, end < 0 ? undefined : end).toString('latin1');
  const compact = digits.replace(/[\0\t\n\f\r ]/g, '');
  return Buffer.from(compact.length % 2 === 0 ? compact : `${compact}0`, 'hex');
}

/** ASCII base-85: five characters encode four bytes, `z` four zero bytes, and `~>` ends the data. */
function fromAscii85(content: Buffer): Buffer {
  const result = Buffer.alloc(content.length * 4);
  let length = 0;
  let group: number[] = [];
  const write = (digits: readonly number[], bytes: number) => {
    const value = digits.reduce((sum, digit) => sum * 85 + digit, 0);
    for (let byte = 0; byte < bytes; byte++) result[length++] = Math.floor(value / 256 ** (3 - byte)) & 0xff;
  };
  for (const code of content) {
    if (code === 0x7e) break; // ~
    if (code === 0x7a && group.length === 0) length += 4; // z
    if (code < 0x21 || code > 0x75) continue;
    group.push(code - 0x21);
    if (group.length < 5) continue;
    write(group, 4);
    group = [];
  }
  if (group.length > 1) write([...group, 84, 84, 84, 84].slice(0, 5), group.length - 1);
  return result.subarray(0, length);
}

/**
 * Reverses a PNG predictor, the only kind in use: each row is stored as its difference from the previous one (7.4.4.4).
 */
function unpredicted(content: Buffer, parameters: PdfDictionary | undefined): Buffer {
  const number = (member: string, otherwise: number) => countOf(parameters?.get(member)) ?? otherwise;
  const predictor = number('Predictor', 1);
  if (predictor === 1) return content;
  const bits = number('Colors', 1) * number('BitsPerComponent', 8);
  const width = Math.ceil((bits * number('Columns', 1)) / 8);
  if (predictor < 10 || width === 0 || width > MAX_ROW) {
    throw new PdfFault('has a file that is packed in an unknown way');
  }
  const step = Math.max(1, Math.ceil(bits / 8));
  const rows = Math.floor(content.length / (width + 1));
  const result = Buffer.alloc(rows * width);
  for (let row = 0; row < rows; row++) {
    const filter = content[row * (width + 1)]!;
    for (let column = 0; column < width; column++) {
      const at = row * width + column;
      const left = column < step ? 0 : result[at - step]!;
      const up = row === 0 ? 0 : result[at - width]!;
      const corner = row === 0 || column < step ? 0 : result[at - width - step]!;
      result[at] = content[row * (width + 1) + 1 + column]! + predicted(filter, left, up, corner);
    }
  }
  return result;
}

/** The filters of the PNG specification, 9.2. */
function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return Math.floor((left + up) / 2);
  const [by_left, by_up, by_corner] = [
    Math.abs(up - corner),
    Math.abs(left - corner),
    Math.abs(left + up - 2 * corner),
  ];
  if (by_left <= by_up && by_left <= by_corner) return left;
  return by_up <= by_corner ? up : corner;
}

function tooLarge(): PdfFault {
  return new PdfFault('has a file that is too large');
}
