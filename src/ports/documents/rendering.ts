import type { Logo } from '../../domain/master-data/branding';
import type { Document } from '../../domain/documents/document';

/** What the pages show beside the document itself. */
export interface RenderingInput {
  readonly document: Document;
  /** Of the document's branding; null: the name of whoever issues the document stands in its place. */
  readonly logo: Logo | null;
}

/**
 * Makes a document something to look at. The same input gives the same bytes. No company has more than its share of what
 * draws, while another one waits; drawing takes 9 s at most.
 */
export interface DocumentRendering {
  /** @returns a PDF (PDF/A-3A, tagged as PDF/UA-1 asks) on A4, in the document's language */
  pdf(company_id: string, input: RenderingInput): Promise<Uint8Array>;

  /**
   * @returns the same pages, with the invoice for machines inside: Factur-X 1.0 (ZUGFeRD 2), profile EN 16931
   * @throws DomainError invalid_filter: a document that the profile has no form for
   */
  facturX(company_id: string, input: RenderingInput): Promise<Uint8Array>;
}
