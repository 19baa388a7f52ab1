import { CompiledQuery } from 'kysely';
import { bufferOf } from '../../../domain/values/bytes';
import type { NumberedSend } from '../../../ports/e-invoicing/transmission-repository';
import { adding } from '../job-repository';
import { COLUMNS } from './transmission-statements';

/**
 * Inserts the transmissions of documents that were stored before; those of others are left out. $2: the transmissions;
 * $3 and $4: the payloads before the number, and after it. The `limit` keeps the planner from joining.
 */
const INSERT_NUMBERED = `
insert into transmission (company_id, ${COLUMNS.join(', ')}, payload)
select $1, ${COLUMNS.map((column) => `t.${column}`).join(', ')}, t.head || convert_to(d.number, 'UTF8') || t.tail
from company c
cross join rows from (unnest($3::bytea[], $4::bytea[]), json_populate_recordset(null::transmission, $2::json)) as t (head, tail)
cross join lateral (select number from document where company_id = $1 and id = t.document_id limit 1) d
where c.id = $1
returning true`;

/** The statements that store transmissions, after their documents, with their jobs. */
export async function sendingNumbered(
  company_id: string,
  sends: readonly NumberedSend[],
): Promise<readonly CompiledQuery[]> {
  if (sends.length === 0) return [];
  const transmissions = JSON.stringify(sends.map(({ transmission }) => transmission));
  const [heads, tails] = ([0, 1] as const).map((part) => sends.map(({ payload }) => bufferOf(payload[part])));
  const jobs = sends.map(({ transmission: { message_id } }) => ({ company_id, message_id, delay_s: 0 }));
  return [CompiledQuery.raw(INSERT_NUMBERED, [company_id, transmissions, heads, tails]), await adding(jobs)];
}
