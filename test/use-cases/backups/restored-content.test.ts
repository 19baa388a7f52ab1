import { restoredContent } from '../../../src/use-cases/backups/restored-content';
import { entryOf, PATHS } from '../../../src/use-cases/backups/backup-entries';

const OWN = [{ name: 'client', columns: ['id', 'name', 'scope'] }];

describe('Of a backup', () => {
  test('tables that the service does not have are left out and named', () => {
    const { tables, foreign } = restoredContent([...OWN, { name: 'client_2026', columns: ['id'] }], OWN);
    expect(tables.map(({ table }) => table)).toEqual(OWN);
    expect(foreign).toEqual(['table client_2026']);
  });

  test('columns that the service does not have are left out of the rows and named', () => {
    const [backed_up, rows] = [
      ['note', 'id', 'name', 'Mark'],
      Buffer.from('a\t1\tÄ\\tb\t\\N\n\\N\t2\t\tx\\ny\n'),
    ];
    const { tables, foreign } = restoredContent([{ name: 'client', columns: backed_up }], OWN);
    expect(foreign).toEqual(['column client.note', 'column client.Mark']);
    expect(tables.map(({ table }) => table)).toEqual([{ name: 'client', columns: ['id', 'name'] }]);
    expect(Buffer.from(tables[0]!.own(rows)).toString()).toBe('1\tÄ\\tb\n2\t\n');
  });

  test('an empty value of the only remaining column stays a row', () => {
    const [table] = restoredContent([{ name: 'client', columns: ['name', 'note'] }], OWN).tables;
    expect(Buffer.from(table!.own(Buffer.from('\tx\n\ty\n'))).toString()).toBe('\n\n');
  });

  test.each(['document', 'document_before_repair_2026', 'Kopie/ä', 'a'.repeat(63)])(
    'the parts of the table %s are found',
    (name) => {
      expect(entryOf(PATHS.part(name, 1))).toEqual({ kind: 'table', name });
    },
  );
});
