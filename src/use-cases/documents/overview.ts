import { PEPPOL_STATUSES, type PeppolStatus } from '../../domain/documents/document-status';
import type { Activity, QueueDepth } from '../../ports/documents/activity';
import type { Clock } from '../../ports/clock';
import type { Timing } from '../../ports/timing';
import { CachedByCost } from '../cached-by-cost';

/** Statistics of a company or of the installation; a part whose query exceeded its time limit is undefined. */
export interface OverviewFigures {
  /** One entry for each of the last `OVERVIEW_DAYS` days, the oldest first; the last day is today, in UTC. */
  readonly documents_per_day: readonly { readonly day: string; readonly count: number }[] | undefined;
  /** One entry for each status, in the order of `PEPPOL_STATUSES`. */
  readonly sends_by_status: readonly { readonly status: PeppolStatus; readonly count: number }[] | undefined;
  readonly queue: QueueDepth | undefined;
  readonly counted_at: Date;
}

export const OVERVIEW_DAYS = 30;
const DAY_MS = 24 * 3600 * 1000;

const MAX_ENTRIES = 200;

/** Statistics for the console, queried on demand and cached in this process. */
export class Overview {
  /** By company_id, in the order of their last use. */
  private readonly entries = new Map<string | undefined, CachedByCost<OverviewFigures>>();

  constructor(
    private readonly activity: Activity,
    private readonly clock: Clock,
    private readonly timing: Pick<Timing, 'now_ms'>,
  ) {}

  /** @param company_id - undefined for all companies together */
  figures(company_id?: string): Promise<OverviewFigures> {
    const entry = this.entries.get(company_id) ?? new CachedByCost(() => this.count(company_id), this.timing);
    this.entries.delete(company_id);
    this.entries.set(company_id, entry);
    if (this.entries.size > MAX_ENTRIES) this.entries.delete(this.entries.keys().next().value);
    return entry.value();
  }

  /** Runs the queries one after the other, on one connection. */
  private async count(company_id: string | undefined): Promise<OverviewFigures> {
    const counted_at = this.clock.now();
    const today_ms = Math.floor(counted_at.getTime() / DAY_MS) * DAY_MS;
    const from = new Date(today_ms - (OVERVIEW_DAYS - 1) * DAY_MS);
    const scope = { company_id, from, to: new Date(today_ms + DAY_MS) };
    const documents = await this.activity.documentsPerDay(scope);
    const sends = await this.activity.sendsByStatus(scope);
    const queue = await this.activity.queueDepth();
    const days = Array.from({ length: OVERVIEW_DAYS }, (_, index) =>
      new Date(from.getTime() + index * DAY_MS).toISOString().slice(0, 10),
    );
    return {
      documents_per_day: documents && days.map((day) => ({ day, count: documents.get(day) ?? 0 })),
      sends_by_status: sends && PEPPOL_STATUSES.map((status) => ({ status, count: sends.get(status) ?? 0 })),
      queue,
      counted_at,
    };
  }
}
