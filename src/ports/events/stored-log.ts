import type { StoredEvent } from '../../domain/events/verification';
import type { LoggedEvent } from './event-log';

/** A row of the log, and whether it is the last event of its resource. */
export interface StoredRow extends StoredEvent {
  readonly is_latest: boolean;
}

/** The log of a company as it is stored, for proofs. */
export interface StoredLog {
  /** Rows after a position up to another one, in order. */
  rows(company_id: string, after: number, until: number, limit: number): Promise<StoredRow[]>;
  /** Whether an event of the resource follows the position. */
  isSuperseded(company_id: string, resource_id: string, position: number): Promise<boolean>;
  /** The events of a document and of its attachments, of deleted ones too, in order. */
  ofDocument(company_id: string, document_id: string): Promise<LoggedEvent[]>;
}
