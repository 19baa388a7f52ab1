import { kindOfRefusal } from '../../domain/e-invoicing/message-refusal';
import { DomainError } from '../../domain/errors';
import type { Clock } from '../../ports/clock';
import type {
  RefusedMessage,
  RefusedMessageFilters,
} from '../../ports/e-invoicing/refused-message-repository';
import type { Ids } from '../../ports/ids';
import type { Page, PageRequest } from '../../ports/page';
import type { UnitOfWork } from '../../ports/unit-of-work';
import type { StreamedBytes } from '../download';
import { CHUNK_BYTES, chunksOf } from './transmitted-ubl';

const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_MS = 90 * DAY_MS;
/** Of a larger message the beginning is kept, so that a row is bounded. */
const MAX_KEPT_BYTES = 10 * 1024 * 1024;
/** In UTF-16 units; a reason may cite the message. */
const MAX_REASON = 2_000;
const SWEEP_BATCH = 20;
/** Addresses come from the message and have no limit there. In UTF-16 units. */
const MAX_ADDRESS = 255;

/** The parties of a message, as far as they are known: electronic addresses. */
export type MessageParties = Pick<RefusedMessage, 'sender' | 'receiver'>;

/** The messages of the network that were refused in the last 90 days, so that an operator can look into a complaint. */
export class RefusedMessages {
  constructor(
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async keep(
    unit: UnitOfWork,
    content: Uint8Array,
    { sender, receiver }: MessageParties,
    error: DomainError,
  ): Promise<void> {
    const kept = content.subarray(0, MAX_KEPT_BYTES);
    const message: RefusedMessage = {
      id: this.ids.next(),
      received_at: this.clock.now(),
      kind: kindOfRefusal(error),
      reason: shortened(error.message, MAX_REASON),
      sender: sender && shortened(sender, MAX_ADDRESS),
      receiver: receiver && shortened(receiver, MAX_ADDRESS),
      bytes: content.byteLength,
      kept_bytes: kept.byteLength,
    };
    await unit.transaction(({ refused_messages }) => refused_messages.insert(message, kept));
  }

  list(
    unit: UnitOfWork,
    {
      updated_since,
      ...filters
    }: Omit<RefusedMessageFilters, 'since'> & { readonly updated_since?: Date | undefined },
    page: PageRequest,
  ): Promise<Page<RefusedMessage>> {
    const oldest = this.oldest();
    const since = updated_since && updated_since > oldest ? updated_since : oldest;
    return unit.read(({ refused_messages }) => refused_messages.list({ ...filters, since }, page));
  }

  /** The bytes as they came, as far as they are kept. @throws DomainError not_found, also after 90 days */
  async getContent(unit: UnitOfWork, id: string): Promise<StreamedBytes> {
    const found = await unit.read(({ refused_messages }) => refused_messages.find(id));
    if (!found || found.received_at < this.oldest()) throw notFound();
    const read = async (start: number) => {
      const piece = await unit.read(({ refused_messages }) =>
        refused_messages.readContent(id, start, CHUNK_BYTES),
      );
      if (!piece) throw notFound();
      return piece;
    };
    return { size: found.kept_bytes, open: () => chunksOf(found.kept_bytes, read) };
  }

  /** Deletes messages that are older than 90 days. Several nodes may do so at the same time. @returns how many */
  async sweep(unit: UnitOfWork): Promise<number> {
    let total = 0;
    for (;;) {
      const before = this.oldest();
      const count = await unit.statement(({ refused_messages }) =>
        refused_messages.deleteBefore(before, SWEEP_BATCH),
      );
      total += count;
      if (count < SWEEP_BATCH) return total;
    }
  }

  private oldest(): Date {
    return new Date(this.clock.now().getTime() - KEPT_MS);
  }
}

function shortened(text: string, length: number): string {
  return text.slice(0, length).toWellFormed();
}

function notFound(): DomainError {
  return new DomainError('not_found', 'No such refused message.');
}
