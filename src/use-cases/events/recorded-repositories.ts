import { clientVerb, documentVerb } from '../../domain/events/changes';
import type { ResourceType } from '../../domain/events/event';
import type { DeliveryLocation } from '../../domain/master-data/delivery-location';
import type { DefaultScope } from '../../ports/default-pointers';
import type { Repositories } from '../../ports/unit-of-work';

/** A change of one resource. */
export interface Change {
  readonly company_id: string;
  readonly resource: { readonly type: ResourceType; readonly id: string };
  /** The part of the event's type after the dot. */
  readonly verb: string;
  /** The resource before the change; some of its fields are enough for an update. Absent for a new one. */
  readonly before?: object | undefined;
  /** The resource after the change; absent for a deleted one. A function loads it when only parts of it are known. */
  readonly after?: object | (() => Promise<object | undefined>);
  /** Fields that identify the resource and are not among its own. */
  readonly context?: { readonly relation_id?: string; readonly document_id?: string };
}

type Note = (change: Change) => void;

/** More rows than a page of a list has. */
const PAGE = { sort: 'created_at', limit: 200 } as const;

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

function recordedDocuments(repositories: Repositories, note: Note, is_received: boolean) {
  const { attachments, documents, links, transmissions } = repositories;
  const noteDocument = (company_id: string, id: string, change: Omit<Change, 'company_id' | 'resource'>) =>
    note({ company_id, resource: { type: 'document', id }, ...change });
  const notePayment = (company_id: string, document_id: string, verb: string) =>
    noteDocument(company_id, document_id, { verb, after: () => documents.find(company_id, document_id) });

  return {
    attachments: overriding(attachments, {
      async insertAll(company_id, document_id, added) {
        await attachments.insertAll(company_id, document_id, added);
        for (const attachment of added) {
          const resource = { type: 'attachment', id: attachment.id } as const;
          note({ company_id, resource, verb: 'created', after: attachment, context: { document_id } });
        }
      },
      async delete(company_id, document_id, id) {
        const before = await attachments.find(company_id, document_id, id);
        await attachments.delete(company_id, document_id, id);
        const resource = { type: 'attachment', id } as const;
        if (before) note({ company_id, resource, verb: 'deleted', before, context: { document_id } });
      },
    }),
    documents: overriding(documents, {
      async issue(company_id, request) {
        const issued = await documents.issue(company_id, request);
        if (issued) noteDocument(company_id, issued.id, { verb: 'created', after: issued });
        return issued;
      },
      async insertReceived(company_id, document) {
        await documents.insertReceived(company_id, document);
        noteDocument(company_id, document.id, {
          verb: is_received ? 'received' : 'imported',
          after: document,
        });
      },
      async save(company_id, before, after) {
        await documents.save(company_id, before, after);
        if (after === before) return;
        noteDocument(company_id, after.id, { verb: documentVerb(before, after), before, after });
      },
      async deleteLast(company_id, document) {
        await documents.deleteLast(company_id, document);
        for (const attachment of document.attachments) {
          const resource = { type: 'attachment', id: attachment.id } as const;
          const context = { document_id: document.id };
          note({ company_id, resource, verb: 'deleted', before: attachment, context });
        }
        noteDocument(company_id, document.id, { verb: 'deleted', before: document });
      },
    }),
    links: overriding(links, {
      async insert(company_id, link) {
        await links.insert(company_id, link);
        if (link.target === 'document' && link.amount !== null)
          notePayment(company_id, link.target_id, 'payment_recorded');
      },
      async delete(company_id, id) {
        const link = await links.find(company_id, id);
        await links.delete(company_id, id);
        if (link?.target === 'document' && link.amount !== null)
          notePayment(company_id, link.target_id, 'payment_removed');
      },
    }),
    transmissions: overriding(transmissions, {
      async save(company_id, before, after) {
        const is_saved = await transmissions.save(company_id, before, after);
        if (is_saved && after.document.version !== before.document.version) {
          noteDocument(company_id, before.document_id, {
            verb: documentVerb(before.document, after.document),
            before: before.document,
            after: () => documents.find(company_id, before.document_id),
          });
        }
        return is_saved;
      },
    }),
  } satisfies Partial<Repositories>;
}

function recordedMasterData(repositories: Repositories, note: Note) {
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
        const find = () => findMember(repositories, scope, from);
        const before = await find();
        await default_pointers.move(scope, from, to, now);
        const { company_id, kind: type } = scope;
        note({ company_id, resource: { type, id: from }, verb: 'updated', before, after: find });
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
            after: () => journals.find(company_id, id),
          });
        }
        return ids;
      },
    }),
    relations: overriding(relations, {
      async insertAll(company_id, created, share) {
        await relations.insertAll(company_id, created, share);
        for (const relation of created) {
          const resource = { type: 'relation', id: relation.id } as const;
          note({ company_id, resource, verb: 'created', after: relation });
        }
      },
      save: simple('relation', relations, note).save,
      async delete(company_id, id) {
        const before = await relations.find(company_id, id);
        const locations = await locationsOf(repositories, company_id, id);
        await relations.delete(company_id, id);
        for (const location of locations) {
          noteLocation(company_id, id, location.id, { verb: 'deleted', before: location });
        }
        if (before) note({ company_id, resource: { type: 'relation', id }, verb: 'deleted', before });
      },
    }),
  } satisfies Partial<Repositories>;
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

async function locationsOf(
  { delivery_locations }: Repositories,
  company_id: string,
  relation_id: string,
): Promise<DeliveryLocation[]> {
  const found: DeliveryLocation[] = [];
  for (let after: { value: string; id: string } | undefined; ;) {
    const { data, next } = await delivery_locations.list(company_id, relation_id, {}, { ...PAGE, after });
    found.push(...data);
    if (!next) return found;
    after = next;
  }
}

/** The object with some methods replaced. */
function overriding<T extends object>(original: T, methods: Partial<T>): T {
  return Object.assign(Object.create(original) as T, methods);
}
