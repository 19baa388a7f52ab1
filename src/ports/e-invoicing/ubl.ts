import type { Document } from '../../domain/documents/document';

/** A file that travels inside the document (EN 16931 BG-24). */
export interface EmbeddedFile {
  readonly filename: string;
  /** One that `canBeEmbedded` accepts. */
  readonly content_type: string;
  readonly bytes: Uint8Array;
}

/** Writes own documents as Peppol BIS Billing 3.0 or BIS Self-Billing 3.0. */
export interface UblWriter {
  /**
   * @param document one that `canBeUbl` accepts, whether or not the network would take it
   * @returns the bytes of an XML document in UTF-8
   */
  write(document: Document): Uint8Array;
  /**
   * Puts files into what was written, before those that are in it. Large ones keep no other request waiting.
   *
   * @returns the bytes of an XML document in UTF-8
   */
  embed(xml: Uint8Array, files: readonly EmbeddedFile[]): Promise<Uint8Array>;
}
