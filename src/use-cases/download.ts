/** Bytes that come in pieces and are read on demand. */
export interface StreamedBytes {
  /** Undefined when the size is not known before the last byte. */
  readonly size: number | undefined;
  readonly open: () => Promise<AsyncIterable<Uint8Array>>;
}

/** A file for a download. */
export interface Download<Bytes extends Uint8Array | StreamedBytes = Uint8Array | StreamedBytes> {
  readonly content_type: string;
  readonly filename: string;
  readonly bytes: Bytes;
  /** Version of the resource that the file belongs to, sent as the ETag. Undefined when the content has no version. */
  readonly version?: number;
}
