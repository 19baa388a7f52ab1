import { DomainError } from '../../domain/errors';
import { sha256 } from '../../domain/events/chain';
import type { ChainedEvent } from '../../domain/events/event';
import { isUuid } from '../../domain/values/uuid';
import type { ReturnedResources, DigestedType } from '../../ports/events/returned-resources';
import { DamagedFile } from '../../ports/documents/storage';
import type { Repositories, UnitOfWork } from '../../ports/unit-of-work';
import type { Attachments } from '../documents/attachments';

/** Compares the current state of resources with their latest events. */
export class CurrentResources {
  constructor(
    private readonly answered: ReturnedResources,
    private readonly attachments: Pick<Attachments, 'getFile'>,
  ) {}

  /**
   * @param event - the latest of its resource
   * @returns why the resource is not what the event says; undefined when it is, and for a resource without a digest
   */
  async faultOf(
    unit: UnitOfWork,
    company_id: string,
    { type, resource, data, digest }: ChainedEvent,
  ): Promise<string | undefined> {
    if (resource.type === 'company' || resource.type === 'client') return undefined;
    // An event that was altered with all its digests may have any text as a type or an id.
    if (!Object.hasOwn(FINDERS, resource.type)) return 'The event has an unknown type of resource.';
    const find = FINDERS[resource.type];
    const are_ids =
      isUuid(resource.id) && (PARENT[resource.type]?.every((name) => isUuid(data[name])) ?? true);
    const found = are_ids
      ? await unit.read((repositories) => find(repositories, company_id, resource.id, data))
      : undefined;
    const is_deleted = type === `${resource.type}.deleted`;
    if (!found) return is_deleted ? undefined : `The ${resource.type} does not exist.`;
    if (is_deleted) return `The ${resource.type} exists, and its latest event says that it was deleted.`;
    const isDigestOf = (form: object) => this.digest(resource.type as DigestedType, form) === digest;
    const added = ADDED_MEMBERS[resource.type];
    const is_same = isDigestOf(found) || (added !== undefined && isDigestOf(without(added, found)));
    if (!is_same) return `The ${resource.type} is not what its latest event says.`;
    return resource.type === 'attachment'
      ? this.faultOfFile(unit, company_id, String(data['document_id']), resource.id)
      : undefined;
  }

  /**
   * Reads a whole file. The file store compares its digest with that of the row.
   *
   * @throws StorageFailure
   */
  private async faultOfFile(
    unit: UnitOfWork,
    company_id: string,
    document_id: string,
    id: string,
  ): Promise<string | undefined> {
    try {
      const { bytes } = await this.attachments.getFile(unit, company_id, document_id, id);
      for await (const _chunk of await bytes.open());
      return undefined;
    } catch (error) {
      if (error instanceof DamagedFile)
        return 'The file of the attachment is missing, or not what was stored.';
      // It was deleted meanwhile; the caller looks for the event of that.
      if (error instanceof DomainError && error.error_name === 'not_found')
        return 'The attachment does not exist.';
      throw error;
    }
  }

  private digest(type: DigestedType, resource: object): string {
    if (type === 'attachment') return (resource as { sha256: string }).sha256;
    return sha256(this.answered.digestedText(type, resource));
  }
}

/** Fields that a release added with a value for all resources: the digests of earlier events are without them. */
const ADDED_MEMBERS: Partial<Record<DigestedType, Readonly<Record<string, unknown>>>> = {
  branding: { address_position: 'left' },
};

/** The resource without the added fields that still have the value they were added with. */
function without(added: Readonly<Record<string, unknown>>, resource: object): object {
  const isAdded = ([name, value]: [string, unknown]) => name in added && added[name] === value;
  return Object.fromEntries(Object.entries(resource).filter((member) => !isAdded(member)));
}

/** Fields of an event's data that name the resource above it. */
const PARENT: Partial<Record<DigestedType, readonly string[]>> = {
  attachment: ['document_id'],
  delivery_location: ['relation_id'],
};

type Find = (
  repositories: Repositories,
  company_id: string,
  id: string,
  data: Readonly<Record<string, unknown>>,
) => Promise<object | undefined>;

const FINDERS: Readonly<Record<DigestedType, Find>> = {
  document: ({ documents }, company_id, id) => documents.find(company_id, id),
  attachment: ({ attachments }, company_id, id, data) =>
    attachments.find(company_id, String(data['document_id']), id),
  relation: ({ relations }, company_id, id) => relations.find(company_id, id),
  delivery_location: ({ delivery_locations }, company_id, id, data) =>
    delivery_locations.find(company_id, String(data['relation_id']), id),
  bank_account: ({ bank_accounts }, company_id, id) => bank_accounts.find(company_id, id),
  journal: ({ journals }, company_id, id) => journals.find(company_id, id),
  branding: ({ brandings }, company_id, id) => brandings.find(company_id, id),
};
