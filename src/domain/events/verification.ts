import { type ChainHead, contentOf, EMPTY_CHAIN, hashOf } from './chain';
import type { ChainedEvent } from './event';

/** A row of the log as it is stored. */
export interface StoredEvent {
  readonly position: number;
  readonly id: string;
  readonly type: string;
  readonly resource_id: string;
  /** SHA-256 of the event without both hashes, in hexadecimal. */
  readonly content: string;
  /** In hexadecimal. */
  readonly hash: string;
  /** The event as JSON. */
  readonly body: string;
}

/** A position at which the log, or the resource of its event, is not what it was. */
export interface Fault {
  readonly position: number;
  readonly reason: string;
}

/** What is known after the rows that were checked. */
export interface Verified extends ChainHead {
  /** The number of rows. */
  readonly events: number;
}

export const NOTHING_VERIFIED: Verified = { ...EMPTY_CHAIN, events: 0 };

/** A page of the log that was checked. */
export interface VerifiedPage {
  readonly verified: Verified;
  readonly faults: readonly Fault[];
  /** The events of the rows without a fault, by position. */
  readonly events: ReadonlyMap<number, ChainedEvent>;
}

/**
 * Checks a page of the log: positions are dense, each `previous_hash` is the hash of the event before, `content` is the
 * digest of the event, and `hash` covers both. A row with a fault does not hide faults in later rows: each row is
 * compared with what is stored in the row before.
 *
 * @param before - the result of the page before
 * @param rows - in the order of their positions
 */
export function verifiedPage(before: Verified, rows: readonly StoredEvent[]): VerifiedPage {
  const faults: Fault[] = [];
  const events = new Map<number, ChainedEvent>();
  let { position, hash, events: count } = before;
  for (const row of rows) {
    const follows = row.position === position + 1;
    if (!follows) faults.push(brokenOrder(position, row.position));
    const event = parsed(row.body);
    const reason = event
      ? faultOf(row, event, follows ? hash : undefined)
      : 'The event is not a JSON object with a resource and data.';
    if (reason !== undefined) faults.push({ position: row.position, reason });
    else if (event) events.set(row.position, event);
    ({ position, hash } = row);
    count++;
  }
  return { verified: { position, hash, events: count }, faults, events };
}

/** @returns undefined when the end of the rows is the head of the chain */
export function headFault(end: ChainHead, head: ChainHead): Fault | undefined {
  if (end.position < head.position)
    return {
      position: end.position + 1,
      reason: `The events up to the head, ${head.position}, are missing.`,
    };
  if (end.position > head.position)
    return { position: head.position + 1, reason: 'The event follows the head of the chain.' };
  if (end.hash === head.hash) return undefined;
  return { position: end.position, reason: 'The head of the chain has another hash than the event.' };
}

function brokenOrder(last: number, position: number): Fault {
  if (position <= last) return { position, reason: `The position follows position ${last}.` };
  const is_one = position === last + 2;
  const reason = is_one ? 'The event is missing.' : `The events up to ${position - 1} are missing.`;
  return { position: last + 1, reason };
}

/** @param previous_hash - the hash that is stored in the row before; undefined when that row is missing */
function faultOf(
  row: StoredEvent,
  event: ChainedEvent,
  previous_hash: string | undefined,
): string | undefined {
  if (event.position !== row.position) return 'The event has another position.';
  if (previous_hash !== undefined && event.previous_hash !== previous_hash)
    return 'previous_hash is not the hash of the event before.';
  const content = canonicalContentOf(event);
  if (content === undefined || content !== row.content) return 'content is not the digest of the event.';
  if (event.hash !== hashOf(event.previous_hash, content) || event.hash !== row.hash)
    return 'hash does not cover previous_hash and content.';
  const { id, type, resource } = event;
  const is_indexed = id === row.id && type === row.type && resource.id === row.resource_id;
  return is_indexed ? undefined : 'The event is stored under another id, type or resource.';
}

/** @returns undefined for fields that no event has: numbers beyond those of JavaScript, or nesting without end */
function canonicalContentOf(event: ChainedEvent): string | undefined {
  try {
    return contentOf(event);
  } catch {
    return undefined; // reported as a fault
  }
}

/** A row that was altered with all its digests may have any fields. */
function parsed(body: string): ChainedEvent | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return undefined; // reported as a fault
  }
  const is_event = isObject(value) && isObject(value['resource']) && isObject(value['data']);
  return is_event ? (value as ChainedEvent) : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
