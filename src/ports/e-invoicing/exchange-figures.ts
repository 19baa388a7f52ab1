import type { PeppolStatus } from '../../domain/documents/document-status';

/** What the installation exchanges over the e-invoicing network. Counts end at `MAX_COUNTED_MESSAGES`. */
export interface ExchangeFigures {
  /** Transmissions by state: all pending ones; of each other state those that were made since the given time. */
  readonly transmissions: Readonly<Record<PeppolStatus, number>>;
  /** When the oldest pending transmission was made; null without one. */
  readonly oldest_pending: Date | null;
  /** Inbound messages that were refused since the given time. */
  readonly refused: number;
}

export const MAX_COUNTED_MESSAGES = 100_000;

/** Counts for metrics. Each query has a time limit in the database. */
export interface Exchange {
  /** @returns undefined when a query exceeds its time limit */
  figures(since: Date): Promise<ExchangeFigures | undefined>;
}
