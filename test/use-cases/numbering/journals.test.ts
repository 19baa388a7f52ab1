import { randomUUID } from 'node:crypto';
import type { JournalInput, JournalPatch } from '../../../src/domain/numbering/journal';
import type { IfMatch } from '../../../src/domain/version';
import { aBusiness } from '../../support/business';
import { anIban } from '../../support/ibans';
import { startInMemory } from '../../support/memory/use-cases';
import { outcome } from '../../support/outcome';

const ALL = { sort: 'created_at', limit: 50 };

let count = 0;
async function setUp() {
  const service = startInMemory();
  const { bank_accounts, journals, units } = service;
  const company_id = await service.newCompany();
  return {
    ...service,
    company_id,
    anAccount: async (of = company_id) =>
      (await bank_accounts.create(units.open(), of, { reference: anIban(++count) })).id,
    create: (given: Partial<JournalInput> = {}, of: string = company_id) =>
      journals.create(units.open(), of, { code: `J${++count}`, name: 'J', category: 'sales', ...given }),
    get: (id: string) => journals.get(units.open(), company_id, id),
    update: (id: string, patch: JournalPatch, if_match?: IfMatch) =>
      journals.update(units.open(), company_id, id, patch, if_match),
    remove: (id: string, if_match?: IfMatch) => journals.delete(units.open(), company_id, id, if_match),
    integrity: (id: string, of: string = company_id) => journals.integrity(units.open(), of, id),
  };
}

describe('a new journal', () => {
  test('is stored as it is returned', async () => {
    const { anAccount, create, get } = await setUp();
    const bank_account_id = await anAccount();
    const journal = await create({
      code: 'INV',
      sequence_scope: 'monthly',
      first_number: 7,
      bank_account_id,
    });
    expect(journal).toMatchObject({
      ...{ number_format: '{code}-{yyyy}-{mm}-{seq:5}', first_number: 7, first_period: '2026-07' },
      ...{ bank_account_id, default: true, active: true, last_number: null, version: 1 },
    });
    expect(await get(journal.id)).toEqual(journal);
  });

  test('is the default when it is the first active one of its category, whatever it asks for', async () => {
    const { create } = await setUp();
    expect(await create({ active: false })).toMatchObject({ default: false });
    expect(await create({ default: false })).toMatchObject({ default: true });
    expect(await create()).toMatchObject({ default: false });
    expect(await create({ category: 'quote' })).toMatchObject({ default: true });
  });

  test('takes the default of its category, and no other', async () => {
    const { create, get } = await setUp();
    const [sales, quote] = [await create(), await create({ category: 'quote' })];
    expect(await create({ default: true })).toMatchObject({ default: true, version: 1 });
    expect(await get(sales.id)).toMatchObject({ default: false, version: 2 });
    expect(await get(quote.id)).toEqual(quote);
  });

  test('is checked in this order: company, format, numbers, account, default, code', async () => {
    const { company_id, create, journals, units } = await setUp();
    await create({ code: 'INV', number_format: 'X{seq:3}', sequence_scope: 'continuous' });
    const code = { code: 'INV', number_format: 'Y{seq:3}', sequence_scope: 'continuous' } as const;
    const inactive_default = { ...code, default: true, active: false };
    const account = { ...inactive_default, bank_account_id: randomUUID() };
    const numbers = { ...account, code: 'ANY', number_format: 'X{seq:4}' };
    const format = { ...numbers, number_format: 'X' };
    expect(await outcome(() => create(format, randomUUID()))).toBe('not_found');
    await expect(create(format)).rejects.toMatchObject({ code: 'validation_error' });
    await expect(create(numbers)).rejects.toThrow(/the journal INV could give the same number/);
    expect(await outcome(() => create(account))).toBe('invalid_bank_account');
    expect(await outcome(() => create(inactive_default))).toBe('default_journal_required');
    expect(await outcome(() => create(code))).toBe('duplicate_journal_code');
    expect((await journals.list(units.open(), company_id, {}, ALL)).data).toHaveLength(1);
  });

  test('cannot name an account of another company', async () => {
    const { anAccount, create, newCompany } = await setUp();
    const bank_account_id = await anAccount(await newCompany());
    expect(await outcome(() => create({ bank_account_id }))).toBe('invalid_bank_account');
  });
});

