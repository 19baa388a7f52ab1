import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { JournalCategory } from '../../src/domain/numbering/journal';
import { anIban, type MasterData, startMasterData } from '../support/master-data';

let data: MasterData;
beforeAll(async () => {
  data = await startMasterData();
});
afterAll(() => data.end());

const code = (error: unknown) => (error as { constraint?: string }).constraint;

/**
 * Statements in one transaction, as somebody could send them who knows nothing of the rules.
 * @returns what refused them
 */
async function constraintAgainst(...statements: readonly string[]): Promise<string | undefined> {
  try {
    await data.nodes[0].db.transaction().execute(async (trx) => {
      for (const statement of statements) await sql.raw(statement).execute(trx);
    });
    return undefined;
  } catch (error) {
    return code(error);
  }
}

const aJournal = (company_id: string, category: JournalCategory, given: object = {}) =>
  data.nodes[0].journals.create(data.nodes[0].units.open(), company_id, {
    code: randomUUID().slice(0, 8).toUpperCase(),
    name: 'J',
    category,
    ...given,
  });

describe('the constraints of the database', () => {
  test('refuse a first account without a default, at commit', async () => {
    const company_id = await data.newCompany();
    expect(
      await constraintAgainst(
        `insert into bank_account (company_id, id, reference, manual, created_at, updated_at)
         values ('${company_id}', '${randomUUID()}', 'X', true, now(), now())`,
      ),
    ).toBe('bank_account_has_default');
  });

  test('refuse a first branding without a default, at commit', async () => {
    const company_id = await data.newCompany();
    expect(
      await constraintAgainst(
        `insert into branding (company_id, id, name, created_at, updated_at)
         values ('${company_id}', '${randomUUID()}', 'X', now(), now())`,
      ),
    ).toBe('branding_has_default');
  });

  test('refuse to remove the default while there are members', async () => {
    const company_id = await data.newCompany();
    await data.nodes[0].bank_accounts.create(data.nodes[0].units.open(), company_id, {
      reference: anIban(1),
    });
    await data.nodes[0].brandings.create(data.nodes[0].units.open(), company_id, { name: 'B' });
    await aJournal(company_id, 'sales');
    for (const table of ['bank_account', 'branding', 'journal']) {
      expect(await constraintAgainst(`delete from default_${table} where company_id = '${company_id}'`)).toBe(
        `${table}_has_default`,
      );
    }
  });

  test('refuse a second default', async () => {
    const company_id = await data.newCompany();
    const { id } = await aJournal(company_id, 'sales');
    expect(
      await constraintAgainst(`insert into default_journal values ('${company_id}', 'sales', '${id}')`),
    ).toBe('default_journal_pkey');
  });

  test('refuse a default that is inactive, of another category, or of another company', async () => {
    const company_id = await data.newCompany();
    await aJournal(company_id, 'sales');
    const inactive = await aJournal(company_id, 'sales', { active: false });
    const quote = await aJournal(company_id, 'quote');
    const foreign = await aJournal(await data.newCompany(), 'sales');
    for (const { id } of [inactive, quote, foreign]) {
      expect(
        await constraintAgainst(
          `update default_journal set journal_id = '${id}' where company_id = '${company_id}' and category = 'sales'`,
        ),
      ).toBe('default_journal_is_active');
    }
  });

  test('refuse to deactivate the default', async () => {
    const company_id = await data.newCompany();
    const { id } = await aJournal(company_id, 'sales');
    expect(
      await constraintAgainst(
        `update journal set active = false where company_id = '${company_id}' and id = '${id}'`,
      ),
    ).toBe('default_journal_is_active');
  });

  test('permit a change of the default in one statement', async () => {
    const company_id = await data.newCompany();
    await data.nodes[0].brandings.create(data.nodes[0].units.open(), company_id, { name: 'A' });
    const { id } = await data.nodes[0].brandings.create(data.nodes[0].units.open(), company_id, {
      name: 'B',
    });
    expect(
      await constraintAgainst(
        `update default_branding set branding_id = '${id}' where company_id = '${company_id}'`,
      ),
    ).toBeUndefined();
  });
});
