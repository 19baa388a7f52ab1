import {
  assertEditable,
  assertWellFormed,
  type BankAccount,
  type BankAccountInput,
  type BankAccountPatch,
  changedBankAccount,
  newBankAccount,
} from '../../domain/master-data/bank-account';
import { existing } from '../../domain/errors';
import { assertVersion, type IfMatch } from '../../domain/version';
import type { BankAccountFilters } from '../../ports/master-data/bank-account-repository';
import type { Clock } from '../../ports/clock';
import type { Ids } from '../../ports/ids';
import type { Page, PageRequest } from '../../ports/page';
import type { Repositories, UnitOfWork } from '../../ports/unit-of-work';
import { DefaultFlag } from '../default-flag';
import { OwnDataOf } from '../own-data';

export class BankAccounts {
  readonly own_data: OwnDataOf<BankAccount>;

  constructor(
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {
    this.own_data = new OwnDataOf(clock, 'bank account', ({ bank_accounts }) => bank_accounts);
  }

  list(
    unit: UnitOfWork,
    company_id: string,
    filters: BankAccountFilters,
    page: PageRequest,
  ): Promise<Page<BankAccount>> {
    return unit.read(({ bank_accounts }) => bank_accounts.list(company_id, filters, page));
  }

  /** @throws DomainError not_found */
  get(unit: UnitOfWork, company_id: string, id: string): Promise<BankAccount> {
    return unit.read(async ({ bank_accounts }) =>
      existing(await bank_accounts.find(company_id, id), 'bank account'),
    );
  }

  /**
   * Creates a manual account, through the API.
   *
   * @throws DomainError duplicate_bank_account, external_id_in_use
   */
  create(unit: UnitOfWork, company_id: string, input: BankAccountInput): Promise<BankAccount> {
    const id = this.ids.next();
    return this.own_data.write(unit, company_id, input, () =>
      unit.transaction((repositories) => this.insert(repositories, company_id, input, { id, manual: true })),
    );
  }

  /**
   * Creates an account that is not manual, through the management interface.
   *
   * @throws DomainError not_found when there is no such company; duplicate_bank_account
   */
  provide(unit: UnitOfWork, company_id: string, input: BankAccountInput): Promise<BankAccount> {
    const id = this.ids.next();
    return unit.transaction(async (repositories) => {
      existing(await repositories.companies.find(company_id), 'company');
      return this.insert(repositories, company_id, input, { id, manual: false });
    });
  }

  /**
   * @throws DomainError not_found, precondition_failed, field_not_editable, default_account_required,
   *   duplicate_bank_account, external_id_in_use; validation_error for a field that is editable on manual accounts only
   */
  update(
    unit: UnitOfWork,
    company_id: string,
    id: string,
    patch: BankAccountPatch,
    if_match: IfMatch,
  ): Promise<BankAccount> {
    const store = async ({ bank_accounts, default_pointers }: Repositories) => {
      const flag = await DefaultFlag.lock(default_pointers, scopeOf(company_id), id);
      const found = await bank_accounts.lock(company_id, id);
      assertWellFormed(patch, found);
      const account = existing(found, 'bank account');
      assertVersion(if_match, account.version);
      assertEditable(patch, account);

      const now = this.clock.now();
      const is_default = await flag.store(
        { was_active: true },
        { default: patch.default, active: true },
        now,
      );
      const next = changedBankAccount(account, patch, is_default, now);
      await bank_accounts.save(company_id, account, next);
      return next;
    };
    return this.own_data.write(unit, company_id, patch, () => unit.transaction(store));
  }

  /** @throws DomainError not_found, precondition_failed, default_account_required */
  delete(unit: UnitOfWork, company_id: string, id: string, if_match: IfMatch): Promise<void> {
    return unit.transaction(async ({ bank_accounts, default_pointers, journals }) => {
      const flag = await DefaultFlag.lock(default_pointers, scopeOf(company_id), id);
      const account = existing(await bank_accounts.lock(company_id, id), 'bank account');
      assertVersion(if_match, account.version);
      await flag.delete({ was_active: true }, async () => {
        await journals.clearBankAccount(company_id, id, this.clock.now());
        await bank_accounts.delete(company_id, id);
      });
    });
  }

  private async insert(
    { bank_accounts, default_pointers }: Repositories,
    company_id: string,
    input: BankAccountInput,
    origin: { readonly id: string; readonly manual: boolean },
  ): Promise<BankAccount> {
    const flag = await DefaultFlag.lock(default_pointers, scopeOf(company_id), origin.id);
    const now = this.clock.now();
    const is_default = await flag.store({ was_active: false }, { default: input.default, active: true }, now);
    const account = { ...newBankAccount(input, { ...origin, now }), default: is_default };
    await bank_accounts.insert(company_id, account);
    return account;
  }
}

const scopeOf = (company_id: string) => ({ kind: 'bank_account', company_id }) as const;
