import type { ChainHead } from '../../domain/events/chain';
/** An event that is committed and has no position yet. */
export interface PendingEvent {
  /** Ascending in the order of insertion; a decimal number. */
  readonly sequence: string;
  /** The text of the event, made by `pendingText`. */
  readonly text: string;
}

/** The head of a company's chain, and its oldest events that follow. */
export interface Unpositioned {
  readonly head: ChainHead;
  readonly pending: readonly PendingEvent[];
}

/** A pending event that follows the one before it in the chain. */
export interface Positioned {
  readonly sequence: string;
  /** SHA-256 of the content, in hexadecimal. */
  readonly content: string;
  readonly hash: string;
}

/** One row of the log. */
export interface LoggedEvent {
  readonly position: number;
  readonly id: string;
  readonly type: string;
  readonly resource_id: string;
  /** The event as JSON, exactly as every reader gets it. */
  readonly body: string;
}

/** A link of the chain: what is needed to check hashes without the events themselves. */
export interface ChainLink {
  readonly position: number;
  /** SHA-256 of the content, in hexadecimal. */
  readonly content: string;
  /** In hexadecimal. */
  readonly hash: string;
}

export interface EventFilter {
  /** Exact types. Undefined: all. */
  readonly types?: readonly string[] | undefined;
  readonly resource_id?: string | undefined;
  /** The last position that is looked at. By default, and at most, the head at the time of the read. */
  readonly until?: number | undefined;
}

/** A page of the feed. */
export interface EventPage {
  readonly events: readonly LoggedEvent[];
  /** Where to go on: the position of the last event that was looked at; the given one when there was none. */
  readonly after: number;
  /** Whether further events are stored already. */
  readonly has_more: boolean;
}

export interface HeadOfLog extends ChainHead {
  /** When the last event occurred; null when there is none. */
  readonly occurred_at: Date | null;
}

/** The events of each company, in the order of their positions. */
export interface EventLog {
  /** @returns ids of companies with events that have no position */
  companiesWithPending(limit: number): Promise<string[]>;
  /** The head and the oldest pending events of a company, from one snapshot. */
  unpositioned(company_id: string, limit: number): Promise<Unpositioned>;
  /**
   * Moves pending events to the log, to the positions after the head, if it is still the one that they follow. Their
   * bodies are their texts with positions (`positionedText`), at whose end both hashes are added.
   *
   * @param occurred_at - of the last of them
   * @returns false, with nothing stored, when another node has moved events meanwhile
   */
  append(
    company_id: string,
    head: ChainHead,
    positioned: readonly Positioned[],
    occurred_at: string,
  ): Promise<boolean>;

  head(company_id: string): Promise<HeadOfLog>;
  /** @returns the positions of the heads by company; a company without events is left out */
  heads(company_ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Events after a position, in order. Looks at a bounded number of rows, whatever the types. The events of a resource
   * are found by an index, in the whole log.
   */
  page(company_id: string, after: number, limit: number, filter: EventFilter): Promise<EventPage>;
  /** Links of the chain from a position on, in order. */
  links(company_id: string, from: number, limit: number): Promise<ChainLink[]>;
}
