/** Computes SHA-256 of bytes that come in pieces. */
export interface Digest {
  update(bytes: Uint8Array): void;
  /** In hexadecimal; called once. */
  hex(): string;
}
export type Digests = () => Digest;
