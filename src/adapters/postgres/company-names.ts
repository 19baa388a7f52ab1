import type { Kysely } from 'kysely';
import { countedInTime } from './counted-in-time';
import type { DB } from './database';

const COMPANY_NAMES = `select id, name from company where id = any($1::uuid[])`;

/**
 * Adds the names of their companies to clients, with a statement of its own: on a cluster, clients are on the
 * coordinator and companies on the workers.
 *
 * @returns undefined when the time limit is exceeded
 */
export async function withCompanyNames<Client extends { readonly company_id: string }>(
  db: Kysely<DB>,
  clients: readonly Client[],
): Promise<(Client & { readonly company_name: string })[] | undefined> {
  if (clients.length === 0) return [];
  const ids = [...new Set(clients.map(({ company_id }) => company_id))];
  const companies = await countedInTime<{ id: string; name: string }>(db, COMPANY_NAMES, [ids]);
  if (!companies) return undefined;
  const names = new Map(companies.map(({ id, name }) => [id, name]));
  return clients.map((client) => ({ ...client, company_name: names.get(client.company_id) ?? '' }));
}
