import { type ChainHead, contentOf, EMPTY_CHAIN, hashOf, sha256 } from '../../src/domain/events/chain';
import { digestedText } from '../../src/domain/events/digest';
import type { ChainedEvent, NewEvent } from '../../src/domain/events/event';
import type { StoredEvent } from '../../src/domain/events/verification';

/** An id that is the same in each run. */
export function anId(number: number): string {
  return `01981e5c-7f6a-7c3e-8a51-${number.toString(16).padStart(12, '0')}`;
}

/** An event of a document that is not positioned yet. */
export function anEvent(number: number, members: Partial<NewEvent> = {}): NewEvent {
  return {
    id: anId(number),
    type: 'document.created',
    occurred_at: new Date(Date.UTC(2026, 6, 1) + number * 1_000).toISOString(),
    actor: { kind: 'client', id: 'a-client' },
    request_id: anId(1_000_000 + number),
    resource: { type: 'document', id: anId(2_000_000 + number), version: 1 },
    changed: [],
    data: { number: `INV-2026-${number}`, totals: { payable: '121.00' } },
    digest: 'd'.repeat(64),
    ...members,
  };
}

/** The digest of a resource, in hexadecimal. @param resource - as its GET returns it */
export function digestOf(resource: object): string {
  return sha256(digestedText(resource));
}

/** A row of the log. */
export function storedEvent(event: ChainedEvent, content: string): StoredEvent {
  const { position, id, type, resource, hash } = event;
  return { position, id, type, resource_id: resource.id, content, hash, body: JSON.stringify(event) };
}

/** The event as it follows the head of its chain, and the digest of its content. */
export function chained(
  event: NewEvent,
  head: ChainHead,
): { readonly event: ChainedEvent; readonly content: string } {
  const { id, ...rest } = event;
  const positioned = { id, position: head.position + 1, ...rest };
  const content = contentOf(positioned);
  const previous_hash = head.hash;
  return { event: { ...positioned, previous_hash, hash: hashOf(previous_hash, content) }, content };
}

/** The rows of a log in which the events follow each other. */
export function aLog(events: readonly NewEvent[], head: ChainHead = EMPTY_CHAIN): StoredEvent[] {
  let last = head;
  return events.map((one) => {
    const { event, content } = chained(one, last);
    last = event;
    return storedEvent(event, content);
  });
}

export const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
