import { DomainError } from './errors';

/**
 * The error of each kind of resource that has one default per scope. The scope of bank accounts and brandings is the
 * company; the scope of journals is a category.
 */
const VIOLATION = {
  bank_account: 'default_account_required',
  journal: 'default_journal_required',
  branding: 'default_branding_required',
} as const;

export type DefaultFlagged = keyof typeof VIOLATION;

/** A resource that is about to be created or changed. */
export interface Candidate {
  readonly id: string;
  /** The value in the request; without a value the rule of `defaultAfter` decides. */
  readonly default?: boolean | null | undefined;
  /** Only active resources are members of the scope. Only journals can be inactive. */
  readonly active: boolean;
}

/**
 * An empty scope has no default; any other scope has exactly one. The first member becomes the default.
 *
 * @param current - the id of the present default; null when the scope is empty
 * @returns the id of the default after the candidate is stored
 * @throws DomainError default_…_required when the request unsets or deactivates the default, or makes an inactive
 *   resource the default
 */
export function defaultAfter(
  kind: DefaultFlagged,
  current: string | null,
  candidate: Candidate,
): string | null {
  const { id, active } = candidate;
  if (!active && candidate.default === true) throw violation(kind, 'The default must be active.');
  if (id === current && (!active || candidate.default === false)) {
    throw violation(kind, 'This is the default: make another one the default instead.');
  }
  if (!active) return current;
  return current === null || candidate.default === true ? id : current;
}

/**
 * @param others - whether the scope has members besides the one to delete
 * @throws DomainError default_…_required when the default is to be deleted before the other members
 */
export function assertDeletable(
  kind: DefaultFlagged,
  member: { readonly default: boolean },
  others: boolean,
): void {
  if (member.default && others) {
    throw violation(kind, 'This is the default: make another one the default before deleting it.');
  }
}

function violation(kind: DefaultFlagged, message: string): DomainError {
  return new DomainError(VIOLATION[kind], message);
}
