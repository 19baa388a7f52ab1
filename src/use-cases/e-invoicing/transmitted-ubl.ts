import { existing } from '../../domain/errors';
import type { SentPayload } from '../../ports/e-invoicing/transmission-repository';
import type { UnitOfWork } from '../../ports/unit-of-work';
import type { Download } from '../download';
import type { OutgoingUbl } from './outgoing-ubl';

/** Chunk size, since a payload may have 40 MiB. */
export const CHUNK_BYTES = 4 * 1024 * 1024;

/** The payloads of transmissions, independent of later changes of their documents. */
export class TransmittedUbl {
  constructor(private readonly ubl: Pick<OutgoingUbl, 'withPdf'>) {}

  /**
   * @throws DomainError not_found when the document has no such transmission, or it failed before its PDF was embedded
   */
  async get(
    unit: UnitOfWork,
    company_id: string,
    document_id: string,
    message_id: string,
  ): Promise<Download['bytes']> {
    return existing(await this.find(unit, company_id, document_id, message_id), 'transmission');
  }

  /** @returns undefined when the document has no such transmission, or it failed before its PDF was embedded */
  async find(
    unit: UnitOfWork,
    company_id: string,
    document_id: string,
    message_id: string,
  ): Promise<Download['bytes'] | undefined> {
    const sent = await unit.read(({ transmissions }) =>
      transmissions.findSent(company_id, document_id, message_id),
    );
    return sent && this.bytesOf(unit, company_id, document_id, sent);
  }

  /** @returns the latest payload; undefined without a transmission, or when the latest failed */
  async latest(
    unit: UnitOfWork,
    company_id: string,
    document_id: string,
  ): Promise<Download['bytes'] | undefined> {
    const sent = await unit.read(({ transmissions }) =>
      transmissions.findLatestSent(company_id, document_id),
    );
    return sent && sent.state !== 'failed' ? this.bytesOf(unit, company_id, document_id, sent) : undefined;
  }

  private async bytesOf(
    unit: UnitOfWork,
    company_id: string,
    document_id: string,
    { message_id, state, size, incomplete }: SentPayload,
  ): Promise<Download['bytes'] | undefined> {
    if (incomplete === null) return { size, open: () => this.chunks(unit, company_id, message_id, size) };
    // The worker has not embedded the PDF yet. Rendering it here gives the same bytes.
    return state === 'failed' ? undefined : this.ubl.withPdf(unit, company_id, document_id, incomplete);
  }

  /** Reads the first chunk before the response begins, so that a failure of the database becomes an error response. */
  private async chunks(
    unit: UnitOfWork,
    company_id: string,
    message_id: string,
    size: number,
  ): Promise<AsyncIterable<Uint8Array>> {
    const read = (start: number) =>
      unit.read(({ transmissions }) => transmissions.readPayload(company_id, message_id, start, CHUNK_BYTES));
    return chunksOf(size, read);
  }
}

/** Bytes that are read in chunks of `CHUNK_BYTES`, the first of them before it returns. */
export async function chunksOf(
  size: number,
  read: (start: number) => Promise<Uint8Array>,
): Promise<AsyncIterable<Uint8Array>> {
  const first = await read(0);
  return (async function* () {
    yield first;
    for (let start = CHUNK_BYTES; start < size; start += CHUNK_BYTES) yield await read(start);
  })();
}
