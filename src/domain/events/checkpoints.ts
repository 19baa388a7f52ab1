/** Every position that is divisible by this number has a checkpoint. */
export const CHECKPOINT_INTERVAL = 1_000;

/** A signed statement that a company's chain had a hash at a position. */
export interface Checkpoint {
  readonly position: number;
  /** The hash of the event at the position: SHA-256 in hexadecimal. */
  readonly hash: string;
  /** When the checkpoint was signed, as ISO 8601 in UTC. */
  readonly at: string;
  readonly key_id: string;
  /** Ed25519 over `signedText`, in base64. */
  readonly signature: string;
}

/** The text that the signature of a checkpoint covers. */
export function signedText(
  company_id: string,
  { position, hash, at }: Pick<Checkpoint, 'position' | 'hash' | 'at'>,
): string {
  return `${company_id} ${position} ${hash} ${at}`;
}

/** Where the search for positions that need a checkpoint stands. */
export interface CheckpointProgress {
  /** Position of the last checkpoint; 0 without one. */
  readonly position: number;
  /** The day of the log at that position, as YYYY-MM-DD in UTC; null without a checkpoint. */
  readonly day: string | null;
}

/** The day of a log whose first events have no readable time. */
const UNKNOWN_DAY = '0001-01-01';

export const NO_CHECKPOINT: CheckpointProgress = { position: 0, day: null };

/** A position that needs a checkpoint. */
export interface DueCheckpoint {
  readonly position: number;
  readonly hash: string;
  /** The day of the log at the position, as YYYY-MM-DD in UTC. */
  readonly day: string;
}

/** The fields of an event that decide whether its position needs a checkpoint. */
export interface DatedLink {
  readonly position: number;
  readonly hash: string;
  /** ISO 8601 in UTC; empty for a damaged event. */
  readonly occurred_at: string;
}

/** The last position that one search looks at, so that it ends at a position that needs a checkpoint. */
export function endOfSearch({ position }: CheckpointProgress): number {
  return (Math.floor(position / CHECKPOINT_INTERVAL) + 1) * CHECKPOINT_INTERVAL;
}

/**
 * The positions that need a checkpoint: those divisible by `CHECKPOINT_INTERVAL`, and the last event of each day. The
 * day of the log at a position is the latest UTC day of `occurred_at` up to it, because `occurred_at` may run backwards
 * and the day of the log must not. The last event of a day is followed by an event of a later day, or it is the head
 * of the chain and the day is over. An event of that day that gets its position afterwards makes the later position
 * the last of the day too.
 *
 * @param events - in order, from the position after `progress` to `endOfSearch` or to the head
 * @param today - YYYY-MM-DD in UTC
 */
export function dueCheckpoints(
  progress: CheckpointProgress,
  events: readonly DatedLink[],
  today: string,
): DueCheckpoint[] {
  const due: DueCheckpoint[] = [];
  let day = progress.day ?? UNKNOWN_DAY;
  const days = events.map(({ occurred_at }) => (day = later(day, occurred_at.slice(0, 10))));
  for (const [index, { position, hash }] of events.entries()) {
    const next = days[index + 1] ?? today;
    const is_due = position % CHECKPOINT_INTERVAL === 0 || next > days[index]!;
    if (is_due) due.push({ position, hash, day: days[index]! });
  }
  return due;
}

function later(a: string, b: string): string {
  return a > b ? a : b;
}
