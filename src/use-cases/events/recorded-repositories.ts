import { clientVerb } from '../../domain/events/changes';
import type { Repositories } from '../../ports/unit-of-work';
import { type Note, overriding } from './change';
import { recordedDocuments } from './recorded-documents';
import { recordedMasterData } from './recorded-master-data';

/**
 * Repositories that note every change of a resource. All other methods are those of the given repositories.
 *
 * @param is_received - whether a received document comes from the network, and not from a file
 */
export function recordedRepositories(
  repositories: Repositories,
  note: Note,
  { is_received }: { readonly is_received: boolean },
): Repositories {
  return {
    ...repositories,
    ...recordedDocuments(repositories, note, is_received),
    ...recordedMasterData(repositories, note),
    ...recordedAccounts(repositories, note),
  };
}

function recordedAccounts({ clients, companies }: Repositories, note: Note) {
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
        note({
          company_id,
          resource: { type: 'client', id },
          verb: clientVerb(before, after),
          before,
          after,
        });
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
