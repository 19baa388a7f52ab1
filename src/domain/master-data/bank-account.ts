import { DomainError } from '../errors';
import { type Judged, valueOf } from '../values/judged';
import { firstVersion, revised } from '../version';

/** An account of the company: what buyers pay to. */
export interface BankAccount {
  readonly id: string;
  /** IBAN, in upper case without spaces; unique within the company. */
  readonly reference: string;
  readonly bic: string | null;
  readonly name: string | null;
  /** Whether it is the company's default; kept by a pointer, not by the account. */
  readonly default: boolean;
  /** Created through the interface; the operator's own are not, and keep their `reference` and `bic`. */
  readonly manual: boolean;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface BankAccountInput {
  readonly reference: string;
  readonly bic?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly default?: boolean | null | undefined;
}

/** What is left out stays as it is; `null` clears. */
export interface BankAccountChange {
  readonly reference?: Judged<string> | undefined;
  readonly bic?: Judged<string | null> | undefined;
  readonly name?: string | null | undefined;
  readonly default?: boolean | undefined;
}

export const BANK_ACCOUNT_READ_ONLY = ['id', 'manual', 'created_at', 'updated_at'] as const;
/** Read-only too when the account is not a manual one. */
const OF_MANUAL_ACCOUNTS = ['reference', 'bic'] as const;

export type BankAccountPatch = BankAccountChange & {
  readonly [Member in (typeof BANK_ACCOUNT_READ_ONLY)[number]]?: unknown;
};

export function newBankAccount(
  input: BankAccountInput,
  { id, manual, now }: { readonly id: string; readonly manual: boolean; readonly now: Date },
): BankAccount {
  return {
    id,
    reference: input.reference,
    bic: input.bic ?? null,
    name: input.name ?? null,
    default: false,
    manual,
    ...firstVersion(now),
  };
}

/**
 * The part of the schema that depends on the account: values of members that it may not change are not looked at.
 *
 * @param account - undefined when it is unknown, and so may be a manual one
 * @throws DomainError validation_error
 */
export function assertWellFormed(patch: BankAccountPatch, account: BankAccount | undefined): void {
  if (account && !account.manual) return;
  for (const member of OF_MANUAL_ACCOUNTS) {
    const sent = patch[member];
    if (sent) valueOf<string | null>(sent);
  }
}

/** @throws DomainError field_not_editable */
export function assertEditable(patch: BankAccountPatch, { manual }: Pick<BankAccount, 'manual'>): void {
  const read_only = manual ? BANK_ACCOUNT_READ_ONLY : [...BANK_ACCOUNT_READ_ONLY, ...OF_MANUAL_ACCOUNTS];
  const refused = read_only.find((member) => patch[member] !== undefined);
  if (refused) throw new DomainError('field_not_editable', `${refused}: cannot be changed`);
}

/**
 * @param change - one that `assertWellFormed` and `assertEditable` let through
 * @param is_default - whether it is the company's default from then on
 * @returns the account as it would become; the very same one when nothing would differ
 */
export function changedBankAccount(
  account: BankAccount,
  { reference, bic, name }: BankAccountChange,
  is_default: boolean,
  now: Date,
): BankAccount {
  const changed: BankAccount = {
    ...account,
    reference: reference ? valueOf(reference) : account.reference,
    bic: bic ? valueOf(bic) : account.bic,
    name: name === undefined ? account.name : name,
    default: is_default,
  };
  return revised(account, changed, now);
}
