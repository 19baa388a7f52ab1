import type { Kysely } from 'kysely';
import type {
  AttentionQueries,
  DisabledWebhook,
  FaultyLog,
  LockableClient,
  SendOfConcern,
} from '../../ports/attention';
import { withCompanyNames } from './company-names';
import type { DB } from './database';
import { countedInTime } from './counted-in-time';

/** Of the pending transmissions, this many are looked at, the oldest first. */
const MAX_PENDING = 1_000;

const SEND_COLUMNS = `t.company_id, c.name as company_name, t.document_id, d.number, d.type, t.message_id, t.receiver,
  t.document_type, coalesce(t.finished_at, t.updated_at) as at, coalesce(t.attempts -> -1 ->> 'message', d.peppol_error ->> 'message') as reason`;
const WITH_DOCUMENT = `
join document d on d.company_id = t.company_id and d.id = t.document_id
join company c on c.id = t.company_id`;

/**
 * Index: transmission_unsettled, hence the state as a literal. The subselect uses
 * transmission_of_document. $1: since; $2: limit.
 */
const unsettledSends = (state: 'failed' | 'rejected') => `
select ${SEND_COLUMNS}
from transmission t ${WITH_DOCUMENT}
where t.state = '${state}' and t.created_at >= $1 and not d.marked_sent
  and not exists (
    select from transmission later
    where later.company_id = t.company_id and later.document_id = t.document_id
      and (later.created_at, later.message_id) > (t.created_at, t.message_id)
  )
order by t.created_at desc, t.message_id desc
limit $2`;

/** Index: transmission_unsettled. $1: the time; $2: limit; $3: the time as attempts state it. */
const UNKNOWN_OUTCOMES = `
select ${SEND_COLUMNS}
from (
  select * from transmission where state = 'pending' and created_at < $1
  order by created_at, message_id limit ${MAX_PENDING}
) t ${WITH_DOCUMENT}
where t.attempts -> -1 ->> 'outcome' = 'unknown'
  and exists (
    select from jsonb_array_elements(t.attempts) attempt
    where attempt ->> 'outcome' = 'unknown' and attempt ->> 'at' < $3
  )
order by t.created_at, t.message_id
limit $2`;

/** Index: webhook_disabled. $1: limit. */
const DISABLED_WEBHOOKS = `
select w.company_id, c.name as company_name, w.id, w.client_id, w.url, w.disabled_at
from webhook w join company c on c.id = w.company_id
where w.disabled_at is not null
order by w.disabled_at desc, w.id desc
limit $1`;

/** Clients are on the coordinator of a cluster. Index: failed_attempt_window. $1: since; $2: attempts; $3: limit. */
const LOCKABLE_CLIENTS = `
select client.client_id, client.company_id, client.name, f.window_started_at, f.count
from failed_attempt f join client on client.client_id = f.client_id
where f.window_started_at >= $1 and f.count >= $2
order by f.window_started_at desc, f.client_id
limit $3`;

/** Index: log_verification_faulty. $1: limit. */
const FAULTY_LOGS = `
select v.company_id, c.name as company_name, v.verified_at, v.faults, coalesce(v.first_fault, '') as reason
from log_verification v join company c on c.id = v.company_id
where v.faults > 0
order by v.verified_at desc, v.company_id desc
limit $1`;

export class PostgresAttentionQueries implements AttentionQueries {
  constructor(private readonly db: Kysely<DB>) {}

  unsettledSends(state: 'failed' | 'rejected', since: Date, limit: number) {
    return countedInTime<SendOfConcern>(this.db, unsettledSends(state), [since, limit]);
  }

  unknownOutcomes(before: Date, limit: number) {
    return countedInTime<SendOfConcern>(this.db, UNKNOWN_OUTCOMES, [before, limit, before.toISOString()]);
  }

  disabledWebhooks(limit: number) {
    return countedInTime<DisabledWebhook>(this.db, DISABLED_WEBHOOKS, [limit]);
  }

  async lockableClients(since: Date, attempts: number, limit: number) {
    const clients = await countedInTime<Omit<LockableClient, 'company_name'>>(this.db, LOCKABLE_CLIENTS, [
      since,
      attempts,
      limit,
    ]);
    return clients && withCompanyNames(this.db, clients);
  }

  faultyLogs(limit: number) {
    return countedInTime<FaultyLog>(this.db, FAULTY_LOGS, [limit]);
  }
}
