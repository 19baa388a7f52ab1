import type { ConsoleSessionRepository } from '../../ports/access/console-session-repository';
import type { EventHistory } from '../../ports/events/event-history';
import type { EventLog, HeadOfLog, LoggedEvent } from '../../ports/events/event-log';
import type { UnitOfWork } from '../../ports/unit-of-work';
import type { EventPositions } from './positions';

/** Events of one page. */
const LIMIT = 25;

/** Where a page of a timeline begins; without both, it is the newest page. */
export interface TimelineRequest {
  /** Only events before this position, the ones next to it. */
  readonly before?: number | undefined;
  /** Only events after this position, the ones next to it. */
  readonly after?: number | undefined;
  /** Exact types; undefined: all. */
  readonly types?: readonly string[] | undefined;
}

/** A page of a timeline. */
export interface TimelinePage {
  /** The newest first. */
  readonly events: readonly LoggedEvent[];
  /** The `before` of the page with older events; undefined on the oldest page. */
  readonly older: number | undefined;
  /** The `after` of the page with newer events; undefined on the newest page. */
  readonly newer: number | undefined;
}

/** The events of a company, the newest first, for operators. */
export class Timeline {
  constructor(
    private readonly log: Pick<EventLog, 'head' | 'page'>,
    private readonly history: EventHistory,
    private readonly positions: Pick<EventPositions, 'give'>,
    private readonly people: Pick<ConsoleSessionRepository, 'emailsOf'>,
  ) {}

  async page(
    company_id: string,
    { before, after, types }: TimelineRequest,
  ): Promise<TimelinePage & { readonly head: HeadOfLog }> {
    await this.positions.give(company_id); // so that what was answered before is shown
    const head = await this.log.head(company_id);
    if (after !== undefined) {
      const page = await this.log.page(company_id, after, LIMIT, { types });
      const newer = page.has_more ? page.after : undefined;
      const older = Math.min(after, head.position) + 1;
      return { events: [...page.events].reverse(), older: older > 1 ? older : undefined, newer, head };
    }
    const end = Math.min(before ?? Infinity, head.position + 1);
    const page = await this.history.before(company_id, end, LIMIT, types);
    const newer = end <= head.position ? end - 1 : undefined;
    return { events: page.events, older: page.has_more ? page.before : undefined, newer, head };
  }

  /** @returns the names of the clients of the company, by client_id; ids of others are left out */
  async clientNames(
    unit: UnitOfWork,
    company_id: string,
    client_ids: Iterable<string>,
  ): Promise<ReadonlyMap<string, string>> {
    const found = await unit.read(({ clients }) =>
      Promise.all([...client_ids].map((id) => clients.find(id))),
    );
    const own = found.flatMap((client) => (client?.company_id === company_id ? [client] : []));
    return new Map(own.map(({ client_id, name }) => [client_id, name]));
  }

  /** @returns the e-mail addresses of operators who signed in by OpenID Connect, by the ids of actors */
  operatorNames(ids: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
    return this.people.emailsOf(ids);
  }

  /** @returns the ids of the resources that are deleted */
  async deleted(company_id: string, resource_ids: Iterable<string>): Promise<ReadonlySet<string>> {
    return new Set(await this.history.deleted(company_id, [...resource_ids]));
  }

  /** The events of a document and of its attachments. */
  async ofDocument(company_id: string, document_id: string, before?: number): Promise<TimelinePage> {
    await this.positions.give(company_id);
    const end = before ?? Number.MAX_SAFE_INTEGER;
    const page = await this.history.ofDocument(company_id, document_id, end, LIMIT);
    return { events: page.events, older: page.has_more ? page.before : undefined, newer: undefined };
  }
}
