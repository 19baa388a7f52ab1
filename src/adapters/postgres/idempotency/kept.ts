import type { Kysely, Selectable } from 'kysely';
import type { KeptAnswer, KeyedRequest } from '../../../ports/idempotency';
import type { DB } from '../database';
import { unpacked } from './response-batch';

/** A stored response. */
export interface Kept {
  readonly fingerprint: string;
  readonly created_at: Date;
  readonly answer: KeptAnswer;
}

/** @returns the response that is stored under a key since a time */
export async function findKept(
  db: Kysely<DB>,
  { company_id, client_id, key }: Pick<KeyedRequest, 'company_id' | 'client_id' | 'key'>,
  since: Date,
): Promise<Kept | undefined> {
  const row = await db
    .selectFrom('idempotency_key as kept')
    .select(['fingerprint', 'created_at', 'status', 'headers', 'body', 'batch_position', 'computed_value'])
    .select((builder) =>
      builder
        .selectFrom('idempotency_key as batch')
        .select('batch.batch_content')
        .where('batch.company_id', '=', company_id)
        .whereRef('batch.batch_id', '=', 'kept.batch_id')
        .where('batch.batch_content', 'is not', null)
        .limit(1)
        .as('content'),
    )
    .where('company_id', '=', company_id)
    .where('client_id', '=', client_id)
    .where('key', '=', key)
    .where('created_at', '>=', since)
    .executeTakeFirst();
  const answer = row && answerOf(row);
  return answer && { fingerprint: row.fingerprint.toString('hex'), created_at: row.created_at, answer };
}

type Row = Pick<
  Selectable<DB['idempotency_key']>,
  'status' | 'headers' | 'body' | 'batch_position' | 'computed_value'
> & { readonly content: Buffer | null };

/** @returns undefined when a sweep is deleting the batch, all of whose keys have expired by its clock */
function answerOf({ content, status, headers, body, ...row }: Row): KeptAnswer | undefined {
  if (content) return unpacked(content, row.batch_position!, row.computed_value!);
  return status === null ? undefined : { status, headers: headers ?? {}, body: body ?? '' };
}
