import type { Document } from '../../domain/documents/document';
import type { ResponseMessage } from '../../domain/e-invoicing/responses/response-message';

/** A file that is embedded in the e-invoice (EN 16931 BG-24). */
export interface EmbeddedFile {
  readonly filename: string;
  /** A type that `canBeEmbedded` accepts. */
  readonly content_type: string;
  readonly bytes: Uint8Array;
}

/** Writes the company's own documents as Peppol BIS Billing 3.0 or BIS Self-Billing 3.0. */
export interface UblWriter {
  /**
   * @param document a document that `canBeUbl` accepts; it may violate network rules
   * @returns the bytes of an XML document in UTF-8
   */
  write(document: Document): Uint8Array;
  /**
   * Embeds files in a written document, before the files that it already embeds. Large files do not block the event
   * loop.
   *
   * @returns the bytes of an XML document in UTF-8
   */
  embed(xml: Uint8Array, files: readonly EmbeddedFile[]): Promise<Uint8Array>;
}

/** Writes responses to received documents as Peppol BIS Invoice Response 3. */
export interface ResponseWriter {
  /** @returns the bytes of an XML document in UTF-8 */
  write(message: ResponseMessage): Uint8Array;
}
