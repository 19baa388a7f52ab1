import type { NewEvent } from '../../domain/events/event';

/** Events that are stored in the transaction of their changes. */
export interface EventRepository {
  /** Stores events without positions. They get positions after the commit, in this order. */
  append(company_id: string, events: readonly NewEvent[]): Promise<void>;
}
