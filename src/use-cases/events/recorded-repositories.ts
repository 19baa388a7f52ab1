import type { Client } from '../../domain/access/client';
import { clientVerb } from '../../domain/events/changes';
import type { OriginOf } from '../../domain/events/event';
import type { Repositories } from '../../ports/unit-of-work';
import { type Note, overriding } from './change';
import { recordedDocuments } from './recorded-documents';
import { recordedMasterData } from './recorded-master-data';

/** Repositories that note every change of a resource. All other methods are those of the given repositories. */
export function recordedRepositories(
  repositories: Repositories,
  note: Note,
  originOf: OriginOf,
): Repositories {
  return {
    ...repositories,
    ...recordedDocuments(repositories, note, originOf),
    ...recordedMasterData(repositories, note),
    ...recordedAccounts(repositories, note),
  };
}

function recordedAccounts({ clients, companies }: Repositories, note: Note) {
  /** Clients with a new secret. */
  const rotated = new Set<string>();
  /** @param client - undefined: nothing was changed */
  const noted = (client: Client | undefined, verb: 'created' | 'revoked' | 'locked') => {
    if (!client) return undefined;
    const { company_id, client_id: id } = client;
    note({ company_id, resource: { type: 'client', id }, verb, after: client });
    return client;
  };
  return {
    clients: overriding(clients, {
      async insert(client) {
        await clients.insert(client);
        noted(client, 'created');
      },
      async save(before, after) {
        await clients.save(before, after);
        if (after === before) return;
        const { company_id, client_id: id } = after;
        const verb = clientVerb(before, after);
        if (verb === 'secret_rotated') rotated.add(id);
        note({ company_id, resource: { type: 'client', id }, verb, before, after });
      },
      async deleteRefreshToken(client_id) {
        const is_deleted = await clients.deleteRefreshToken(client_id);
        // A new secret ends the old token too, and is an event of its own.
        if (is_deleted && !rotated.has(client_id)) noted(await clients.find(client_id), 'revoked');
        return is_deleted;
      },
      revokeFamily: async (family) => noted(await clients.revokeFamily(family), 'revoked'),
      recordLockout: async (client_id, window, limits) =>
        noted(await clients.recordLockout(client_id, window, limits), 'locked'),
    }),
    companies: overriding(companies, {
      async save(before, after) {
        await companies.save(before, after);
        if (after === before) return;
        note({
          company_id: after.id,
          resource: { type: 'company', id: after.id },
          verb: 'updated',
          before,
          after,
        });
      },
    }),
  } satisfies Partial<Repositories>;
}
