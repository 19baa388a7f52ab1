/** A Buffer that shares memory with the bytes. */
export function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Bytes. A larger chunk would block the event loop for longer while it is hashed. */
const CHUNK_SIZE = 256 * 1024;

/** The bytes in chunks, for hashing and writing. */
export async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK_SIZE) yield bytes.subarray(at, at + CHUNK_SIZE);
}
