import type { Logo } from '../../domain/master-data/branding';
import type { Document } from '../../domain/documents/document';
import { DomainError } from '../../domain/errors';

/** The content of a PDF. */
export interface RenderingInput {
  readonly document: Document;
  /** Logo of the document's branding; null: the issuer's name is shown instead. */
  readonly logo: Logo | null;
}

/**
 * Renders documents as PDF. Equal input gives equal bytes. Rendering takes at most 9 s. While several companies have
 * requests, each gets its share of the renderers.
 */
export interface DocumentRendering {
  /**
   * @returns a PDF (PDF/A-3A, tagged for PDF/UA-1) on A4, in the document's language
   * @throws DrawingFailure; DomainError internal_error when too many documents wait
   */
  pdf(company_id: string, input: RenderingInput): Promise<Uint8Array>;

  /**
   * @returns the same pages with the embedded CII invoice: Factur-X 1.0 (ZUGFeRD 2), profile EN 16931
   * @throws DrawingFailure; DomainError invalid_filter when the profile cannot represent the document, internal_error
   *   as above
   */
  facturX(company_id: string, input: RenderingInput): Promise<Uint8Array>;
}

/** The document cannot be drawn: because of its content, drawing takes too much time or memory, or fails. */
export class DrawingFailure extends DomainError {
  constructor(message: string, cause: unknown, retry_after_s?: number) {
    super('internal_error', message, retry_after_s === undefined ? {} : { retry_after_s });
    this.cause = cause;
  }
}
