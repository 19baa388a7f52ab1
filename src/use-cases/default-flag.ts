import { assertDeletable, type Candidate, defaultAfter } from '../domain/default-flag';
import type { DefaultPointers, DefaultScope } from '../ports/default-pointers';

interface WasActive {
  readonly was_active: boolean;
}

/**
 * The default flag of one resource, with the default pointer of its scope locked. All transactions lock the pointer
 * before the resource.
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
   * Stores the default of the scope for a resource that is about to be stored.
   *
   * @param before - whether the resource was active in the scope before; not if it is new
   * @param candidate - the resource with the change applied
   * @returns whether the resource is the default
   * @throws DomainError default_…_required
   */
  async store(before: WasActive, candidate: Omit<Candidate, 'id'>, now: Date): Promise<boolean> {
    const { pointers, scope, id, locked } = this;
    const next = defaultAfter(scope.kind, this.formerDefault(before), { id, ...candidate });
    if (next === null) await pointers.release(scope, id);
    else if (next !== locked) await pointers.move(scope, locked, next, now);
    return next === id;
  }

  /**
   * Deletes the resource. It is the default until it is deleted, so its last state is the one that its GET returned.
   *
   * @throws DomainError default_…_required; those of `remove`
   */
  async delete(before: WasActive, remove: () => Promise<void>): Promise<void> {
    const { pointers, scope, id, locked } = this;
    const is_default = this.formerDefault(before) === id;
    assertDeletable(scope.kind, { default: is_default }, is_default && (await pointers.hasOthers(scope, id)));
    await remove();
    if (locked === id) await pointers.release(scope, id);
  }

  /** @returns the id of the former default; null when there was none, and `lock` set the pointer to this resource */
  private formerDefault({ was_active }: WasActive): string | null {
    return this.locked === this.id && !was_active ? null : this.locked;
  }
}
