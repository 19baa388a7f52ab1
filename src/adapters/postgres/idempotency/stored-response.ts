import type { Kysely, Selectable } from 'kysely';
import type { KeyedResponse, KeyedRequest } from '../../../ports/idempotency';
import type { DB } from '../database';
import { unpackedResponse } from './response-batch';

/** A stored response. */
export interface StoredResponse {
  readonly fingerprint: string;
  readonly created_at: Date;
  readonly response: KeyedResponse;
}

/** @returns the response that is stored under a key since a time */
export async function findStoredResponse(
  db: Kysely<DB>,
  { company_id, client_id, key }: Pick<KeyedRequest, 'company_id' | 'client_id' | 'key'>,
  since: Date,
): Promise<StoredResponse | undefined> {
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
  const response = row && responseOf(row);
  return response && { fingerprint: row.fingerprint.toString('hex'), created_at: row.created_at, response };
}

type Row = Pick<
  Selectable<DB['idempotency_key']>,
  'status' | 'headers' | 'body' | 'batch_position' | 'computed_value'
> & { readonly content: Buffer | null };

/**
 * A row with a status has its own response, also where it still names a batch: a node of the previous release replaces
 * an expired row without the columns that it does not know.
 *
 * @returns undefined when the row with the batch is gone: by the clock of another node, all its keys have expired
 */
function responseOf({ content, status, headers, body, ...row }: Row): KeyedResponse | undefined {
  if (status !== null) return { status, headers: headers ?? {}, body: body ?? '' };
  return content ? unpackedResponse(content, row.batch_position!, row.computed_value!) : undefined;
}
