import type { NetworkAnswer } from '../../domain/e-invoicing/settlement';
import type { Addressing } from '../../domain/e-invoicing/transmission';

/** A document on its way, under the id by which the network knows it. */
export interface NetworkMessage extends Addressing {
  /** A UUID that was kept before anything left; the instance identifier of the envelope (SBDH). */
  readonly message_id: string;
  /** The document, exactly as it was when the send was accepted. */
  readonly xml: Uint8Array;
}

/** An access point, through which messages come into the network. Both methods answer within 15 s. */
export interface EInvoiceNetwork {
  /**
   * Hands a message over. Whatever goes wrong is an answer: `transient_failure` only when it is certain that the
   * network did not take the message over, else `unknown`.
   */
  send(message: NetworkMessage): Promise<NetworkAnswer>;
  /**
   * What became of a message that was, or may have been, handed over.
   *
   * @returns null: the network certainly does not know it
   */
  statusOf(message_id: string): Promise<NetworkAnswer | null>;
}

export type Lookup =
  /** `document_types`: identifiers of the network, with their scheme. */
  | { readonly kind: 'registered'; readonly document_types: readonly string[] }
  | { readonly kind: 'unknown_participant' }
  | { readonly kind: 'unavailable'; readonly reason: string };

/** Who can be reached over the network, and with which kinds of documents. */
export interface ParticipantDirectory {
  /**
   * Answers within 3 s, `unavailable` if need be.
   *
   * @param participant - electronic address, `scheme:value`; compared without case
   */
  lookup(participant: string): Promise<Lookup>;
}

/**
 * Takes a document in for a company of this installation that is its receiver. A message id that came before is fine,
 * and changes nothing.
 *
 * @throws DomainError other than internal_error: the receiver does not take the document, now or later
 */
export type Deliver = (message: NetworkMessage) => Promise<void>;
