import { type Kysely, sql } from 'kysely';
import type { BankAccount } from '../../../domain/master-data/bank-account';
import { foldCase } from '../../../domain/values/case-fold';
import { ibanPart } from '../../../domain/values/iban';
import type {
  BankAccountFilters,
  BankAccountRepository,
} from '../../../ports/master-data/bank-account-repository';
import type { Page, PageRequest } from '../../../ports/page';
import type { DB } from '../database';
import { keysetPage } from '../page';

const COLUMNS = [
  'bank_account.id',
  'bank_account.reference',
  'bank_account.bic',
  'bank_account.name',
  'bank_account.manual',
  'bank_account.external_id',
  'bank_account.metadata',
  'bank_account.version',
  'bank_account.created_at',
  'bank_account.updated_at',
] as const;

// Indexes: bank_account_created, bank_account_updated, bank_account_reference (unique).
const SORTS = {
  created_at: { column: 'bank_account.created_at', type: 'timestamptz' },
  updated_at: { column: 'bank_account.updated_at', type: 'timestamptz' },
  reference: { column: 'bank_account.reference', type: 'text' },
} as const;

export class PostgresBankAccountRepository implements BankAccountRepository {
  constructor(private readonly db: Kysely<DB>) {}

  find(company_id: string, id: string): Promise<BankAccount | undefined> {
    return this.select(company_id).where('bank_account.id', '=', id).executeTakeFirst();
  }

  list(company_id: string, filters: BankAccountFilters, page: PageRequest): Promise<Page<BankAccount>> {
    let query = this.select(company_id);
    if (filters.q !== undefined) query = query.where(isNamed(filters.q));
    if (filters.reference !== undefined) query = query.where('reference', '=', filters.reference);
    if (filters.manual !== undefined) query = query.where('manual', '=', filters.manual);
    if (filters.external_id !== undefined) query = query.where('external_id', '=', filters.external_id);
    if (filters.updated_since) query = query.where('updated_at', '>=', filters.updated_since);
    if (filters.default !== undefined) {
      query = query.where('default_bank_account.company_id', filters.default ? 'is not' : 'is', null);
    }
    return keysetPage(this.db, query, page, SORTS, 'bank_account.id');
  }

  lock(company_id: string, id: string): Promise<BankAccount | undefined> {
    return this.select(company_id)
      .where('bank_account.id', '=', id)
      .forUpdate('bank_account')
      .executeTakeFirst();
  }

  async preventDeletion(company_id: string, id: string): Promise<boolean> {
    const row = await this.db
      .selectFrom('bank_account')
      .select('id')
      .where('company_id', '=', company_id)
      .where('id', '=', id)
      .forKeyShare()
      .executeTakeFirst();
    return row !== undefined;
  }

  async insert(company_id: string, { default: _, ...account }: BankAccount): Promise<void> {
    await this.db
      .insertInto('bank_account')
      .values({ company_id, ...account })
      .execute();
  }

  async save(company_id: string, before: BankAccount, after: BankAccount): Promise<void> {
    if (after === before) return;
    const { id, reference, bic, name, external_id, metadata, version, updated_at } = after;
    await this.db
      .updateTable('bank_account')
      .set({ reference, bic, name, external_id, metadata, version, updated_at })
      .where('company_id', '=', company_id)
      .where('id', '=', id)
      .execute();
  }

  async delete(company_id: string, id: string): Promise<void> {
    await this.db
      .deleteFrom('bank_account')
      .where('company_id', '=', company_id)
      .where('id', '=', id)
      .execute();
  }

  private select(company_id: string) {
    return this.db
      .selectFrom('bank_account')
      .leftJoin('default_bank_account', (join) =>
        join
          .onRef('default_bank_account.company_id', '=', 'bank_account.company_id')
          .onRef('default_bank_account.bank_account_id', '=', 'bank_account.id'),
      )
      .select(COLUMNS)
      .select(sql<boolean>`default_bank_account.company_id is not null`.as('default'))
      .where('bank_account.company_id', '=', company_id);
  }
}

/** Reads the accounts of the company, which are few. */
function isNamed(q: string) {
  const part = ibanPart(q);
  const hasName = sql<boolean>`strpos(folded_case(name), ${foldCase(q)}) > 0`;
  return part === '' ? hasName : sql<boolean>`(${hasName} or strpos(reference, ${part}) > 0)`;
}
