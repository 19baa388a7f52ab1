import type { Document } from '../../domain/documents/document';
import { documentFileName } from '../../domain/documents/document-file-name';
import { DOCUMENT_TYPES } from '../../domain/documents/document-type';
import { embedded, withElectronicAddresses } from '../../domain/e-invoicing/sendable';
import { ublRefusal } from '../../domain/e-invoicing/ubl-form';
import { DomainError, existing } from '../../domain/errors';
import type { FoundDocument } from '../../ports/documents/document-repository';
import type { UnitOfWork } from '../../ports/unit-of-work';
import type { DocumentPdfs } from '../documents/document-pdfs';
import { repeatedWhileChanging } from '../documents/repeated-checks';
import type { Download } from '../download';
import { embeddedBytes, type OutgoingUbl } from './outgoing-ubl';
import type { Reception } from './reception';
import type { TransmittedUbl } from './transmitted-ubl';

export const FILE_FORMATS = ['pdf', 'ubl', 'facturx', 'original'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** UBL with larger files is sent as it is read: a document may have 200 MiB of them. Smaller UBL can be compressed. */
const MAX_IN_MEMORY_BYTES = 1024 * 1024;

/** Documents as PDF, UBL or Factur-X, and the original files of received documents. */
export class DocumentFiles {
  constructor(
    private readonly pdfs: DocumentPdfs,
    private readonly ubl: OutgoingUbl,
    private readonly transmitted: TransmittedUbl,
    private readonly reception: Pick<Reception, 'getOriginal'>,
  ) {}

  /** @throws DomainError not_found; invalid_filter when the document does not exist in the format */
  async get(unit: UnitOfWork, company_id: string, id: string, format: FileFormat): Promise<Download> {
    const document = existing(await unit.read(({ documents }) => documents.find(company_id, id)), 'document');
    const file = (extension: string, content_type: string, bytes: Download['bytes']): Download => ({
      content_type,
      filename: documentFileName(document.number, extension),
      bytes,
    });
    switch (format) {
      case 'pdf':
        return file('pdf', 'application/pdf', await this.pdfs.pdf(unit, company_id, document));
      case 'facturx':
        assertFacturX(document);
        return file(
          'pdf',
          'application/pdf',
          await this.pdfs.facturX(unit, company_id, await this.addressed(unit, company_id, document)),
        );
      case 'ubl': {
        const refusal = ublRefusal(document);
        if (refusal !== null) throw new DomainError('invalid_filter', `format: ${refusal}`);
        return file('xml', 'application/xml', await this.ublOf(unit, company_id, document));
      }
      case 'original':
        if (document.status === 'received') return this.reception.getOriginal(unit, company_id, id);
        throw new DomainError('invalid_filter', 'format: only a received document has an original');
    }
  }

  /** The payload of a transmission. @throws DomainError not_found */
  async getTransmitted(
    unit: UnitOfWork,
    company_id: string,
    id: string,
    message_id: string,
  ): Promise<Download> {
    const document = existing(await unit.read(({ documents }) => documents.find(company_id, id)), 'document');
    return {
      content_type: 'application/xml',
      filename: documentFileName(document.number, 'xml'),
      bytes: await this.transmitted.get(unit, company_id, id, message_id),
      version: 1,
    };
  }

  private async ublOf(
    unit: UnitOfWork,
    company_id: string,
    document: FoundDocument,
  ): Promise<Download['bytes']> {
    const sent =
      document.peppol_status !== null && (await this.transmitted.latest(unit, company_id, document.id));
    if (sent) return sent;
    const shown = await this.addressed(unit, company_id, document);
    const attachments = embedded(document.attachments);
    const pdf = await this.ubl.pdf(unit, company_id, shown, attachments);
    return repeatedWhileChanging<Download['bytes']>(() =>
      embeddedBytes(attachments, pdf) <= MAX_IN_MEMORY_BYTES
        ? this.ubl.write(unit, company_id, shown, attachments, pdf)
        : this.ubl.stream(unit, company_id, shown, attachments, pdf),
    );
  }

  /** The document with the electronic addresses of a send: those of a draft come from company and relation. */
  private async addressed(
    unit: UnitOfWork,
    company_id: string,
    document: FoundDocument,
  ): Promise<FoundDocument> {
    if (document.status !== 'draft') return document;
    return unit.read(async ({ companies, relations }) => {
      const company = await companies.find(company_id);
      const relation = await relations.find(company_id, document.relation_id);
      return withElectronicAddresses(document, company!, relation!);
    });
  }
}

/** Only the company's own sales invoices and credit notes exist as Factur-X. */
function assertFacturX({ type, status }: Document): void {
  const { direction, ubl_type_code } = DOCUMENT_TYPES[type];
  if (direction === 'sales' && ubl_type_code !== null && status !== 'received') return;
  throw new DomainError('invalid_filter', 'format: only own invoices and credit notes have a Factur-X');
}
