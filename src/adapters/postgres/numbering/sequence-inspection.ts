/**
 * The numbers of each period of a journal. Consecutive numbers, less their position among the numbers of the period,
 * are equal, and so form a range. Subselects in place of outer joins, which Citus refuses on parameters. $1: the
 * company, $2: the journal.
 */
export const INSPECT = `
with numbered as (
  select period, sequence_number, issue_date,
         lag(issue_date) over in_order as date_before,
         sequence_number - dense_rank() over in_order as range,
         row_number() over (partition by period, sequence_number order by id) as nth
  from document where company_id = $1 and journal_id = $2
  window in_order as (partition by period order by sequence_number)
), ranges as (
  select period, array_agg(array[first, last] order by first) as ranges
  from (
    select period, min(sequence_number) as first, max(sequence_number) as last from numbered group by period, range
  ) r
  group by period
), found as (
  select period, count(*)::integer as count,
         array_agg(distinct sequence_number) filter (where nth > 1) as duplicates,
         array_agg(sequence_number order by sequence_number) filter (where issue_date < date_before) as date_inversions
  from numbered group by period
)
select s.period, s.last_number,
       coalesce((select ranges from ranges r where r.period = s.period), '{}') as ranges,
       coalesce((select count from found f where f.period = s.period), 0) as count,
       (select number from document d where d.company_id = $1 and d.journal_id = $2 and d.period = s.period
        order by sequence_number limit 1) as first,
       (select number from document d where d.company_id = $1 and d.journal_id = $2 and d.period = s.period
        order by sequence_number desc limit 1) as last,
       coalesce((select duplicates from found f where f.period = s.period), '{}') as duplicates,
       coalesce((select date_inversions from found f where f.period = s.period), '{}') as date_inversions
from numbering_sequence s
where s.company_id = $1 and s.journal_id = $2
order by s.period`;
