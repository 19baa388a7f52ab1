import type { Document } from '../domain/documents/document';
import { documentFileName } from '../domain/documents/document-file-name';
import { DOCUMENT_TYPES } from '../domain/documents/document-type';
import { embedded } from '../domain/e-invoicing/sendable';
import { ublRefusal } from '../domain/e-invoicing/ubl-form';
import { DomainError } from '../domain/errors';
import type { UnitOfWork } from '../ports/unit-of-work';
import type { DocumentPages } from './document-pages';
import type { OutgoingUbl } from './outgoing-ubl';
import type { Reception } from './reception';

export const FILE_FORMATS = ['pdf', 'ubl', 'facturx', 'original'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** A document as a file to hand out. */
export interface DocumentFile {
  readonly content_type: string;
  readonly filename: string;
  readonly bytes:
    Uint8Array | { readonly size: number; readonly open: () => Promise<AsyncIterable<Uint8Array>> };
}

/** Documents as files: to look at, to send on, or as they came. */
export class DocumentFiles {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly pages: DocumentPages,
    private readonly ubl: OutgoingUbl,
    private readonly reception: Pick<Reception, 'getOriginal'>,
  ) {}

  /** @throws DomainError not_found; invalid_filter: a format that the document cannot have */
  async get(company_id: string, id: string, format: FileFormat): Promise<DocumentFile> {
    const { document, company } = await this.unitOfWork.read(async ({ documents, companies }) => {
      const found = await documents.find(company_id, id);
      if (!found) throw new DomainError('not_found', 'No such document.');
      return { document: found, company: (await companies.find(company_id))! };
    });
    const file = (extension: string, content_type: string, bytes: Uint8Array): DocumentFile => ({
      content_type,
      filename: documentFileName(document.number, extension),
      bytes,
    });
    switch (format) {
      case 'pdf':
        return file('pdf', 'application/pdf', await this.pages.pdf(company, document));
      case 'facturx':
        assertFacturX(document);
        return file('pdf', 'application/pdf', await this.pages.facturX(company, document));
      case 'ubl': {
        const refusal = ublRefusal(document, company.currency);
        if (refusal !== null) throw new DomainError('invalid_filter', `format: ${refusal}`);
        const attachments = embedded(document.attachments);
        const pdf = await this.ubl.pdf(company, document, attachments);
        const bytes = await this.ubl.write(company, document, attachments, pdf);
        return file('xml', 'application/xml', bytes);
      }
      case 'original':
        if (document.status === 'received') return this.reception.getOriginal(company_id, id);
        throw new DomainError('invalid_filter', 'format: only a received document has an original');
    }
  }
}

/** Own sales invoices and credit notes have one. */
function assertFacturX({ type, status }: Document): void {
  const { direction, ubl_type_code } = DOCUMENT_TYPES[type];
  if (direction === 'sales' && ubl_type_code !== null && status !== 'received') return;
  throw new DomainError('invalid_filter', 'format: only own invoices and credit notes have a Factur-X');
}
