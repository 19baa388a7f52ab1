import type { Checkpoint } from './checkpoints';

/** A part of a chain that evidence contains: from an event of the document to a checkpoint or the head. */
export interface ChainRange {
  readonly from: number;
  readonly to: number;
  /** The hash of the event before `from`. */
  readonly previous_hash: string;
  /** At `to`; undefined when the range ends at the head, because no checkpoint follows. */
  readonly checkpoint: Checkpoint | undefined;
}

/** A line of `chain.txt`, without the line break: position, previous hash, content and hash. */
export function chainLine(
  { position, content, hash }: { readonly position: number; readonly content: string; readonly hash: string },
  previous_hash: string,
): string {
  return `${position} ${previous_hash} ${content} ${hash}`;
}
