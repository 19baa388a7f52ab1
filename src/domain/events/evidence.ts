import type { Attachment } from '../documents/attachments/attachments';
import { MAX_NAME_BYTES, nameBytes, shortenedName } from '../values/file-name';
import type { Checkpoint } from './checkpoints';

/** A part of a chain that evidence contains: from an event of the document to a checkpoint or the head. */
export interface ChainRange {
  readonly from: number;
  readonly to: number;
  /** The hash of the event before `from`. */
  readonly previous_hash: string;
  /** The checkpoint at `to`; undefined when the range ends at the head, because no checkpoint follows. */
  readonly checkpoint: Checkpoint | undefined;
}

/** A line of `chain.txt`, without the line break: position, previous hash, content and hash. */
export function chainLine(
  { position, content, hash }: { readonly position: number; readonly content: string; readonly hash: string },
  previous_hash: string,
): string {
  return `${position} ${previous_hash} ${content} ${hash}`;
}

/** A character has at most four bytes, so a name that was cut has more than these. */
const MAX_WHOLE_BYTES = MAX_NAME_BYTES - 4;

/**
 * The path of an attachment in the evidence. It depends on the attachment alone: a long name is cut and ends in the id,
 * so it differs from all others that were cut, and by its length from those that were not.
 */
export function attachmentPath({ id, filename }: Pick<Attachment, 'id' | 'filename'>): string {
  const isWhole = nameBytes(filename) <= MAX_WHOLE_BYTES;
  return `attachments/${isWhole ? filename : shortenedName(filename, `-${id}`)}`;
}
