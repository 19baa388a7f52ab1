import { DomainError } from '../../domain/errors';
import type { SentPayload } from '../../ports/e-invoicing/transmission-repository';
import type { UnitOfWork } from '../../ports/unit-of-work';
import type { OutgoingUbl } from './outgoing-ubl';

/** Bytes that come in pieces, and only when they are asked for. */
export interface StreamedBytes {
  readonly size: number;
  readonly open: () => Promise<AsyncIterable<Uint8Array>>;
}

/** A payload may have 40 MiB; so much of it is in memory at once for each reader. */
const PIECE_BYTES = 4 * 1024 * 1024;

/** The very bytes of accepted sends, whatever became of their documents since. */
export class TransmittedUbl {
  constructor(private readonly ubl: Pick<OutgoingUbl, 'withPdf'>) {}

  /** @throws DomainError not_found: no such transmission of the document, or it failed before there was anything to send */
  async get(
    unit: UnitOfWork,
    company_id: string,
    document_id: string,
    message_id: string,
  ): Promise<Uint8Array | StreamedBytes> {
    const sent = await unit.read(({ transmissions }) =>
      transmissions.findSent(company_id, document_id, message_id),
    );
    const bytes = sent && (await this.bytesOf(unit, company_id, document_id, sent));
    if (!bytes) throw new DomainError('not_found', 'No such transmission.');
    return bytes;
  }

  /** @returns undefined when there is none, or the latest ended failed: the next send writes the document anew */
  async latest(
    unit: UnitOfWork,
    company_id: string,
    document_id: string,
  ): Promise<Uint8Array | StreamedBytes | undefined> {
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
  ): Promise<Uint8Array | StreamedBytes | undefined> {
    if (incomplete === null) return { size, open: () => this.pieces(unit, company_id, message_id, size) };
    // Nothing has left yet. The PDF that the worker puts in is the same whenever it is drawn.
    return state === 'failed' ? undefined : this.ubl.withPdf(unit, company_id, document_id, incomplete);
  }

  /** The first piece is read before the answer begins, so that a database that is away is told. */
  private async pieces(
    unit: UnitOfWork,
    company_id: string,
    message_id: string,
    size: number,
  ): Promise<AsyncIterable<Uint8Array>> {
    const read = (start: number) =>
      unit.read(({ transmissions }) => transmissions.readPayload(company_id, message_id, start, PIECE_BYTES));
    const first = await read(0);
    return (async function* () {
      yield first;
      for (let start = PIECE_BYTES; start < size; start += PIECE_BYTES) yield await read(start);
    })();
  }
}
