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
  return {
    clients: overriding(clients, {
      async insert(client) {
        await clients.insert(client);
        const { company_id, client_id: id } = client;
        note({ company_id, resource: { type: 'client', id }, verb: 'created', after: client });
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
        const client = is_deleted && !rotated.has(client_id) && (await clients.find(client_id));
        if (client) {
          const resource = { type: 'client', id: client_id } as const;
          note({ company_id: client.company_id, resource, verb: 'revoked', after: client });
        }
        return is_deleted;
      },
      async revokeFamily(family) {
        const revoked = await clients.revokeFamily(family);
        if (!revoked) return undefined;
        const { client_id, company_id } = revoked;
        note({ company_id, resource: { type: 'client', id: client_id }, verb: 'revoked', after: revoked });
        return revoked;
      },
      async recordLockout(client_id, window, limits) {
        const locked = await clients.recordLockout(client_id, window, limits);
        if (!locked) return undefined;
        const { company_id } = locked;
        note({
          company_id,
          resource: { type: 'client', id: client_id },
          verb: 'locked',
          after: locked,
        });
        return locked;
      },
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
