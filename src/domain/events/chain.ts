import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { ChainedEvent, NewEvent } from './event';

/** The previous hash of the first event of a company. */
export const FIRST_HASH = '0'.repeat(64);

/** The last event of a company's chain. */
export interface ChainHead {
  /** 0 when there is no event. */
  readonly position: number;
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
}

export const EMPTY_CHAIN: ChainHead = { position: 0, hash: FIRST_HASH };

/** @returns SHA-256 of the UTF-8 bytes of a text, in lower-case hexadecimal */
export function sha256(text: string): string {
  return hash('sha256', text);
}

/** The canonical JSON text of a value (RFC 8785). */
export function canonical(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error('The value has no JSON form.');
  return text;
}

/** SHA-256 of an event without both hashes, as canonical JSON. */
export function contentOf(event: NewEvent & Pick<ChainedEvent, 'position'>): string {
  return sha256(canonical({ ...event, previous_hash: undefined, hash: undefined }));
}

/** The hash of an event: it covers the content, and through the previous hash all events before. */
export function hashOf(previous_hash: string, content: string): string {
  return sha256(previous_hash + content);
}

/** The field that `positionedText` replaces. No other field has this name, and a string has no bare quotes. */
const NO_POSITION = '"position":0';

/**
 * The text of an event before it has a position: canonical JSON with position 0. The fields of an event are known, so
 * they are written in their order; only those of `data` are sorted.
 */
export function pendingText(event: NewEvent): string {
  const { actor, changed, data, digest, id, occurred_at, request_id, resource, type } = event;
  const { kind, id: actor_id } = actor;
  const start = JSON.stringify({ actor: { id: actor_id, kind }, changed }).slice(0, -1);
  const { id: resource_id, type: resource_type, version } = resource;
  const shown = { id: resource_id, type: resource_type, version };
  const others = { digest, id, occurred_at, position: 0, request_id, resource: shown, type };
  const end = JSON.stringify(others).slice(1);
  return `${start},"data":${canonical(data)},${end}`;
}

/** The canonical JSON of an event with its position. @param pending - made by `pendingText` */
export function positionedText(pending: string, position: number): string {
  return pending.replace(NO_POSITION, `"position":${position}`);
}
