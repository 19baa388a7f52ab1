import { EVENT_TYPES } from '../../domain/events/event';
import { DomainError } from '../../domain/errors';
import type { EventLog, EventPage, HeadOfLog } from '../../ports/events/event-log';
import type { GrowingLogs } from '../../ports/events/growing-logs';
import type { CountedWaits } from '../../ports/counted-waits';
import type { Timing } from '../../ports/timing';

/** Waits of one client on one node. */
const MAX_WAITS = 100;

/** What a reader asks for. */
export interface FeedRequest {
  /** Position of the last event that the reader has seen; 0 for none. */
  readonly after: number;
  readonly limit: number;
  /** Exact types. Undefined: all. */
  readonly types: readonly string[] | undefined;
  readonly resource_id: string | undefined;
  /** How long the response may wait for an event, in seconds. */
  readonly wait_s: number;
}

/** Who waits, and whether it still does. */
export interface Reader {
  /** Identifies the reader, whose waits on this node are counted together. */
  readonly id: string;
  readonly signal: AbortSignal;
}

/** The events of a company in the order of their positions. */
export class EventFeed {
  constructor(
    private readonly events: EventLog,
    private readonly growing: GrowingLogs,
    private readonly timing: Pick<Timing, 'now_ms'>,
    private readonly waits: CountedWaits,
  ) {}

  /**
   * The events after a position. Without any, it waits for one.
   *
   * @throws DomainError too_many_requests when the reader has too many waits
   */
  async read(company_id: string, { wait_s, ...request }: FeedRequest, reader: Reader): Promise<EventPage> {
    const first = await this.page(company_id, request);
    if (first.events.length > 0 || first.has_more || wait_s === 0) return first;
    const until = this.timing.now_ms() + wait_s * 1000;
    return this.counted(reader.id, async () => {
      for (let page = first; ;) {
        await this.growing.wait(company_id, page.after, until, reader.signal);
        if (this.growing.isStopped || reader.signal.aborted) return page;
        page = await this.page(company_id, { ...request, after: page.after });
        if (page.events.length > 0 || page.has_more || this.timing.now_ms() >= until) return page;
      }
    });
  }

  head(company_id: string): Promise<HeadOfLog> {
    return this.events.head(company_id);
  }

  private page(company_id: string, { after, limit, types, resource_id }: Omit<FeedRequest, 'wait_s'>) {
    const is_all = types !== undefined && types.length === EVENT_TYPES.length;
    return this.events.page(company_id, after, limit, { types: is_all ? undefined : types, resource_id });
  }

  private async counted<T>(reader: string, wait: () => Promise<T>): Promise<T> {
    const end = await this.waits.enter(reader, MAX_WAITS);
    if (!end) {
      const message = `At most ${MAX_WAITS} requests of a client may wait for events.`;
      throw new DomainError('too_many_requests', message, { retry_after_s: 1 });
    }
    try {
      return await wait();
    } finally {
      end();
    }
  }
}
