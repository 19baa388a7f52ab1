import type { Transmission } from '../../domain/e-invoicing/transmission';
import { attachmentPath } from '../../domain/events/evidence';
import type { FoundDocument } from '../../ports/documents/document-repository';
import type { ArchiveEntry } from '../../ports/documents/archives';
import type { UnitOfWork } from '../../ports/unit-of-work';
import { allRows } from '../all-pages';
import type { Download } from '../download';
import type { Attachments } from '../documents/attachments';
import type { DocumentPdfs } from '../documents/document-pdfs';
import type { Reception } from '../e-invoicing/reception';
import { CHUNK_BYTES, chunksOf, type TransmittedUbl } from '../e-invoicing/transmitted-ubl';
import { bytesFile, drawnFile, textFile } from '../documents/archive-entries';

/** The files of a document that its evidence contains, in a fixed order. */
export class EvidenceFiles {
  constructor(
    private readonly pdfs: Pick<DocumentPdfs, 'pdf'>,
    private readonly reception: Pick<Reception, 'getOriginal'>,
    private readonly transmitted: Pick<TransmittedUbl, 'find'>,
    private readonly attachments: Pick<Attachments, 'findFile'>,
  ) {}

  /**
   * Files are listed now, and opened when it is their turn, except for the PDF, which is small.
   *
   * @returns undefined when an attachment of the document has been deleted meanwhile
   */
  async of(
    unit: UnitOfWork,
    company_id: string,
    document: FoundDocument,
  ): Promise<ArchiveEntry[] | undefined> {
    const attached = await this.attached(unit, company_id, document);
    if (!attached) return undefined;
    return [
      await this.pdf(unit, company_id, document),
      ...(await this.original(unit, company_id, document)),
      ...(await this.transmissions(unit, company_id, document.id)),
      ...(await this.statusMessages(unit, company_id, document.id)),
      ...attached,
    ];
  }

  private pdf(unit: UnitOfWork, company_id: string, document: FoundDocument): Promise<ArchiveEntry> {
    const path = 'document.pdf';
    const draw = async () => bytesFile(path, await this.pdfs.pdf(unit, company_id, document));
    return drawnFile(path, document.id, draw);
  }

  private async original(
    unit: UnitOfWork,
    company_id: string,
    { id, status }: FoundDocument,
  ): Promise<ArchiveEntry[]> {
    if (status !== 'received') return [];
    const { filename, bytes } = await this.reception.getOriginal(unit, company_id, id);
    return [{ path: `original.${filename.endsWith('.pdf') ? 'pdf' : 'xml'}`, open: bytes.open }];
  }

  /** The attempts of each transmission as JSON, and the bytes that were sent. */
  private async transmissions(unit: UnitOfWork, company_id: string, id: string): Promise<ArchiveEntry[]> {
    const entries: ArchiveEntry[] = [];
    const all = await allRows((page) =>
      unit.read(({ transmissions }) => transmissions.list(company_id, id, {}, page)),
    );
    for (const transmission of all) {
      const { message_id } = transmission;
      entries.push(textFile(`transmissions/${message_id}.json`, attemptsOf(transmission)));
      const bytes = await this.transmitted.find(unit, company_id, id, message_id);
      if (bytes) entries.push(streamed(`transmissions/${message_id}.xml`, bytes));
    }
    return entries;
  }

  /** Status messages and responses as they came. Their ids are text of others, so the files are numbered. */
  private async statusMessages(unit: UnitOfWork, company_id: string, id: string): Promise<ArchiveEntry[]> {
    const messages = await unit.read(({ receptions }) => receptions.listStatusMessages(company_id, id));
    return messages.map(({ message_id, size }, index) => {
      const read = (start: number) =>
        unit.read(({ receptions }) =>
          receptions.readStatusMessage(company_id, message_id, start, CHUNK_BYTES),
        );
      return { path: `status-messages/${index + 1}.xml`, open: () => chunksOf(size, read) };
    });
  }

  private async attached(
    unit: UnitOfWork,
    company_id: string,
    { id, attachments }: FoundDocument,
  ): Promise<ArchiveEntry[] | undefined> {
    const sorted = [...attachments].sort((a, b) => (a.id < b.id ? -1 : 1));
    const files = await Promise.all(
      sorted.map(async (attachment) => {
        const file = await this.attachments.findFile(unit, company_id, id, attachment.id);
        return file && { path: attachmentPath(attachment), open: file.bytes.open };
      }),
    );
    return files.every((file) => file !== undefined) ? files : undefined;
  }
}

/** A transmission as the list of transmissions shows it. */
function attemptsOf(transmission: Transmission): string {
  const { message_id, state, receiver, attempts, created_at, finished_at } = transmission;
  return JSON.stringify({ message_id, state, receiver, attempts, created_at, finished_at });
}

function streamed(path: string, bytes: Download['bytes']): ArchiveEntry {
  return bytes instanceof Uint8Array ? bytesFile(path, bytes) : { path, open: bytes.open };
}
