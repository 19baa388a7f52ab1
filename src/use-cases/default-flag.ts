import { assertDeletable, type Candidate, defaultAfter } from '../domain/default-flag';
import type { DefaultPointers, DefaultScope } from '../ports/default-pointers';

/**
 * The default flag of one resource, with the pointer of its scope locked. Locks are taken in one order everywhere: the
 * pointer, then the resource.
 */
export class DefaultFlag {
  private constructor(
    private readonly pointers: DefaultPointers,
    private readonly scope: DefaultScope,
    private readonly id: string,
    private readonly locked: string,
  ) {}

  static async lock(pointers: DefaultPointers, scope: DefaultScope, id: string): Promise<DefaultFlag> {
    return new DefaultFlag(pointers, scope, id, await pointers.lock(scope, id));
  }

  /**
   * Stores which resource is the default once this one is stored.
   *
   * @param was_active - whether it is an active resource of the scope already; false for a new one
   * @param candidate - the resource as it will be stored
   * @returns whether it is the default then
   * @throws DomainError `default_…_required`
   */
  async store(was_active: boolean, candidate: Omit<Candidate, 'id'>, now: Date): Promise<boolean> {
    const { pointers, scope, id, locked } = this;
    const next = defaultAfter(scope.kind, this.before(was_active), { id, ...candidate });
    if (next === null) await pointers.release(scope, id);
    else if (next !== locked) await pointers.move(scope, locked, next, now);
    return next === id;
  }

  /**
   * Prepares the deletion of the resource.
   *
   * @throws DomainError `default_…_required`
   */
  async delete(was_active: boolean): Promise<void> {
    const { pointers, scope, id, locked } = this;
    const is_default = this.before(was_active) === id;
    assertDeletable(scope.kind, { default: is_default }, is_default && (await pointers.hasOthers(scope, id)));
    if (locked === id) await pointers.release(scope, id);
  }

  /** @returns the default's id; null where the lock set the pointer to this resource because there was none */
  private before(was_active: boolean): string | null {
    return this.locked === this.id && !was_active ? null : this.locked;
  }
}
