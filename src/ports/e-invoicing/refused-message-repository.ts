import type { Page, PageRequest } from '../page';

/** A message that came over the network and was refused. */
export interface RefusedMessage {
  readonly id: string;
  readonly received_at: Date;
  /** Electronic addresses, as the message states them; null when it could not be read so far, or states none. */
  readonly sender: string | null;
  readonly receiver: string | null;
  /** The message of the error. */
  readonly reason: string;
  /** The size of the message. */
  readonly bytes: number;
  /** The size of the content that is kept: the beginning of a large message. */
  readonly kept_bytes: number;
}

/** Refused messages of the whole installation. They never change. */
export interface RefusedMessageRepository {
  insert(message: RefusedMessage, content: Uint8Array): Promise<void>;
  /** @param since - messages that were received before are left out @param page - sorted by time in any case */
  list(since: Date, page: PageRequest): Promise<Page<RefusedMessage>>;
  find(id: string): Promise<RefusedMessage | undefined>;
  /** Reads part of the content; nothing when the message is deleted. @param start - offset in bytes @param length - in bytes */
  readContent(id: string, start: number, length: number): Promise<Uint8Array | undefined>;
  /** Deletes messages that were received before. @returns how many, at most `limit` */
  deleteBefore(before: Date, limit: number): Promise<number>;
}
