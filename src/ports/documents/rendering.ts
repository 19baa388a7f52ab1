import type { Logo } from '../../domain/master-data/branding';
import type { Document } from '../../domain/documents/document';

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
  /** @returns a PDF (PDF/A-3A, tagged for PDF/UA-1) on A4, in the document's language */
  pdf(company_id: string, input: RenderingInput): Promise<Uint8Array>;

  /**
   * @returns the same pages with the embedded CII invoice: Factur-X 1.0 (ZUGFeRD 2), profile EN 16931
   * @throws DomainError invalid_filter when the profile cannot represent the document
   */
  facturX(company_id: string, input: RenderingInput): Promise<Uint8Array>;
}
