import { randomUUID } from 'node:crypto';
import type { BankAccountPatch } from '../../../src/domain/master-data/bank-account';
import type { IfMatch } from '../../../src/domain/version';
import { anIban } from '../../support/ibans';
import { startInMemory } from '../../support/memory/use-cases';
import { outcome } from '../../support/outcome';

const ALL = { sort: 'created_at', limit: 50 };

let count = 0;
async function setUp() {
  const service = startInMemory();
  const { bank_accounts, units } = service;
  const company_id = await service.newCompany();
  return {
    ...service,
    company_id,
    create: (given: object = {}) =>
      bank_accounts.create(units.open(), company_id, { reference: anIban(++count), ...given }),
    get: (id: string) => bank_accounts.get(units.open(), company_id, id),
    update: (id: string, patch: BankAccountPatch, if_match?: IfMatch) =>
      bank_accounts.update(units.open(), company_id, id, patch, if_match),
    remove: (id: string, if_match?: IfMatch) => bank_accounts.delete(units.open(), company_id, id, if_match),
  };
}

describe('a new bank account', () => {
  test('is a manual one, and the default when it is the first, whatever it asks for', async () => {
    const { create, get } = await setUp();
    const first = await create({ default: false });
    expect(first).toMatchObject({ manual: true, default: true, version: 1 });
    expect(await get(first.id)).toEqual(first);
    expect(await create()).toMatchObject({ default: false });
  });

  test('that asks to be the default takes it from another, which changes by that', async () => {
    const { clock, create, get } = await setUp();
    const first = await create();
    clock.advance(1_000);
    expect(await create({ default: true })).toMatchObject({ default: true, version: 1 });
    const demoted = { default: false, version: 2, updated_at: clock.now() };
    expect(await get(first.id)).toEqual({ ...first, ...demoted });
  });

  test('is refused when the company has the reference, and leaves the default as it was', async () => {
    const { create, get } = await setUp();
    const first = await create();
    const duplicate = () => create({ reference: first.reference, default: true });
    expect(await outcome(duplicate)).toBe('duplicate_bank_account');
    expect(await get(first.id)).toEqual(first);
  });

  test('that the operator provides is no manual one, and needs the company', async () => {
    const { bank_accounts, company_id, units } = await setUp();
    const provide = (id: string) => bank_accounts.provide(units.open(), id, { reference: anIban(++count) });
    expect(await provide(company_id)).toMatchObject({ manual: false, default: true });
    expect(await outcome(() => provide(randomUUID()))).toBe('not_found');
  });
});

describe('a change of a bank account', () => {
  test('is stored with the next version; one that changes nothing stores nothing', async () => {
    const { clock, create, get, update } = await setUp();
    const account = await create();
    clock.advance(1_000);
    const reference = anIban(++count);
    const next = await update(account.id, { reference: { value: reference }, name: 'Main' }, [1]);
    expect(next).toEqual({ ...account, reference, name: 'Main', version: 2, updated_at: clock.now() });
    clock.advance(1_000);
    expect(await update(account.id, { name: 'Main', default: true }, 'any')).toEqual(next);
    expect(await get(account.id)).toEqual(next);
  });

  test('moves the default: both accounts change', async () => {
    const { create, get, update } = await setUp();
    const [first, second] = [await create(), await create()];
    expect(await update(second.id, { default: true })).toMatchObject({ default: true, version: 2 });
    expect(await get(first.id)).toMatchObject({ default: false, version: 2 });
  });

  test('is checked in this order: fields, unknown, version, read-only fields, the default, the reference', async () => {
    const { create, get, update } = await setUp();
    const [first, second] = [await create(), await create()];
    const duplicate = { reference: { value: second.reference } };
    const demoted = { ...duplicate, default: false };
    const read_only = { ...demoted, id: randomUUID() };
    const malformed = { ...read_only, bic: { fault: 'bic: is wrong' } };
    expect(await outcome(() => update(randomUUID(), malformed, [9]))).toBe('validation_error');
    expect(await outcome(() => update(randomUUID(), read_only, [9]))).toBe('not_found');
    expect(await outcome(() => update(first.id, malformed, [9]))).toBe('validation_error');
    expect(await outcome(() => update(first.id, read_only, [9]))).toBe('precondition_failed');
    expect(await outcome(() => update(first.id, read_only))).toBe('field_not_editable');
    expect(await outcome(() => update(first.id, demoted))).toBe('default_account_required');
    expect(await outcome(() => update(first.id, duplicate))).toBe('duplicate_bank_account');
    expect([await get(first.id), await get(second.id)]).toEqual([first, second]);
  });

  test('of a provided account cannot touch reference and bic, however malformed', async () => {
    const { bank_accounts, company_id, units, update } = await setUp();
    const { id } = await bank_accounts.provide(units.open(), company_id, { reference: anIban(++count) });
    const malformed = { bic: { fault: 'bic: is wrong' } };
    expect(await outcome(() => update(id, malformed))).toBe('field_not_editable');
    expect(await update(id, { name: 'Main' })).toMatchObject({ name: 'Main', version: 2 });
  });

  test('that is refused for the reference keeps nothing, a moved default neither', async () => {
    const { create, get, update } = await setUp();
    const [first, second] = [await create(), await create()];
    const patch = { default: true, reference: { value: first.reference } };
    expect(await outcome(() => update(second.id, patch))).toBe('duplicate_bank_account');
    expect([await get(first.id), await get(second.id)]).toEqual([first, second]);
  });
});

describe('the deletion of a bank account', () => {
  test('is refused in this order: unknown, version, the default while there are others', async () => {
    const { create, get, remove } = await setUp();
    const first = await create();
    await create();
    expect(await outcome(() => remove(randomUUID(), [9]))).toBe('not_found');
    expect(await outcome(() => remove(first.id, [9]))).toBe('precondition_failed');
    expect(await outcome(() => remove(first.id, [1]))).toBe('default_account_required');
    expect(await get(first.id)).toEqual(first);
  });

  test('of the last one leaves no default: the next one is it', async () => {
    const { create, get, remove } = await setUp();
    const [first, second] = [await create(), await create()];
    await remove(second.id);
    await remove(first.id);
    expect(await outcome(() => get(first.id))).toBe('not_found');
    expect(await create({ default: false })).toMatchObject({ default: true });
  });

  test('takes it off its journals, which change by that', async () => {
    const { clock, company_id, create, journals, remove, units } = await setUp();
    await create();
    const { id } = await create();
    const input = { code: 'A', name: 'J', category: 'sales' } as const;
    const named = await journals.create(units.open(), company_id, { ...input, bank_account_id: id });
    const other = await journals.create(units.open(), company_id, { ...input, code: 'B' });
    clock.advance(1_000);
    await remove(id);
    const get = (journal: string) => journals.get(units.open(), company_id, journal);
    const cleared = { bank_account_id: null, version: 2, updated_at: clock.now() };
    expect(await get(named.id)).toEqual({ ...named, ...cleared });
    expect(await get(other.id)).toEqual(other);
  });
});

describe('the bank accounts of another company', () => {
  test('are unknown', async () => {
    const { bank_accounts, create, newCompany, units } = await setUp();
    const { id } = await create();
    const other = await newCompany();
    for (const call of [
      () => bank_accounts.get(units.open(), other, id),
      () => bank_accounts.update(units.open(), other, id, { name: 'x' }, undefined),
      () => bank_accounts.delete(units.open(), other, id, undefined),
    ]) {
      expect(await outcome(call)).toBe('not_found');
    }
    expect((await bank_accounts.list(units.open(), other, {}, ALL)).data).toEqual([]);
  });
});
