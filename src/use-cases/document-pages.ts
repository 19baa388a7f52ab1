import type { Company } from '../domain/company';
import type { Document } from '../domain/documents/document';
import type { DocumentRendering, RenderingInput } from '../ports/rendering';
import type { UnitOfWork } from '../ports/unit-of-work';

/** Documents to look at. Drawing takes a while: never inside a transaction. */
export class DocumentPages {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly rendering: DocumentRendering,
  ) {}

  /** @returns a PDF: the same bytes for the same document, whenever it is drawn */
  async pdf(company: Company, document: Document): Promise<Uint8Array> {
    return this.rendering.pdf(await this.input(company, document));
  }

  /** @throws DomainError invalid_filter: a document that has no Factur-X */
  async facturX(company: Company, document: Document): Promise<Uint8Array> {
    return this.rendering.facturX(await this.input(company, document));
  }

  private async input(company: Company, document: Document): Promise<RenderingInput> {
    const sha256 = document.branding?.logo_sha256;
    const logo = sha256
      ? await this.unitOfWork.read(({ brandings }) => brandings.findLogoByContent(company.id, sha256))
      : undefined;
    return { document, logo: logo ?? null, company_currency: company.currency };
  }
}
