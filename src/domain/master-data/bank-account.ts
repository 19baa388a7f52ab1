import { DomainError } from '../errors';
import { changedOwnData, type OwnData, type OwnDataInput, ownDataOf } from '../values/own-data';
import { type Validated, valueOf } from '../values/validated';
import { firstVersion, revised } from '../version';

/** A bank account of the company, to which its customers pay. */
export interface BankAccount extends OwnData {
  readonly id: string;
  /** IBAN, in upper case without spaces; unique within the company. */
  readonly reference: string;
  readonly bic: string | null;
  readonly name: string | null;
  /** Whether it is the company's default; stored in the default pointer, not in the account's row. */
  readonly default: boolean;
  /** True for an account created through the API. The operator's accounts keep their `reference` and `bic`. */
  readonly manual: boolean;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface BankAccountInput extends OwnDataInput {
  readonly reference: string;
  readonly bic?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly default?: boolean | null | undefined;
}

/** A field that is left out is unchanged; `null` clears it. */
export interface BankAccountChange extends OwnDataInput {
  readonly reference?: Validated<string> | undefined;
  readonly bic?: Validated<string | null> | undefined;
  readonly name?: string | null | undefined;
  readonly default?: boolean | undefined;
}

export const BANK_ACCOUNT_READ_ONLY = ['id', 'manual', 'created_at', 'updated_at'] as const;
/** Read-only too when the account is not manual. */
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
    ...ownDataOf(input),
    ...firstVersion(now),
  };
}

/**
 * Reports schema errors in the fields that are editable on manual accounts only. On another account these fields are
 * refused by `assertEditable`, whatever their value.
 *
 * @param account - undefined when there is no such account; the fields are then validated as for a manual one
 * @throws DomainError validation_error
 */
export function assertWellFormed(patch: BankAccountPatch, account: BankAccount | undefined): void {
  if (account && !account.manual) return;
  for (const member of OF_MANUAL_ACCOUNTS) {
    const sent = patch[member];
    if (sent) valueOf<string | null>(sent, account?.[member]);
  }
}

/** @throws DomainError field_not_editable */
export function assertEditable(patch: BankAccountPatch, { manual }: Pick<BankAccount, 'manual'>): void {
  const read_only = manual ? BANK_ACCOUNT_READ_ONLY : [...BANK_ACCOUNT_READ_ONLY, ...OF_MANUAL_ACCOUNTS];
  const refused = read_only.find((member) => patch[member] !== undefined);
  if (refused) throw new DomainError('field_not_editable', `${refused}: cannot be changed`);
}

/**
 * @param change - accepted by `assertWellFormed` and `assertEditable`
 * @param is_default - whether the account is the company's default after the change
 * @returns the changed account; the same object when no field differs
 */
export function changedBankAccount(
  account: BankAccount,
  { reference, bic, name, ...own_data }: BankAccountChange,
  is_default: boolean,
  now: Date,
): BankAccount {
  const changed: BankAccount = {
    ...account,
    reference: reference ? valueOf(reference, account.reference) : account.reference,
    bic: bic ? valueOf(bic, account.bic) : account.bic,
    name: name === undefined ? account.name : name,
    default: is_default,
    ...changedOwnData(account, own_data),
  };
  return revised(account, changed, now);
}
