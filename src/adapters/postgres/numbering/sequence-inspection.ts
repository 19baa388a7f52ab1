/**
 * The numbers of each period of a journal. Consecutive numbers, less their position among the numbers of the period,
 * are equal, and so form a range. $1: the company, $2: the journal.
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
  select period, min(sequence_number) as first, max(sequence_number) as last
  from numbered group by period, range
)
select s.period, s.last_number,
       array(select array[r.first, r.last] from ranges r where r.period = s.period order by r.first) as ranges,
       (select count(*)::integer from numbered c where c.period = s.period) as count,
       (select number from document d where d.company_id = $1 and d.journal_id = $2 and d.period = s.period
        order by sequence_number limit 1) as first,
       (select number from document d where d.company_id = $1 and d.journal_id = $2 and d.period = s.period
        order by sequence_number desc limit 1) as last,
       array(select distinct sequence_number from numbered c where c.period = s.period and c.nth > 1 order by 1) as duplicates,
       array(select sequence_number from numbered c where c.period = s.period and c.issue_date < c.date_before order by 1) as date_inversions
from numbering_sequence s
where s.company_id = $1 and s.journal_id = $2
order by s.period`;
