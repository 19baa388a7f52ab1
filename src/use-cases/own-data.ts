import { existing } from '../domain/errors';
import { externalIdInUse, type OwnDataInput, withOwnData } from '../domain/values/own-data';
import { assertVersion, type IfMatch } from '../domain/version';
import type { Clock } from '../ports/clock';
import { ExternalIdTaken, type Owned, type OwnedRepository } from '../ports/own-data';
import type { Repositories, UnitOfWork } from '../ports/unit-of-work';

/** Maximum number of attempts of a write whose `external_id` is freed before the error can name the resource. */
const MAX_ATTEMPTS = 5;

type ExternalId = Pick<OwnDataInput, 'external_id'>;

/** The own data of all resources of one kind. */
export class OwnDataOf<T extends Owned> {
  /** @param resource - the kind, as in `No such journal.` */
  constructor(
    private readonly clock: Clock,
    private readonly resource: string,
    private readonly repositoryOf: (repositories: Repositories) => OwnedRepository<T>,
  ) {}

  /**
   * Replaces the own data of a resource in any state.
   *
   * @throws DomainError not_found, precondition_failed, external_id_in_use
   */
  putOwnData(
    unit: UnitOfWork,
    company_id: string,
    id: string,
    input: OwnDataInput,
    if_match: IfMatch,
  ): Promise<T> {
    return this.write(unit, company_id, input, () =>
      unit.transaction(async (repositories) => {
        const repository = this.repositoryOf(repositories);
        await repository.lock(company_id, id);
        // Read again: a statement that waited for the lock sees other rows, such as the default's, as they were before.
        const before = existing(await repository.find(company_id, id), this.resource);
        assertVersion(if_match, before.version);
        const after = withOwnData(before, input, this.clock.now());
        await repository.save(company_id, before, after);
        return after;
      }),
    );
  }

  /**
   * Runs a write that may set an `external_id`. The database refuses a duplicate; only the error needs another
   * statement, which finds the resource that has the `external_id`.
   *
   * @throws DomainError external_id_in_use
   */
  async write<R>(
    unit: UnitOfWork,
    company_id: string,
    { external_id }: ExternalId,
    store: () => Promise<R>,
  ): Promise<R> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await store();
      } catch (error) {
        if (!(error instanceof ExternalIdTaken) || external_id == null) throw error;
        const holder = await this.findHolder(unit, company_id, { external_id });
        if (holder !== undefined) throw externalIdInUse(holder);
        // The other resource was deleted or changed since.
        if (attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  /** @returns the id of the resource that has the `external_id` */
  async findHolder(
    unit: UnitOfWork,
    company_id: string,
    { external_id }: ExternalId,
  ): Promise<string | undefined> {
    if (external_id == null) return undefined;
    const { data } = await unit.read((repositories) =>
      this.repositoryOf(repositories).list(company_id, { external_id }, { sort: '-created_at', limit: 1 }),
    );
    return data[0]?.id;
  }
}
