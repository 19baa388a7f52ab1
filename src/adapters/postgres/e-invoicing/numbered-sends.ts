import { CompiledQuery } from 'kysely';
import { bufferOf } from '../../../domain/values/bytes';
import type { NumberedSend } from '../../../ports/e-invoicing/transmission-repository';
import { nullColumnOf } from '../failures';
import { adding } from '../jobs/job-repository';
import { COLUMNS } from './transmission-statements';

/**
 * Inserts the transmissions of documents that were stored before. A document that was not stored has no number, and so
 * its transmission no payload: the statement fails, and the transaction with it.
 *
 * $2: the transmissions; $3: all payloads without the numbers, one after the other; $4: where each begins, from 1; $5
 * and $6: the lengths before the number, and after it.
 */
const INSERT_NUMBERED = `
insert into transmission (company_id, ${COLUMNS.join(', ')}, payload)
select $1, ${COLUMNS.map((column) => `t.${column}`).join(', ')},
  substring($3::bytea from t.first for t.head)
    || convert_to((select number from document where company_id = $1 and id = t.document_id), 'UTF8')
    || substring($3::bytea from t.first + t.head for t.tail)
from rows from (
  unnest($4::integer[], $5::integer[], $6::integer[]), json_populate_recordset(null::transmission, $2::json)
) as t (first, head, tail)
returning true`;

/** The statements that store transmissions, after their documents, with their jobs. */
export async function sendingNumbered(
  company_id: string,
  sends: readonly NumberedSend[],
): Promise<readonly CompiledQuery[]> {
  if (sends.length === 0) return [];
  const transmissions = JSON.stringify(sends.map(({ transmission }) => transmission));
  const payloads = Buffer.concat(sends.flatMap(({ payload }) => payload.map(bufferOf)));
  const [heads, tails] = ([0, 1] as const).map((part) => sends.map(({ payload }) => payload[part].length));
  const firsts: number[] = [];
  let next = 1;
  for (const [head, tail] of sends.map(({ payload }) => payload)) {
    firsts.push(next);
    next += head.length + tail.length;
  }
  const jobs = sends.map(({ transmission: { message_id } }) => ({ company_id, message_id, delay_s: 0 }));
  return [
    CompiledQuery.raw(INSERT_NUMBERED, [company_id, transmissions, payloads, firsts, heads, tails]),
    await adding(jobs),
  ];
}

/** Whether a transmission was not inserted because its document was not stored. */
export function isUnnumbered(error: unknown): boolean {
  return nullColumnOf(error) === 'payload';
}
