import { CompiledQuery } from 'kysely';
import { PEPPOL_STATUS_ROWS, PEPPOL_STATUSES } from '../../../domain/documents/document-status';
import type { Transmission } from '../../../domain/e-invoicing/transmission';
import { bufferOf } from '../../../domain/values/bytes';
import type { TransmissionChange } from '../../../ports/e-invoicing/transmission-repository';
import { DOCUMENT_COLUMNS, type TakenRow } from './transmission-rows';

export const COLUMNS = [
  'message_id',
  'document_id',
  'state',
  'sender',
  'receiver',
  'document_type',
  'process',
  'sender_country',
  'lacks_pdf',
  'generation',
  'attempts',
  'created_at',
  'updated_at',
  'finished_at',
] as const;

/**
 * Largest payload, in bytes, that is read together with its transmission. Most payloads have about 40,000 bytes,
 * including the PDF.
 */
const SMALL = 131_072;

const DOCUMENT_FIELDS = DOCUMENT_COLUMNS.map((column) => `d.${column} as document_${column}`).join(', ');

const TRANSMISSION_FIELDS = COLUMNS.map((column) => `t.${column}`).join(', ');

/** States with a possible next state. */
const OPEN = PEPPOL_STATUSES.filter((status) => PEPPOL_STATUS_ROWS[status].next.length > 0);

/**
 * A single statement, so that only one of two workers takes a transmission. It starts an attempt under the same
 * condition as `isAcceptedByNetwork`: when the network has accepted the message already, only its status is queried.
 * The payload is UTF-8, as `UblWriter` and `ResponseWriter` write it; as text it is sent in half the size of `bytea`.
 * It is read outside of the CTE, which would hold all of them in memory.
 *
 * `w.nth = abs(w.nth)` is always true; it makes the planner expect one row, which it looks up by key also without
 * statistics, as the lateral subselect does for documents. The statement locks rows in the order of its plan: two that
 * want the same transmissions, which happens after an expired lease, may deadlock, and one of them is retried. The
 * document of a transmission never changes.
 */
const TAKE = `
with taken as (
  update transmission t
  set generation = generation + 1,
      updated_at = w.now,
      attempts = case
        when t.state <> 'pending' or attempts -> -1 ->> 'outcome' = 'accepted' then attempts
        else attempts || w.started
      end
  from unnest($2::uuid[], $3::timestamptz[], $4::jsonb[]) with ordinality as w (message_id, now, started, nth)
  where w.nth = abs(w.nth) and t.company_id = $1 and t.message_id = w.message_id
    and t.state in (${OPEN.map((state) => `'${state}'`).join(', ')})
  returning ${TRANSMISSION_FIELDS}, t.payload
)
select ${TRANSMISSION_FIELDS}, length(t.payload) as payload_size,
  case when length(t.payload) <= ${SMALL} then convert_from(t.payload, 'UTF8') end as payload, ${DOCUMENT_FIELDS}
from taken t
cross join lateral (
  select ${DOCUMENT_COLUMNS.join(', ')} from document where company_id = $1 and id = t.document_id limit 1
) d`;

const COMPLETE = `
update transmission set payload = $4, lacks_pdf = false
where company_id = $1 and message_id = $2 and generation = $3 and state = 'pending' and lacks_pdf
returning true`;

/** A transmission with its complete payload. */
export interface Completed {
  readonly taken: Pick<Transmission, 'message_id' | 'generation'>;
  readonly payload: Uint8Array;
}

/** The statement that stores a complete payload. It returns a row if it has stored it. */
export function completing(company_id: string, { taken, payload }: Completed): CompiledQuery {
  const { message_id, generation } = taken;
  return CompiledQuery.raw(COMPLETE, [company_id, message_id, generation, bufferOf(payload)]);
}

/** `started` is the outcome of the attempt that `TAKE` has added for this fencing token. */
export const PUT_BACK = `
update transmission set generation = generation - 1, attempts = attempts - -1
where company_id = $1 and message_id = $2 and generation = $3 and attempts -> -1 ->> 'outcome' = 'started'
returning true`;

/** A transmission that a worker wants to take. */
export interface Wanted {
  readonly message_id: string;
  readonly now: Date;
}

/** The statement that takes different transmissions. It returns a row for each that it has taken. */
export function taking(company_id: string, wanted: readonly Wanted[]): CompiledQuery<TakenRow> {
  const ids = wanted.map(({ message_id }) => message_id);
  const times = wanted.map(({ now }) => now);
  const started = times.map((now) =>
    JSON.stringify({ at: now.toISOString(), outcome: 'started', message: null }),
  );
  return CompiledQuery.raw(TAKE, [company_id, ids, times, started]);
}

