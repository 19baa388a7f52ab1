/** Inspects the numbers of each period of a journal. $1: the company, $2: the journal. */
export const INSPECT = `
with numbered as (
  select period, sequence_number, issue_date,
         lag(issue_date) over (partition by period order by sequence_number) as date_before,
         row_number() over (partition by period, sequence_number order by id) as nth
  from document where company_id = $1 and journal_id = $2
), periods as (
  select s.period, s.last_number,
         case when s.period = j.first_period then j.first_number else 1 end as first_number
  from numbering_sequence s join journal j on j.company_id = s.company_id and j.id = s.journal_id
  where s.company_id = $1 and s.journal_id = $2
)
select p.period,
       (select count(*)::integer from numbered c where c.period = p.period) as count,
       (select number from document d where d.company_id = $1 and d.journal_id = $2 and d.period = p.period
        order by sequence_number limit 1) as first,
       (select number from document d where d.company_id = $1 and d.journal_id = $2 and d.period = p.period
        order by sequence_number desc limit 1) as last,
       array(select n from generate_series(p.first_number, p.last_number) n
             where not exists (select from numbered c where c.period = p.period and c.sequence_number = n) order by n) as gaps,
       array(select distinct sequence_number from numbered c where c.period = p.period and c.nth > 1 order by 1) as duplicates,
       array(select sequence_number from numbered c where c.period = p.period and c.issue_date < c.date_before order by 1) as date_inversions
from periods p
order by p.period`;
