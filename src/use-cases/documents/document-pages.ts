import type { Document } from '../../domain/documents/document';
import type { DocumentRendering, RenderingInput } from '../../ports/documents/rendering';
import type { UnitOfWork } from '../../ports/unit-of-work';

/** Documents to look at. Drawing takes a while: never inside a transaction. */
export class DocumentPages {
  constructor(private readonly rendering: DocumentRendering) {}

  /** @returns a PDF: the same bytes for the same document, whenever it is drawn */
  async pdf(unit: UnitOfWork, company_id: string, document: Document): Promise<Uint8Array> {
    return this.rendering.pdf(company_id, await this.input(unit, company_id, document));
  }

  /**
   * @returns the PDF that travels inside of the document's e-invoice: drawn before the send is accepted, it shows the
   *   document as the receiver gets it, not as the draft that it still is
   */
  async sentPdf(unit: UnitOfWork, company_id: string, document: Document): Promise<Uint8Array> {
    return this.pdf(unit, company_id, { ...document, status: 'sent' });
  }

  /** @throws DomainError invalid_filter: a document that has no Factur-X */
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
