import { DomainError } from './errors';

/** What keeps one default per scope (bank accounts and brandings: the company; journals: a category), and the refusal. */
const VIOLATION = {
  bank_account: 'default_account_required',
  journal: 'default_journal_required',
  branding: 'default_branding_required',
} as const;

export type DefaultFlagged = keyof typeof VIOLATION;

/** A resource as it will be stored. */
export interface Candidate {
  readonly id: string;
  /** What the caller asks for; when left out, whatever follows. */
  readonly default?: boolean | null | undefined;
  /** Only what is active is a member of the scope; journals can be inactive, the others never are. */
  readonly active: boolean;
}

/**
 * A scope has no default while it has no member, and exactly one from its first member on.
 *
 * @param current - the default's id before; null: the scope has no member
 * @returns the default's id once the candidate is stored
 * @throws DomainError `default_…_required`: it would demote or deactivate the default, or promote what is inactive
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
 * @param others - whether the scope has members beside the one to delete
 * @throws DomainError `default_…_required`
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
