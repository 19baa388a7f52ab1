import type { EarlierEvents, EventHistory } from '../../../src/ports/events/event-history';
import { eventsOfDocument, loggedEvent, type MemoryLogs } from './proof';

/** How many events one page looks at, when few of them have the types. */
const LOOKED_AT = 1_000;

export class MemoryEventHistory implements EventHistory {
  constructor(private readonly logs: MemoryLogs) {}

  async before(
    company_id: string,
    before: number,
    limit: number,
    types: readonly string[] | undefined,
  ): Promise<EarlierEvents> {
    const from = Math.max(before - LOOKED_AT, 1);
    const looked_at = this.logs.of(company_id).slice(from - 1, before - 1);
    const found = looked_at.filter(({ type }) => types === undefined || types.includes(type)).reverse();
    const events = found.slice(0, limit).map(loggedEvent);
    const last = events.length === limit ? events.at(-1)!.position : from;
    return { events, before: last, has_more: last > 1 };
  }

  async ofDocument(
    company_id: string,
    document_id: string,
    before: number,
    limit: number,
  ): Promise<EarlierEvents> {
    const earlier = this.logs.of(company_id).filter(({ position }) => position < before);
    const found = eventsOfDocument(earlier, document_id).reverse();
    const events = found.slice(0, limit);
    return { events, before: events.at(-1)?.position ?? before, has_more: found.length > limit };
  }

  async deleted(company_id: string, resource_ids: readonly string[]): Promise<readonly string[]> {
    const last_types = new Map(this.logs.of(company_id).map(({ resource_id, type }) => [resource_id, type]));
    return resource_ids.filter((id) => last_types.get(id)?.endsWith('.deleted'));
  }
}
