import type { LoggedEvent } from './event-log';

/** Events before a position. */
export interface EarlierEvents {
  /** The newest first. */
  readonly events: readonly LoggedEvent[];
  /** Where to go on: the position of the last event that was looked at. */
  readonly before: number;
  /** Whether earlier events are stored. */
  readonly has_more: boolean;
}

/** The log of a company, read backwards. */
export interface EventHistory {
  /**
   * Looks at a bounded number of rows, whatever the types.
   *
   * @param before - at most the position after the head
   * @param types - exact types; undefined: all
   */
  before(
    company_id: string,
    before: number,
    limit: number,
    types: readonly string[] | undefined,
  ): Promise<EarlierEvents>;
  /** The events of a document and of its attachments, of deleted ones too. */
  ofDocument(company_id: string, document_id: string, before: number, limit: number): Promise<EarlierEvents>;
  /** @returns those of the resources whose last event is their deletion */
  deleted(company_id: string, resource_ids: readonly string[]): Promise<readonly string[]>;
}