/**
 * Run before the transmission is locked by a second statement, which sees everything that was committed while this one
 * waited for the lock.
 */
export const LOCK_DOCUMENT = `
select ${DOCUMENT_FIELDS} from document d
where d.company_id = $1
  and d.id = (select document_id from transmission where company_id = $1 and message_id = $2)
for update`;

/** A column of stored changes: its name and type in the statement, and its value. */
type Column = readonly [name: string, type: string, valueOf: (change: TransmissionChange) => unknown];

const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

/** What was read of the transmission and of its document, and the new state of the transmission. */
const TRANSMISSION_CHANGE: readonly Column[] = [
  ['message_id', 'uuid', ({ before }) => before.message_id],
  ['document_id', 'uuid', ({ before }) => before.document_id],
  ['read_version', 'integer', ({ before }) => before.document.version],
  ['read_generation', 'integer', ({ before }) => before.generation],
  ['read_state', 'text', ({ before }) => before.state],
  ['state', 'text', ({ after }) => after.state],
  ['attempts', 'jsonb', ({ after }) => json(after.attempts)],
  ['finished_at', 'timestamptz', ({ after }) => after.finished_at],
  ['updated_at', 'timestamptz', ({ after }) => after.updated_at],
];
const DOCUMENT_CHANGE: readonly Column[] = [
  ['status', 'text', ({ after }) => after.document.status],
  ['peppol_status', 'text', ({ after }) => after.document.peppol_status],
  ['peppol_error', 'json', ({ after }) => json(after.document.peppol_error)],
  ['sent_at', 'timestamptz', ({ after }) => after.document.sent_at],
  ['version', 'integer', ({ after }) => after.document.version],
  ['document_updated_at', 'timestamptz', ({ after }) => after.document.updated_at],
];
const RESPONSES_CHANGE: readonly Column[] = [
  ['responses', 'json', ({ after }) => json(after.document.responses)],
];

/**
 * A statement that stores changes of different documents. It returns the positions of the stored ones, from 1.
 *
 * It locks each document before its transmission: every statement that locks both does so in this order. A document
 * that another transaction has locked counts as changed, so that the other changes of the transaction do not wait for
 * it. As in `TAKE`, all rows are looked up by key, also without statistics.
 *
 * @param report - further columns of a change `c`, what is set in its document `d`, and when
 */
function storing(report: {
  readonly columns: readonly Column[];
  readonly set: string;
  readonly when: string;
}) {
  const columns = [...TRANSMISSION_CHANGE, ...report.columns];
  const text = `
with change as (
  select * from unnest(${columns.map(([, type], index) => `$${index + 2}::${type}[]`).join(', ')})
    with ordinality as c (${columns.map(([name]) => name).join(', ')}, nth)
  where c.nth = abs(c.nth)
), locked as (
  select c.nth, d.id from change c
  cross join lateral (
    select id from document where company_id = $1 and id = c.document_id and version = c.read_version
    for update skip locked
  ) d
), settled as (
  update transmission t
  set state = c.state, attempts = c.attempts, finished_at = c.finished_at, updated_at = c.updated_at
  from locked l join change c on c.nth = l.nth
  where t.company_id = $1 and t.message_id = c.message_id and t.document_id = l.id
    and t.generation = c.read_generation and t.state = c.read_state
  returning c.nth
), reported as (
  update document d set ${report.set}
  from settled s join change c on c.nth = s.nth
  where d.company_id = $1 and d.id = c.document_id and ${report.when}
)
select nth::integer from settled`;
  return (company_id: string, changes: readonly TransmissionChange[]) => {
    const values = columns.map(([, , valueOf]) => changes.map(valueOf));
    return CompiledQuery.raw(text, [company_id, ...values]) as CompiledQuery<{ nth: number }>;
  };
}

/** `networkSettled` computed the state of both from the version of the document that is given here. */
export const storingDocuments = storing({
  columns: DOCUMENT_CHANGE,
  set: `status = c.status, peppol_status = c.peppol_status, peppol_error = c.peppol_error, sent_at = c.sent_at,
    version = c.version, updated_at = c.document_updated_at`,
  when: 'd.version <> c.version',
});

/** Like `storingDocuments` for transmissions of responses. The caller has locked the document, whose version stays. */
export const storingResponses = storing({
  columns: RESPONSES_CHANGE,
  set: 'responses = c.responses',
  when: 'true',
});
