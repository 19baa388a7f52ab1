import type { SizedBytes } from '../../domain/values/bytes';
import type { Document } from '../../domain/documents/document';
import type { ResponseMessage } from '../../domain/e-invoicing/responses/response-message';

/** A file that is embedded in the e-invoice (EN 16931 BG-24). */
export interface EmbeddedFile extends SizedBytes {
  readonly filename: string;
  /** A type that `canBeEmbedded` accepts. */
  readonly content_type: string;
}

/** Writes the company's own documents as Peppol BIS Billing 3.0 or BIS Self-Billing 3.0. */
export interface UblWriter {
  /**
   * @param document - a document that `canBeUbl` accepts; it may violate network rules
   * @returns the bytes of an XML document in UTF-8
   */
  write(document: Document): Uint8Array;
  /**
   * Embeds files in a written document, before the files that it already embeds. They are read when the result is, in
   * pieces, so that large files neither are in memory as a whole nor block the event loop.
   *
   * @returns an XML document in UTF-8
   */
  embed(xml: Uint8Array, files: readonly EmbeddedFile[]): SizedBytes;
}

/** Writes responses to received documents as Peppol BIS Invoice Response 3. */
export interface ResponseWriter {
  /** @returns the bytes of an XML document in UTF-8 */
  write(message: ResponseMessage): Uint8Array;
}
