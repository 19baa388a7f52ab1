import type { AttemptWindow } from '../domain/access/failed-attempts';
import type { DocumentType } from '../domain/documents/document-type';

interface OfCompany {
  readonly company_id: string;
  readonly company_name: string;
}

/** The latest transmission of a document. */
export interface SendOfConcern extends OfCompany {
  readonly document_id: string;
  readonly number: string;
  readonly type: DocumentType;
  readonly message_id: string;
  readonly receiver: string;
  /** The identifier of the network. */
  readonly document_type: string;
  /** When the state became final, or the last attempt was made. */
  readonly at: Date;
  /** What the network reported last; null when it stated no reason. */
  readonly reason: string | null;
}

/** A webhook that the service turned off because of its failures. */
export interface DisabledWebhook extends OfCompany {
  readonly id: string;
  readonly client_id: string;
  readonly url: string;
  readonly disabled_at: Date;
}

/** A client with at least as many failed attempts as lock it out. */
export interface LockableClient extends OfCompany, AttemptWindow {
  readonly client_id: string;
  readonly name: string;
}

/** A log whose last verification found faults. */
export interface FaultyLog extends OfCompany {
  readonly verified_at: Date;
  readonly faults: number;
  readonly reason: string;
}

/**
 * What operators must look at, over all companies. Each list is limited, the latest first, and read with a time limit
 * in the database; it is undefined when it exceeds the time limit.
 */
export interface AttentionQueries {
  /**
   * Documents whose latest transmission is in the state, unless they were marked as sent by other means.
   *
   * @param since - transmissions that were accepted before are left out
   */
  unsettledSends(
    state: 'failed' | 'rejected',
    since: Date,
    limit: number,
  ): Promise<readonly SendOfConcern[] | undefined>;
  /** Pending transmissions with an unknown outcome of the last attempt, and of one before a time: the oldest first. */
  unknownOutcomes(before: Date, limit: number): Promise<readonly SendOfConcern[] | undefined>;
  disabledWebhooks(limit: number): Promise<readonly DisabledWebhook[] | undefined>;
  /** @param since - windows that began before are left out @param attempts - that lock a client out */
  lockableClients(
    since: Date,
    attempts: number,
    limit: number,
  ): Promise<readonly LockableClient[] | undefined>;
  faultyLogs(limit: number): Promise<readonly FaultyLog[] | undefined>;
}
