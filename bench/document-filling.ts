import { createAccount, type Account } from './account';
import type { Bench } from './bench';
import { statement } from './database';

const RELATIONS = 500;
const JOURNALS = 4;
const FORMER = 13;

/** One of several companies with as many documents each, and values for its filters. */
export interface FilledCompany {
  readonly account: Account;
  readonly journal_id: string;
  readonly relation_id: string;
}

/** Inserts rows directly, because a million requests would take too long. */
export async function fillDocuments(
  { service, service_database_url, cores, note }: Bench,
  { companies, documents_each }: { readonly companies: number; readonly documents_each: number },
): Promise<FilledCompany[]> {
  note(`  making ${(companies * documents_each).toLocaleString('en')} documents`);
  const accounts: Account[] = [];
  while (accounts.length < companies) {
    const next = Array.from({ length: Math.min(cores, companies - accounts.length) }, async () => {
      const account = await createAccount(service);
      const rows = [relations, journals, documents].map((of) => of(account.company_id, documents_each));
      await statement(service_database_url, rows.join(';'));
      return account;
    });
    accounts.push(...(await Promise.all(next)));
  }
  await statement(service_database_url, 'vacuum (analyze) document, relation, journal, numbering_sequence');
  return accounts.map((account) => ({ account, journal_id: idOf('b', 1), relation_id: idOf('a', 7) }));
}

/** Ids only have to differ within a company. */
function idOf(kind: 'a' | 'b', n: number): string {
  return `00000000-0000-7000-${kind}000-${n.toString(16).padStart(12, '0')}`;
}

const idText = (kind: 'a' | 'b', n: string) =>
  `('00000000-0000-7000-${kind}000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/** The name of relation `n`: all have a first part, 25 the same second one, and each its own number. */
const nameText = (n: string) =>
  `'Customer ' || (array['Peeters', 'Janssens', 'Maes', 'Jacobs', 'Mertens', 'Willems', 'Claes', 'Goossens', 'Wouters', 'De Smet',
    'Dubois', 'Lambert', 'Dupont', 'Martin', 'Simon', 'Laurent', 'Leroy', 'Renard', 'Petit', 'Moreau'])[1 + ${n} % 20]
    || ' ' || lpad((${n})::text, 3, '0')`;

const relations = (company_id: string) => `
insert into relation (company_id, id, type, name, sort_name, search_name, address, created_at, updated_at)
select '${company_id}', ${idText('a', 'n')}, 'company', name, upper(name), upper(name), '{"country_code": "BE"}', now(), now()
from generate_series(0, ${RELATIONS - 1}) n, lateral (select ${nameText('n')} as name) named`;

const journals = (company_id: string, count: number) => `
insert into journal (company_id, id, code, name, category, sequence_scope, number_format, number_pattern, first_number,
  first_period, active, created_at, updated_at)
select '${company_id}', ${idText('b', 'n')}, 'F' || n, 'F', 'sales', 'continuous', 'F' || n || '-{seq}', 'F' || n || '-{seq}', 1, '',
  true, now(), now()
from generate_series(0, ${JOURNALS - 1}) n;
insert into numbering_sequence select company_id, id, '', ${count}, '2025-10-01' from journal
where company_id = '${company_id}' and code like 'F%'`;

/** Journals follow each other, as years do, so that old documents have a beginning of their numbers in common. */
const journalOf = (count: number) => `((n - 1) * ${JOURNALS} / ${count})`;
/** One customer, `FORMER`, has half of the oldest 20,000 documents and none later. */
const RELATION = `(case when n <= 20000 and n % 2 = 0 then ${FORMER} when n * 7 % ${RELATIONS} = ${FORMER} then 0 else n * 7 % ${RELATIONS} end)`;

/** Documents of six years, most of them sent and paid. */
const documents = (company_id: string, count: number) => `
set synchronous_commit = off;
insert into document (company_id, id, type, journal_id, period, sequence_number, number, status, accounting_status,
  peppol_status, payment_status, relation_id, issue_date, due_date, currency, language, payment_reference_made,
  seller, buyer, lines, allowance_charges, vat_breakdown, totals, created_at, updated_at)
select '${company_id}', gen_random_uuid(), case when n % 50 = 0 then 'credit_note' else 'invoice' end,
  ${idText('b', journalOf(count))}, '', n, 'F' || ${journalOf(count)} || '-' || n,
  case when n % 20 = 0 then 'draft' else 'sent' end, case when n % 1000 = 0 then 'pending' else 'transmitted' end,
  case when n % 3 = 0 then 'delivered' when n % 997 = 0 then 'failed' end,
  case when n % 10 = 0 then 'unpaid' else 'paid' end, ${idText('a', RELATION)},
  at::date, at::date + 30, case when n % 100 = 0 then 'USD' else 'EUR' end, 'en', false,
  '{"name": "Bench Company", "vat": "BE0123456749", "identifier": "0123456749", "electronic_address": null, "email": null, "phone": null, "website": null, "contact_name": null, "legal_information": null, "address": {"country_code": "BE", "street": "Rue de la Loi", "street_number": "16", "postal_code": "1000", "city": "Brussels"}}',
  json_build_object('name', ${nameText(RELATION)}, 'vat', null, 'identifier', null, 'electronic_address', null, 'email', null, 'phone', null, 'website', null, 'contact_name', null, 'legal_information', null, 'address', '{"country_code": "BE", "street": "Meir", "street_number": "1", "postal_code": "2000", "city": "Antwerp"}'::json),
  json_build_array(${Array.from({ length: 3 }, () => `json_build_object('name', 'Consulting', 'quantity', '8', 'unit', 'HUR', 'unit_price', '95', 'vat_rate', '21.00', 'vat_category', 'S', 'net_amount', '760.00')`).join(', ')}),
  '[]', '[{"category": "S", "rate": "21.00", "taxable_amount": "2280.00", "vat_amount": "478.80"}]',
  '{"lines": "2280.00", "allowances": "0.00", "charges": "0.00", "tax_exclusive": "2280.00", "tax": "478.80", "tax_inclusive": "2758.80", "rounding": "0.00", "paid": "0.00", "payable": "2758.80", "tax_in_company_currency": null}',
  at, at
from (select n, timestamptz '2020-01-01' + n * interval '30 minutes' as at from generate_series(1, ${count}) n) t`;
