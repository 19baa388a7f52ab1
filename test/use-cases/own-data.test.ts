import { randomUUID } from 'node:crypto';
import type { OwnDataInput } from '../../src/domain/values/own-data';
import type { IfMatch } from '../../src/domain/version';
import { ExternalIdTaken } from '../../src/ports/own-data';
import { OwnDataOf } from '../../src/use-cases/own-data';
import { startInMemory } from '../support/memory/use-cases';
import { outcome } from '../support/outcome';

async function setUp() {
  const service = startInMemory();
  const { brandings, clock, units } = service;
  const company_id = await service.newCompany();
  const own_data = new OwnDataOf(clock, 'branding', (repositories) => repositories.brandings);
  const unit = () => units.open();
  return {
    ...service,
    create: (given: OwnDataInput = {}) => brandings.create(unit(), company_id, { name: 'B', ...given }),
    get: (id: string) => brandings.get(unit(), company_id, id),
    remove: (id: string) => brandings.delete(unit(), company_id, id, undefined),
    put: (id: string, input: OwnDataInput, if_match?: IfMatch) =>
      own_data.putOwnData(unit(), company_id, id, input, if_match),
    write: (input: OwnDataInput, store: () => Promise<unknown>) =>
      own_data.write(unit(), company_id, input, store),
    holder: (input: OwnDataInput) => own_data.findHolder(unit(), company_id, input),
  };
}

describe('own data', () => {
  test('are replaced with the next version; the same again changes nothing', async () => {
    const { clock, create, get, put } = await setUp();
    const branding = await create({ external_id: 'A', metadata: { a: 'b' } });
    clock.advance(1_000);
    const changed = await put(branding.id, { external_id: 'B' }, [1]);
    expect(changed).toEqual({
      ...branding,
      ...{ external_id: 'B', metadata: {}, version: 2, updated_at: clock.now() },
    });
    clock.advance(1_000);
    expect(await put(branding.id, { external_id: 'B', metadata: null })).toEqual(changed);
    expect(await get(branding.id)).toEqual(changed);
  });

  test('are replaced after these checks, in this order: unknown, version, external_id', async () => {
    const { create, put } = await setUp();
    await create({ external_id: 'A' });
    const { id } = await create();
    expect(await outcome(() => put(randomUUID(), { external_id: 'A' }, [9]))).toBe('not_found');
    expect(await outcome(() => put(id, { external_id: 'A' }, [9]))).toBe('precondition_failed');
    expect(await outcome(() => put(id, { external_id: 'A' }, [1]))).toBe('external_id_in_use');
  });
});

describe('a write whose external_id is taken', () => {
  test('is refused with the id of the resource that has it', async () => {
    const { create, holder } = await setUp();
    const { id } = await create({ external_id: 'A' });
    await expect(create({ external_id: 'A' })).rejects.toMatchObject({ options: { details: [{ id }] } });
    expect([await holder({ external_id: 'A' }), await holder({ external_id: 'B' })]).toEqual([id, undefined]);
    expect(await holder({})).toBeUndefined();
  });

  test('is repeated when that resource is deleted before the error can name it', async () => {
    const { create, remove, write } = await setUp();
    await create();
    const { id } = await create({ external_id: 'A' });
    const outcomes = [
      async () => {
        await remove(id);
        throw new ExternalIdTaken();
      },
      () => create({ external_id: 'A' }),
    ];
    const stored = await write({ external_id: 'A' }, () => outcomes.shift()!());
    expect(stored).toMatchObject({ external_id: 'A', version: 1 });
  });

  test('fails when nothing has the external_id after five attempts, or the write has none', async () => {
    const { write } = await setUp();
    let attempts = 0;
    const store = () => {
      attempts++;
      return Promise.reject(new ExternalIdTaken());
    };
    await expect(write({ external_id: 'A' }, store)).rejects.toThrow(ExternalIdTaken);
    expect(attempts).toBe(5);
    await expect(write({}, store)).rejects.toThrow(ExternalIdTaken);
    expect(attempts).toBe(6);
  });

  test('fails with any other error at once', async () => {
    const { write } = await setUp();
    const store = () => Promise.reject(new Error('a defect'));
    await expect(write({ external_id: 'A' }, store)).rejects.toThrow('a defect');
  });
});
