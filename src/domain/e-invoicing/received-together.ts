import type { ReceivedDocument } from '../documents/received-document';
import { listedKeys, type PartyKeys } from './addressing';

/** What makes an e-invoice the same as another one; of the sender, one key is enough. */
export interface SentDocument extends Pick<ReceivedDocument, 'type' | 'number' | 'issue_date'> {
  readonly sender: PartyKeys;
}

/** An e-invoice that is received together with others. */
export interface ReceivedTogether extends SentDocument {
  /** Whether a relation of the company matches the sender. */
  readonly has_relation: boolean;
}

/**
 * Whether what is stored of several e-invoices does not depend on their order: no two of them create a relation for the
 * same sender, and no two are the same document.
 */
export function areIndependent(received: readonly ReceivedTogether[]): boolean {
  const keys = received.flatMap(({ sender, has_relation, type, number, issue_date }) =>
    listedKeys(sender).flatMap(({ kind, value }) => [
      JSON.stringify([kind, value, type, number, issue_date]),
      ...(has_relation ? [] : [JSON.stringify([kind, value])]),
    ]),
  );
  return new Set(keys).size === keys.length;
}
