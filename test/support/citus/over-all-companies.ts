/** Statements that deliberately visit all shards of a cluster. Each works there, and fails while a worker is away. */
const OVER_ALL_COMPANIES: readonly { readonly statement: RegExp; readonly reason: string }[] = [
  {
    statement: /^delete from idempotency_key where \(company_id, client_id, key\) in \(/,
    reason: 'The sweep deletes expired keys of all companies.',
  },
  {
    statement: /^delete from webhook_delivery where \(company_id, webhook_id, id\) in \(/,
    reason: 'The sweep deletes old deliveries of all companies.',
  },
  {
    statement: /^select "company_id", "key" from "stray_file" where coalesce\(uploading_since /,
    reason: 'The sweep deletes orphaned files of all companies.',
  },
  {
    statement: /^select company_id from pending_event where company_id > \$1 order by company_id limit 1$/,
    reason: 'Each node looks for events that another node has left without positions.',
  },
  {
    statement: /^select h\.company_id from event_head h left join lateral /,
    reason: 'Checkpoints are made for the companies that are due.',
  },
  {
    statement:
      /^select company_id, position::float8 as position from event_head where company_id = any\(\$1::uuid\[\]\)$/,
    reason: 'One look for all companies whose callers wait for events.',
  },
  {
    statement: /^select p\.company_id, p\.webhook_id, p\.worker_id from webhook_progress p /,
    reason: 'A node looks for webhooks without a sender.',
  },
  {
    statement: /^update webhook_progress set worker_id = null where worker_id = \$1$/,
    reason: 'A node that stops returns all its leases.',
  },
  {
    statement:
      /^select company_id, id, sealed_secret, previous_sealed_secret, older_secrets from webhook where /,
    reason: 'The secrets of all webhooks are sealed again after a rotation of the keys.',
  },
  {
    statement:
      /^select count\(\*\)::integer as pending, min\(created_at\) as oldest from webhook_delivery where /,
    reason: 'A metric of all companies.',
  },
  {
    statement: /^select count\(\*\) filter \(where active\)::integer as active, .* from webhook$/,
    reason: 'A metric of all companies.',
  },
  {
    statement: /^select state, count\(\*\)::integer as count, min\(created_at\) as oldest from \( \(select /,
    reason: 'A metric of all companies.',
  },
  {
    statement: /^select counted\.(day|status), sum\(counted\.count\)::integer as count from company c /,
    reason: 'The overview of the console counts documents of all companies, or of one.',
  },
  {
    statement: /^select "company_id", "message_id" from "transmission" where "state" = 'pending' and /,
    reason: 'The sweep looks for pending transmissions without a job.',
  },
  {
    statement: /^select "company_id" from "transmission" where "message_id" = \$1$/,
    reason: 'An access point reports a message by its id alone.',
  },
  {
    statement:
      /^select .* from "company" (where .* )?order by "(created_at|updated_at|sort_name)" (asc|desc), "id" (asc|desc) limit \$\d+$/,
    reason: 'The management API lists companies and searches them.',
  },
  {
    statement:
      /^select "transmission"\..* from "transmission" inner join lateral .* as "document" on true inner join "company" on .* order by "transmission"\."(created|updated)_at" (asc|desc), "transmission"\."message_id" (asc|desc) limit \$\d+$/,
    reason: 'The management API lists the transmissions of all companies.',
  },
  {
    statement:
      /^select t\.company_id, c\.name as company_name, t\.document_id, .* limit \$2$|^select (w|v)\.company_id, c\.name as company_name, .* limit \$1$|^select id, name from company where id = any\(\$1::uuid\[\]\)$/,
    reason: 'The console shows what needs attention in all companies.',
  },
  {
    statement:
      /^select found\.\*, c\.name as company_name from company c cross join lateral |^select t\.company_id, c\.name as company_name, t\.message_id, .* where t\.message_id = \$1 union all /,
    reason: 'The search of the console finds documents and customers of all companies.',
  },
  {
    statement:
      /^select regexp_replace\(sealed, .* from webhook\b|^select key, size, sha256 from \( select key, size::float8 as size, sha256 from attachment |^select 1 from attachment where key = \$1 union all select 1 from reception /,
    reason: 'A backup has the keys and files of all companies.',
  },
];

/** Whether a statement visits all shards deliberately. */
export function isOverAllCompanies(text: string): boolean {
  const line = text.replace(/\s+/g, ' ').trim();
  return OVER_ALL_COMPANIES.some(({ statement }) => statement.test(line));
}
