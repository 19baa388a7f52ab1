import type { Kysely } from 'kysely';
import type { NumberedSequence } from '../../../domain/numbering/sequence-gaps';
import type { NumberedSequences } from '../../../ports/numbering/numbered-sequences';
import { countedInTime } from '../counted-in-time';
import type { DB } from '../database';

/** Counts in the index document_sequence_number. $1: the company. */
const SEQUENCES = `
select s.journal_id, s.period, s.last_number, coalesce(n.documents, 0) as documents, n.lowest, n.highest
from numbering_sequence s
left join (
  select d.journal_id, d.period, count(*)::integer as documents, min(d.sequence_number) as lowest,
    max(d.sequence_number) as highest
  from document d
  where d.company_id = $1 and d.journal_id is not null
  group by d.journal_id, d.period
) n on n.journal_id = s.journal_id and n.period = s.period
where s.company_id = $1
order by s.journal_id, s.period desc`;

export class PostgresNumberedSequences implements NumberedSequences {
  constructor(private readonly db: Kysely<DB>) {}

  list(company_id: string) {
    return countedInTime<NumberedSequence & { journal_id: string }>(this.db, SEQUENCES, [company_id]);
  }
}
