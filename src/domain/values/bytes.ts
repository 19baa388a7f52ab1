/** Bytes of a known size that are read in pieces, each time from the beginning. */
export interface SizedBytes {
  readonly size: number;
  readonly open: () => Promise<AsyncIterable<Uint8Array>>;
}

/** Bytes in memory, to be read like those that are not. One piece has all of them. */
export function sizedBytes(bytes: Uint8Array): SizedBytes {
  return {
    size: bytes.length,
    open: async () =>
      (async function* () {
        yield bytes;
      })(),
  };
}

/** Reads all bytes into memory. */
export async function wholeOf({ size, open }: SizedBytes): Promise<Uint8Array> {
  const whole = Buffer.allocUnsafeSlow(size);
  let end = 0;
  for await (const piece of await open()) {
    whole.set(piece, end);
    end += piece.length;
  }
  if (end !== size) throw new Error(`${end} of ${size} bytes were read.`);
  return whole;
}

/** A Buffer that shares memory with the bytes. */
export function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
