import type { JournalCategory } from '../domain/numbering/journal';

/** The resources of which exactly one is the default: a company's accounts or brandings, its journals of a category. */
export type DefaultScope =
  | { readonly kind: 'bank_account' | 'branding'; readonly company_id: string }
  | { readonly kind: 'journal'; readonly company_id: string; readonly category: JournalCategory };

/** Which resource of a scope is the default. */
export interface DefaultPointers {
  /**
   * Locks the pointer of the scope until the transaction ends; every write of a resource of the scope does this first.
   * Where the scope has no default yet, the pointer is set to `candidate`: before the transaction ends this must be an
   * active resource of the scope, or the pointer must be released.
   *
   * @returns the default's id
   */
  lock(scope: DefaultScope, candidate: string): Promise<string>;
  /** Makes `to` the default. `from`, which was the default, gets a new version: its `default` has changed. */
  move(scope: DefaultScope, from: string, to: string, now: Date): Promise<void>;
  /** Leaves the scope without a default, if that was `id`. */
  release(scope: DefaultScope, id: string): Promise<void>;
  /** Whether the scope has active resources other than `id`. */
  hasOthers(scope: DefaultScope, id: string): Promise<boolean>;
}
