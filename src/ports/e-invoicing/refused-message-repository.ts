import type { RefusalKind } from '../../domain/e-invoicing/message-refusal';
import type { Page, PageRequest } from '../page';

/** A message that came over the network and was refused. */
export interface RefusedMessage {
  readonly id: string;
  readonly received_at: Date;
  /** Electronic addresses, as the message states them; null when it could not be read so far, or states none. */
  readonly sender: string | null;
  readonly receiver: string | null;
  readonly kind: RefusalKind;
  /** The message of the error. */
  readonly reason: string;
  /** The size of the message. */
  readonly bytes: number;
  /** The size of the content that is kept: the beginning of a large message. */
  readonly kept_bytes: number;
}

export interface RefusedMessageFilters {
  /** Messages that were received at that time or later. */
  readonly since: Date;
  /** Messages that were received before. */
  readonly before?: Date | undefined;
  /** Electronic address; compared without case. */
  readonly receiver?: string | undefined;
  readonly kind?: RefusalKind | undefined;
}

/** Refused messages of the whole installation. They never change. */
export interface RefusedMessageRepository {
  insert(message: RefusedMessage, content: Uint8Array): Promise<void>;
  /** @param page - sorted by time in any case */
  list(filters: RefusedMessageFilters, page: PageRequest): Promise<Page<RefusedMessage>>;
  find(id: string): Promise<RefusedMessage | undefined>;
  /**
   * Reads part of the content; nothing when the message is deleted.
   * @param start - offset in bytes
   * @param length - in bytes
   */
  readContent(id: string, start: number, length: number): Promise<Uint8Array | undefined>;
  /** Deletes messages that were received before. @returns how many, at most `limit` */
  deleteBefore(before: Date, limit: number): Promise<number>;
}
