import type { ResourceType } from '../../domain/events/event';
import type { DefaultScope } from '../../ports/default-pointers';
import type { Repositories } from '../../ports/unit-of-work';
import { allRows } from '../all-pages';
import { type Change, type Note, overriding } from './change';

export function recordedMasterData(repositories: Repositories, note: Note) {
  const { bank_accounts, brandings, default_pointers, delivery_locations, journals, relations } =
    repositories;
  const noteLocation = (
    company_id: string,
    relation_id: string,
    id: string,
    change: Pick<Change, 'verb' | 'before' | 'after'>,
  ) => note({ company_id, resource: { type: 'delivery_location', id }, context: { relation_id }, ...change });

  return {
    bank_accounts: overriding(bank_accounts, simple('bank_account', bank_accounts, note)),
    brandings: overriding(brandings, {
      ...simple('branding', brandings, note),
      async saveLogo(company_id, branding, logo) {
        const before = await brandings.find(company_id, branding.id);
        await brandings.saveLogo(company_id, branding, logo);
        const resource = { type: 'branding', id: branding.id } as const;
        note({ company_id, resource, verb: 'updated', before, after: branding });
      },
    }),
    default_pointers: overriding(default_pointers, {
      async move(scope, from, to, now) {
        await default_pointers.move(scope, from, to, now);
        const { company_id, kind: type } = scope;
        note({
          company_id,
          resource: { type, id: from },
          verb: 'updated',
          before: { default: true },
          load: () => findMember(repositories, scope, from),
        });
      },
    }),
    delivery_locations: overriding(delivery_locations, {
      async insert(company_id, relation_id, location) {
        await delivery_locations.insert(company_id, relation_id, location);
        noteLocation(company_id, relation_id, location.id, { verb: 'created', after: location });
      },
      async save(company_id, relation_id, before, after) {
        await delivery_locations.save(company_id, relation_id, before, after);
        if (after === before) return;
        noteLocation(company_id, relation_id, after.id, { verb: 'updated', before, after });
      },
      async delete(company_id, relation_id, id) {
        const before = await delivery_locations.find(company_id, relation_id, id);
        await delivery_locations.delete(company_id, relation_id, id);
        if (before) noteLocation(company_id, relation_id, id, { verb: 'deleted', before });
      },
    }),
    journals: overriding(journals, {
      ...simple('journal', journals, note),
      async insertDefaults(company_id, created) {
        await journals.insertDefaults(company_id, created);
        for (const journal of created) {
          const resource = { type: 'journal', id: journal.id } as const;
          note({ company_id, resource, verb: 'created', after: journal });
        }
      },
      async clearBankAccount(company_id, bank_account_id, now) {
        const ids = await journals.clearBankAccount(company_id, bank_account_id, now);
        for (const id of ids) {
          note({
            company_id,
            resource: { type: 'journal', id },
            verb: 'updated',
            before: { bank_account_id },
            load: () => journals.find(company_id, id),
          });
        }
        return ids;
      },
    }),
    relations: overriding(relations, {
      ...simple('relation', relations, note),
      async insertAll(company_id, created, options) {
        await relations.insertAll(company_id, created, options);
        for (const relation of created) {
          const resource = { type: 'relation', id: relation.id } as const;
          note({ company_id, resource, verb: 'created', after: relation });
        }
      },
      async delete(company_id, id) {
        const before = await relations.find(company_id, id);
        const locations = await allRows((page) => delivery_locations.list(company_id, id, {}, page));
        await relations.delete(company_id, id);
        for (const location of locations) {
          noteLocation(company_id, id, location.id, { verb: 'deleted', before: location });
        }
        if (before) note({ company_id, resource: { type: 'relation', id }, verb: 'deleted', before });
      },
    }),
  } satisfies Partial<Repositories>;
}

interface SimpleRepository<T extends { readonly id: string }> {
  find(company_id: string, id: string): Promise<T | undefined>;
  save(company_id: string, before: T, after: T): Promise<void>;
  delete(company_id: string, id: string): Promise<void>;
}

/** The methods of a repository of resources that nothing else changes. */
function simple<T extends { readonly id: string }>(
  type: ResourceType,
  repository: SimpleRepository<T> & { insert?(company_id: string, resource: T): Promise<void> },
  note: Note,
) {
  return {
    async insert(company_id: string, resource: T) {
      await repository.insert!(company_id, resource);
      note({ company_id, resource: { type, id: resource.id }, verb: 'created', after: resource });
    },
    async save(company_id: string, before: T, after: T) {
      await repository.save(company_id, before, after);
      if (after !== before)
        note({ company_id, resource: { type, id: after.id }, verb: 'updated', before, after });
    },
    async delete(company_id: string, id: string) {
      const before = await repository.find(company_id, id);
      await repository.delete(company_id, id);
      if (before) note({ company_id, resource: { type, id }, verb: 'deleted', before });
    },
  };
}

function findMember(
  { bank_accounts, brandings, journals }: Repositories,
  { kind, company_id }: DefaultScope,
  id: string,
): Promise<object | undefined> {
  return { bank_account: bank_accounts, branding: brandings, journal: journals }[kind].find(company_id, id);
}
