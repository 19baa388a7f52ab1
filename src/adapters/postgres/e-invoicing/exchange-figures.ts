import type { Kysely } from 'kysely';
import type { PeppolStatus } from '../../../domain/documents/document-status';
import {
  type Exchange,
  type ExchangeFigures,
  MAX_COUNTED_MESSAGES,
} from '../../../ports/e-invoicing/exchange-figures';
import { countedInTime } from '../counted-in-time';
import type { DB } from '../database';

/** Pending transmissions are found by the index transmission_unsettled, the others by transmission_all_created. */
const TRANSMISSIONS = `
select state, count(*)::integer as count, min(created_at) as oldest from (
  (select state, created_at from transmission where state = 'pending' order by created_at limit ${MAX_COUNTED_MESSAGES})
  union all
  (select state, created_at from transmission where created_at >= $1 and state <> 'pending'
   order by created_at desc limit ${MAX_COUNTED_MESSAGES})
) counted group by state`;

/** Index: refused_message_received. */
const REFUSED = `
select count(*)::integer as count from (
  select from refused_message where received_at >= $1 limit ${MAX_COUNTED_MESSAGES}
) counted`;

interface Counted {
  readonly state: PeppolStatus;
  readonly count: number;
  readonly oldest: Date;
}

export class PostgresExchange implements Exchange {
  constructor(private readonly db: Kysely<DB>) {}

  async figures(since: Date): Promise<ExchangeFigures | undefined> {
    const rows = await countedInTime<Counted>(this.db, TRANSMISSIONS, [since]);
    const refused = await countedInTime<{ count: number }>(this.db, REFUSED, [since]);
    if (!rows || !refused) return undefined;
    return {
      transmissions: {
        pending: 0,
        sent: 0,
        delivered: 0,
        failed: 0,
        rejected: 0,
        ...Object.fromEntries(rows.map(({ state, count }) => [state, count])),
      },
      oldest_pending: rows.find(({ state }) => state === 'pending')?.oldest ?? null,
      refused: refused[0]!.count,
    };
  }
}
