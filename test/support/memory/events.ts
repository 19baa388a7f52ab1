import type { NewEvent } from '../../../src/domain/events/event';
import type { EventRepository } from '../../../src/ports/events/event-repository';
import type { Repositories } from '../../../src/ports/unit-of-work';
import { Table } from './table';
import type { Session } from './tables';

export function eventTables() {
  return {
    /** By company and sequence. */
    pending_events: Table.empty<NewEvent>(),
  };
}

export function eventRepositories(session: Session): Pick<Repositories, 'events'> {
  return { events: new MemoryEventRepository(session) };
}

class MemoryEventRepository implements EventRepository {
  constructor(private readonly session: Session) {}

  async append(company_id: string, events: readonly NewEvent[]): Promise<void> {
    const { pending_events } = this.session.tables;
    for (const event of events) {
      const sequence = String(pending_events.list(company_id).length + 1).padStart(9, '0');
      pending_events.set(event, company_id, sequence);
    }
  }
}
