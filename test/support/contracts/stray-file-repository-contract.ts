import type { UnitsOfWork } from '../../../src/ports/unit-of-work';
import type { StrayFile } from '../../../src/ports/documents/stray-file-repository';
import { aBusiness, type Business } from '../business';
import { readOn, writeOn } from './stored-documents';

/** What every repository of files that no row refers to does; run on the fake and on PostgreSQL. */
export function testStrayFileRepository(unitsOf: () => UnitsOfWork): void {
  const [read, write] = [readOn(unitsOf), writeOn(unitsOf)];
  let business: Business;
  let company_id: string;
  beforeEach(async () => {
    business = await aBusiness(unitsOf());
    ({ company_id } = business);
  });

  const insert = (...keys: string[]) =>
    write(({ stray_files }) => stray_files.insertAll(company_id, keys, business.clock.now()));
  const adopt = (...keys: string[]) => write(({ stray_files }) => stray_files.adopt(company_id, keys));
  const condemn = (...keys: string[]) => write(({ stray_files }) => stray_files.condemn(company_id, keys));
  const remove = (...keys: string[]) => write(({ stray_files }) => stray_files.delete(company_id, keys));
  /** The company's own. */
  const leftOver = async (before = business.clock.now(), after?: StrayFile, limit = 1_000) => {
    const page = { after, limit };
    const found = await read(({ stray_files }) => stray_files.listLeftOver(before, page));
    return found.filter((file) => file.company_id === company_id).map(({ key }) => key);
  };

  test('an uploaded file can be claimed, once', async () => {
    await insert('a', 'b');
    expect(await adopt('a', 'b')).toBe(true);
    expect(await adopt('a')).toBe(false);
    expect(await condemn('a', 'b')).toEqual([]);
  });

  test('a file that was marked for deletion cannot be claimed', async () => {
    await insert('a', 'b');
    expect(await condemn('b', 'unknown')).toEqual(['b']);
    expect(await condemn('b')).toEqual(['b']);
    expect(await adopt('b')).toBe(false);
    expect(await adopt('a')).toBe(true);
  });

  test('a claim that comes too late for one of the files is undone with its transaction', async () => {
    await insert('a', 'b');
    await condemn('b');
    const late = write(async ({ stray_files }) => {
      if (!(await stray_files.adopt(company_id, ['a', 'b']))) throw new Error('too late');
    });
    await expect(late).rejects.toThrow('too late');
    expect(await adopt('a')).toBe(true);
  });

  test('only a file that was marked for deletion is deleted, once', async () => {
    await insert('a', 'b');
    await condemn('a');
    expect([await remove('a', 'b'), await remove('a', 'b')]).toEqual([1, 0]);
    expect(await adopt('b')).toBe(true);
  });

  test('files are left over when they are marked for deletion, or were uploaded long ago', async () => {
    await insert('old');
    business.clock.advance(1_000);
    await insert('new', 'marked');
    await condemn('marked');
    expect(await leftOver()).toEqual(['marked', 'old']);
    business.clock.advance(1);
    expect(await leftOver()).toEqual(['marked', 'new', 'old']);
  });

  test('files that are left over are listed in the order of their keys, page by page', async () => {
    await insert('b', 'c', 'a');
    await condemn('a', 'b', 'c');
    const after = { company_id, key: 'a' };
    expect(await leftOver(undefined, after)).toEqual(['b', 'c']);
    expect(await leftOver(undefined, after, 1)).toEqual(['b']);
  });

  test('a file is no other company’s', async () => {
    await insert('a');
    const other = await aBusiness(unitsOf());
    expect(await write(({ stray_files }) => stray_files.adopt(other.company_id, ['a']))).toBe(false);
    expect(await write(({ stray_files }) => stray_files.condemn(other.company_id, ['a']))).toEqual([]);
  });
}
