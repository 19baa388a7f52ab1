import type { Document } from '../../domain/documents/document';
import type { DocumentRendering, RenderingInput } from '../../ports/documents/rendering';
import type { UnitOfWork } from '../../ports/unit-of-work';

/** Renders documents as PDF. Rendering is slow and must not run inside a transaction. */
export class DocumentPdfs {
  constructor(private readonly rendering: DocumentRendering) {}

  /** @returns a PDF; equal documents give equal bytes at any time */
  async pdf(unit: UnitOfWork, company_id: string, document: Document): Promise<Uint8Array> {
    return this.rendering.pdf(company_id, await this.input(unit, company_id, document));
  }

  /**
   * @returns the PDF that the e-invoice embeds. It is rendered before the send is accepted, while the document is still
   *   a draft, and shows the document as sent
   */
  async sentPdf(unit: UnitOfWork, company_id: string, document: Document): Promise<Uint8Array> {
    return this.pdf(unit, company_id, { ...document, status: 'sent' });
  }

  /** @throws DomainError invalid_filter when Factur-X cannot represent the document */
  async facturX(unit: UnitOfWork, company_id: string, document: Document): Promise<Uint8Array> {
    return this.rendering.facturX(company_id, await this.input(unit, company_id, document));
  }

  private async input(unit: UnitOfWork, company_id: string, document: Document): Promise<RenderingInput> {
    const sha256 = document.branding?.logo_sha256;
    const logo = sha256
      ? await unit.read(({ brandings }) => brandings.findLogoByContent(company_id, sha256))
      : undefined;
    return { document, logo: logo ?? null };
  }
}
