import { CompiledQuery } from 'kysely';
import { PEPPOL_STATUS_ROWS, PEPPOL_STATUSES } from '../../../domain/documents/document-status';
import type { ReportedDocument } from '../../../domain/e-invoicing/network-transitions';
import { isResponse, type Transmission } from '../../../domain/e-invoicing/transmission';
import { bufferOf } from '../../../domain/values/bytes';
import type { TransmissionChange } from '../../../ports/e-invoicing/transmission-repository';

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

/** Columns of the document that depend on its transmission. */
export const DOCUMENT_COLUMNS = [
  'status',
  'peppol_status',
  'peppol_error',
  'sent_at',
  'marked_sent',
  'version',
  'updated_at',
  'responses',
] as const satisfies readonly (keyof ReportedDocument)[];

const DOCUMENT_FIELDS = DOCUMENT_COLUMNS.map((column) => `d.${column} as document_${column}`).join(', ');

/** States with a possible next state. */
const OPEN = PEPPOL_STATUSES.filter((status) => PEPPOL_STATUS_ROWS[status].next.length > 0);

/**
 * A single statement, so that only one of two workers takes the transmission. It starts an attempt under the same
 * condition as `isAcceptedByNetwork`: when the network has accepted the message already, only its status is queried. The
 * payload is UTF-8, as `UblWriter` and `ResponseWriter` write it; as text it is sent in half the size of `bytea`.
 * The document, which never changes, is looked up by a subselect: without statistics, the planner would join all
 * documents of the company. $4: the started attempt.
 */
const TAKE = `
update transmission t
set generation = generation + 1,
    updated_at = $3,
    attempts = case
      when t.state <> 'pending' or attempts -> -1 ->> 'outcome' = 'accepted' then attempts
      else attempts || $4::jsonb
    end
from document d
where t.company_id = $1 and t.message_id = $2 and t.state in (${OPEN.map((state) => `'${state}'`).join(', ')})
  and d.company_id = $1 and d.id = (select document_id from transmission where company_id = $1 and message_id = $2)
returning ${COLUMNS.map((column) => `t.${column}`).join(', ')}, length(payload) as payload_size,
  case when length(payload) <= ${SMALL} then convert_from(payload, 'UTF8') end as payload, ${DOCUMENT_FIELDS}`;

const COMPLETE = `
update transmission set payload = $4, lacks_pdf = false
where company_id = $1 and message_id = $2 and generation = $3 and lacks_pdf
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

/** A transmission that a worker wants to take. */
export interface Wanted {
  readonly message_id: string;
  readonly now: Date;
}

/** The statement that takes a transmission. It returns a row if it has taken it. */
export function taking(company_id: string, { message_id, now }: Wanted): CompiledQuery {
  const started = { at: now.toISOString(), outcome: 'started', message: null };
  return CompiledQuery.raw(TAKE, [company_id, message_id, now, JSON.stringify(started)]);
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

/**
 * Locks the document first: every statement that locks document and transmission does so in this order. A document that
 * another transaction has locked counts as changed, so that the other changes of the transaction do not wait for it.
 */
const SETTLE = `
with locked as (
  select id from document where company_id = $1 and id = $3 and version = $4 for update skip locked
), settled as (
  update transmission t
  set state = $7::text, attempts = $8::jsonb, finished_at = $9, updated_at = $10
  from locked
  where t.company_id = $1 and t.message_id = $2 and t.document_id = locked.id
    and t.generation = $5 and t.state = $6::text
  returning t.document_id
)`;

/** `networkSettled` computed the state of both from the version of the document that is given here. */
const SAVE = `${SETTLE}, reported as (
  update document d
  set status = $11, peppol_status = $12, peppol_error = $13::json, sent_at = $14, version = $15, updated_at = $16
  where d.company_id = $1 and d.id = (select document_id from settled) and d.version <> $15
)
select document_id from settled`;

/** Like `SAVE` for the transmission of a response. The caller has locked the document, whose version stays. */
const SAVE_RESPONSE = `${SETTLE}, reported as (
  update document d set responses = $11::json where d.company_id = $1 and d.id = (select document_id from settled)
)
select document_id from settled`;

/** The statement that stores a change. It returns a row if it has stored it. */
export function saving(company_id: string, { before, after }: TransmissionChange): CompiledQuery {
  const { state, attempts, finished_at, updated_at, document } = after;
  const { peppol_error, responses } = document;
  const settled = [
    ...[company_id, before.message_id, before.document_id, before.document.version],
    ...[before.generation, before.state],
    ...[state, JSON.stringify(attempts), finished_at, updated_at],
  ];
  return isResponse(before)
    ? CompiledQuery.raw(SAVE_RESPONSE, [...settled, JSON.stringify(responses)])
    : CompiledQuery.raw(SAVE, [
        ...settled,
        ...[document.status, document.peppol_status, peppol_error && JSON.stringify(peppol_error)],
        ...[document.sent_at, document.version, document.updated_at],
      ]);
}
