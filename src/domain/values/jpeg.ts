import { bufferOf } from './bytes';

const START_OF_IMAGE = 0xffd8;
const START_OF_SCAN = 0xda;
/** SOF0 to SOF15, with JPG and DAC, which belong to other processes, and without DHT, which is in the same range. */
const FRAMES: ReadonlySet<number> = new Set([
  ...[0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc8],
  ...[0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf],
]);
/** Baseline, extended sequential and progressive, with Huffman coding: the processes that PDF readers decode. */
const DECODED_FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
/** Grey, and red, green and blue. PDF/A allows four components only with a colour profile for print. */
const COMPONENTS: ReadonlySet<number> = new Set([1, 3]);
const BITS = 8;

/**
 * The size of a JPEG that can be part of a PDF/A file, in pixels, without a rotation. Its segments are read up to the
 * scan (ITU-T T.81, B.1.1 and B.2.2).
 *
 * @returns undefined when it is no such JPEG, or has no scan
 */
export function jpegSize(jpeg: Uint8Array): { readonly width: number; readonly height: number } | undefined {
  const bytes = bufferOf(jpeg);
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== START_OF_IMAGE) return undefined;
  let size: ReturnType<typeof frameSize>;
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1]!;
    const length = bytes.readUInt16BE(at + 2);
    if (hasNoLength(marker) || length < 2) return undefined;
    if (FRAMES.has(marker)) {
      if (size || !DECODED_FRAMES.has(marker)) return undefined;
      size = frameSize(bytes.subarray(at + 4, at + 2 + length));
      if (!size) return undefined;
    }
    at += 2 + length;
    if (marker === START_OF_SCAN) return at < bytes.length ? size : undefined;
  }
  return undefined;
}

/** TEM, RST, SOI and EOI, which are not expected before a scan, and fill bytes, which PDFKit misreads. */
function hasNoLength(marker: number): boolean {
  return marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd9) || marker === 0xff;
}

/** @param frame - the frame header, after its length */
function frameSize(frame: Buffer): { readonly width: number; readonly height: number } | undefined {
  const components = frame[5] ?? 0;
  if (frame[0] !== BITS || !COMPONENTS.has(components) || frame.length !== 6 + 3 * components)
    return undefined;
  const [height, width] = [frame.readUInt16BE(1), frame.readUInt16BE(3)];
  return width > 0 && height > 0 ? { width, height } : undefined;
}
