import type { NetworkAnswer } from '../../domain/e-invoicing/settlement';
import type { Addressing } from '../../domain/e-invoicing/transmission';

/** The message of one transmission. */
export interface NetworkMessage extends Addressing {
  /** UUID, stored before the first attempt; the instance identifier of the envelope (SBDH). */
  readonly message_id: string;
  /** The bytes that were fixed when the send was accepted. */
  readonly xml: Uint8Array;
}

/** An access point of the network. Both methods return within 15 s. */
export interface EInvoiceNetwork {
  /**
   * Hands a message over. Every failure is a result, not an exception: `transient_failure` when the network certainly
   * did not accept the message, otherwise `unknown`.
   */
  send(message: NetworkMessage): Promise<NetworkAnswer>;
  /**
   * Queries the status of a message that was, or may have been, handed over.
   *
   * @returns null when the network certainly does not have the message
   */
  statusOf(message_id: string): Promise<NetworkAnswer | null>;
}

export type Lookup =
  /** `document_types`: document type identifiers with their scheme. */
  | { readonly kind: 'registered'; readonly document_types: readonly string[] }
  /** `hint`: a sentence on which participants this network has. */
  | { readonly kind: 'unknown_participant'; readonly hint?: string }
  | { readonly kind: 'unavailable'; readonly reason: string };

/** The directory of participants and the document types that they receive. */
export interface ParticipantDirectory {
  /**
   * Returns within 3 s; after that, `unavailable`.
   *
   * @param participant - electronic address, `scheme:value`; compared without case
   */
  lookup(participant: string): Promise<Lookup>;
}

/**
 * Delivers a document to its receiver, a company of this installation. A repeated message id changes nothing.
 *
 * @throws DomainError; any code but internal_error means that the receiver refuses the document for good
 */
export type Deliver = (message: NetworkMessage) => Promise<void>;