describe('a change of a journal', () => {
  test('is stored with the next version, unless nothing differs', async () => {
    const { anAccount, clock, create, get, update } = await setUp();
    const journal = await create();
    const bank_account_id = await anAccount();
    clock.advance(1_000);
    const next = await update(journal.id, { name: 'New', bank_account_id }, [1]);
    expect(next).toEqual({ ...journal, name: 'New', bank_account_id, version: 2, updated_at: clock.now() });
    expect(await update(journal.id, { default: true, active: true }, 'any')).toEqual(next);
    expect(await get(journal.id)).toEqual(next);
  });

  test('is checked in this order: unknown, version, read-only fields, account, default', async () => {
    const { create, get, update } = await setUp();
    const journal = await create();
    const demoted = { default: false };
    const account = { ...demoted, bank_account_id: randomUUID() };
    const read_only = { ...account, code: 'X' };
    expect(await outcome(() => update(randomUUID(), read_only, [9]))).toBe('not_found');
    expect(await outcome(() => update(journal.id, read_only, [9]))).toBe('precondition_failed');
    expect(await outcome(() => update(journal.id, read_only, [1]))).toBe('field_not_editable');
    expect(await outcome(() => update(journal.id, account))).toBe('invalid_bank_account');
    expect(await outcome(() => update(journal.id, demoted))).toBe('default_journal_required');
    expect(await outcome(() => update(journal.id, { active: false }))).toBe('default_journal_required');
    expect(await get(journal.id)).toEqual(journal);
  });

  test('moves the default within its category: both journals change', async () => {
    const { create, get, update } = await setUp();
    const [first, second] = [await create(), await create()];
    const quote = await create({ category: 'quote' });
    expect(await update(second.id, { default: true })).toMatchObject({ default: true, version: 2 });
    expect(await get(first.id)).toMatchObject({ default: false, version: 2 });
    expect(await get(quote.id)).toEqual(quote);
  });

  test('that activates the first active journal makes it the default, whatever it asks for', async () => {
    const { create, update } = await setUp();
    const { id } = await create({ active: false });
    const active = await update(id, { active: true, default: false });
    expect(active).toMatchObject({ active: true, default: true });
  });

  test('that changes nothing of an inactive journal leaves its version, also where there is no default', async () => {
    const { clock, create, get, update } = await setUp();
    const inactive = await create({ active: false });
    clock.advance(1_000);
    expect(await update(inactive.id, { name: inactive.name })).toEqual(inactive);
    expect(await get(inactive.id)).toEqual(inactive);
  });

  test('of an inactive journal cannot make it the default', async () => {
    const { create, get, update } = await setUp();
    const inactive = await create({ active: false });
    expect(await outcome(() => update(inactive.id, { default: true }))).toBe('default_journal_required');
    expect(await update(inactive.id, { name: 'New' })).toMatchObject({ default: false, version: 2 });
    await create();
    expect(await update(inactive.id, { active: true, default: true })).toMatchObject({ default: true });
    expect(await get(inactive.id)).toMatchObject({ active: true, default: true, version: 3 });
  });
});

describe('the deletion of a journal', () => {
  test('is refused in this order: unknown, version, default, documents', async () => {
    const { company_id, create, get, remove, store, update } = await setUp();
    const [first, second] = [await create(), await create()];
    for (const { id } of [first, second]) await store.insertDocument(company_id, { journal_id: id });
    expect(await outcome(() => remove(randomUUID(), [9]))).toBe('not_found');
    expect(await outcome(() => remove(first.id, [9]))).toBe('precondition_failed');
    expect(await outcome(() => remove(first.id, [1]))).toBe('default_journal_required');
    await update(second.id, { default: true });
    expect(await outcome(() => remove(first.id))).toBe('journal_in_use');
    expect(await get(first.id)).toMatchObject({ id: first.id });
  });

  test('of the default leaves none when all others are inactive, and they stay so', async () => {
    const { create, get, remove } = await setUp();
    const [only, inactive] = [await create(), await create({ active: false })];
    await remove(only.id);
    expect(await outcome(() => get(only.id))).toBe('not_found');
    expect(await get(inactive.id)).toEqual(inactive);
    await remove(inactive.id);
    expect(await create({ default: false })).toMatchObject({ default: true });
  });
});

describe('the integrity of a journal', () => {
  test('is that of its periods', async () => {
    const { clock, create, integrity, units } = await setUp();
    const business = await aBusiness(units, { clock });
    await business.issued();
    const journal_id = await business.journal('sales');
    expect(await integrity(journal_id, business.company_id)).toMatchObject({
      ...{ journal_id, periods: [{ period: '2026', count: 1, gaps: [], duplicates: [] }] },
    });
    const { id } = await create();
    expect(await integrity(id)).toEqual({ journal_id: id, periods: [] });
    expect(await outcome(() => integrity(randomUUID()))).toBe('not_found');
  });

  test('has no gap before its first number, and no period for continuous ones', async () => {
    const { clock, create, integrity, units } = await setUp();
    const business = await aBusiness(units, { clock });
    const { id } = await create({ sequence_scope: 'continuous', first_number: 7 }, business.company_id);
    await business.issued({ journal_id: id });
    expect(await integrity(id, business.company_id)).toMatchObject({
      periods: [{ period: null, count: 1, gaps: [] }],
    });
  });
});

describe('the journals of another company', () => {
  test('are unknown', async () => {
    const { create, journals, newCompany, units } = await setUp();
    const { id } = await create();
    const other = await newCompany();
    for (const call of [
      () => journals.get(units.open(), other, id),
      () => journals.update(units.open(), other, id, { name: 'x' }, undefined),
      () => journals.delete(units.open(), other, id, undefined),
      () => journals.integrity(units.open(), other, id),
    ]) {
      expect(await outcome(call)).toBe('not_found');
    }
    expect((await journals.list(units.open(), other, {}, ALL)).data).toEqual([]);
  });
});
