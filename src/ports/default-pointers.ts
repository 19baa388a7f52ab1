import type { JournalCategory } from '../domain/numbering/journal';

/** A scope with one default: a company's bank accounts, its brandings, or its journals of one category. */
export type DefaultScope =
  | { readonly kind: 'bank_account' | 'branding'; readonly company_id: string }
  | { readonly kind: 'journal'; readonly company_id: string; readonly category: JournalCategory };

/** Stores which resource of a scope is the default. */
export interface DefaultPointers {
  /**
   * Locks the pointer of the scope until the transaction ends; every write of a resource of the scope does this first.
   * If the scope has no default, the pointer is set to `candidate`. Before the transaction ends, `candidate` must be
   * an active resource of the scope, or the pointer must be released.
   *
   * @returns the id of the default
   */
  lock(scope: DefaultScope, candidate: string): Promise<string>;
  /** Makes `to` the default. `from`, the former default, gets a new version, since its field `default` changes. */
  move(scope: DefaultScope, from: string, to: string, now: Date): Promise<void>;
  /** Removes the default of the scope if it is `id`. */
  release(scope: DefaultScope, id: string): Promise<void>;
  /** Whether the scope has active resources other than `id`. */
  hasOthers(scope: DefaultScope, id: string): Promise<boolean>;
}
