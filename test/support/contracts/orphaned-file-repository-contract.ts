import type { UnitsOfWork } from '../../../src/ports/unit-of-work';
import type { OrphanedFile } from '../../../src/ports/documents/orphaned-file-repository';
import { aBusiness, type Business } from '../business';
import { readOn, writeOn } from './stored-documents';

/** What every repository of files that no row refers to does; run on the fake and on PostgreSQL. */
export function testOrphanedFileRepository(unitsOf: () => UnitsOfWork): void {
  const [read, write] = [readOn(unitsOf), writeOn(unitsOf)];
  let business: Business;
  let company_id: string;
  beforeEach(async () => {
    business = await aBusiness(unitsOf());
    ({ company_id } = business);
  });

  const insert = (...keys: string[]) =>
    write(({ orphaned_files }) => orphaned_files.insertAll(company_id, keys, business.clock.now()));
  const claim = (...keys: string[]) => write(({ orphaned_files }) => orphaned_files.claim(company_id, keys));
  const markForDeletion = (...keys: string[]) =>
    write(({ orphaned_files }) => orphaned_files.markForDeletion(company_id, keys));
  const remove = (...keys: string[]) =>
    write(({ orphaned_files }) => orphaned_files.delete(company_id, keys));
  /** The company's own. */
  const leftOver = async (before = business.clock.now(), after?: OrphanedFile, limit = 1_000) => {
    const page = { after, limit };
    const found = await read(({ orphaned_files }) => orphaned_files.listLeftOver(before, page));
    return found.filter((file) => file.company_id === company_id).map(({ key }) => key);
  };

  test('an uploaded file can be claimed, once', async () => {
    await insert('a', 'b');
    expect(await claim('a', 'b')).toBe(true);
    expect(await claim('a')).toBe(false);
    expect(await markForDeletion('a', 'b')).toEqual([]);
  });

  test('a file that was marked for deletion cannot be claimed', async () => {
    await insert('a', 'b');
    expect(await markForDeletion('b', 'unknown')).toEqual(['b']);
    expect(await markForDeletion('b')).toEqual(['b']);
    expect(await claim('b')).toBe(false);
    expect(await claim('a')).toBe(true);
  });

  test('a claim that comes too late for one of the files is undone with its transaction', async () => {
    await insert('a', 'b');
    await markForDeletion('b');
    const late = write(async ({ orphaned_files }) => {
      if (!(await orphaned_files.claim(company_id, ['a', 'b']))) throw new Error('too late');
    });
    await expect(late).rejects.toThrow('too late');
    expect(await claim('a')).toBe(true);
  });

  test('only a file that was marked for deletion is deleted, once', async () => {
    await insert('a', 'b');
    await markForDeletion('a');
    expect([await remove('a', 'b'), await remove('a', 'b')]).toEqual([1, 0]);
    expect(await claim('b')).toBe(true);
  });

  test('files are left over when they are marked for deletion, or were uploaded long ago', async () => {
    await insert('old');
    business.clock.advance(1_000);
    await insert('new', 'marked');
    await markForDeletion('marked');
    expect(await leftOver()).toEqual(['marked', 'old']);
    business.clock.advance(1);
    expect(await leftOver()).toEqual(['marked', 'new', 'old']);
  });

  test('files that are left over are listed in the order of their keys, page by page', async () => {
    await insert('b', 'c', 'a');
    await markForDeletion('a', 'b', 'c');
    const after = { company_id, key: 'a' };
    expect(await leftOver(undefined, after)).toEqual(['b', 'c']);
    expect(await leftOver(undefined, after, 1)).toEqual(['b']);
  });

  test('a file is no other company’s', async () => {
    await insert('a');
    const other = await aBusiness(unitsOf());
    expect(await write(({ orphaned_files }) => orphaned_files.claim(other.company_id, ['a']))).toBe(false);
    expect(
      await write(({ orphaned_files }) => orphaned_files.markForDeletion(other.company_id, ['a'])),
    ).toEqual([]);
  });
}
