import fc from 'fast-check';
import { ExportPaths } from '../../../../src/domain/documents/exports/export-paths';

const invoice = (number: string, type: 'invoice' | 'purchase_invoice' = 'invoice') =>
  ({ number, type, issue_date: '2026-07-01' }) as const;

describe('the path of a document in an archive', () => {
  test('is made of its side, its date and its number', () => {
    const paths = new ExportPaths();
    expect(paths.of(invoice('INV-2026-00001'))).toBe('sales/2026-07-01_INV-2026-00001');
    expect(paths.of(invoice('A/7 é', 'purchase_invoice'))).toBe('purchases/2026-07-01_A-7--');
    expect(paths.of(invoice('x'.repeat(255)))).toBe(`sales/2026-07-01_${'x'.repeat(100)}`);
  });

  test('gets a suffix when another document has it, capital letters aside', () => {
    const paths = new ExportPaths();
    const numbers = ['A/1', 'a-1', 'A-1_2', 'A:1', 'A-1-original'];
    expect(numbers.map((number) => paths.of(invoice(number)).slice('sales/2026-07-01_'.length))).toEqual([
      'A-1',
      'a-1_2',
      'A-1_2_2',
      'A-1_3',
      'A-1-original_2',
    ]);
  });

  test('gets no suffix for a document of another date', () => {
    const paths = new ExportPaths();
    expect(paths.of(invoice('A-1'))).toBe('sales/2026-07-01_A-1');
    expect(paths.of({ ...invoice('A-1'), issue_date: '2026-07-02' })).toBe('sales/2026-07-02_A-1');
    expect(paths.of({ ...invoice('a-1'), issue_date: '2026-07-02' })).toBe('sales/2026-07-02_a-1_2');
  });

  test('is safe and unique, also that of its original file', () => {
    const number = fc.string({
      unit: fc.constantFrom('.', '/', '\\', 'a', 'A', '_', '2', '-', ':', 'é'),
      maxLength: 6,
    });
    fc.assert(
      fc.property(fc.array(number, { maxLength: 40 }), (numbers) => {
        const paths = new ExportPaths();
        const all = numbers.map((one) => paths.of(invoice(one)));
        for (const path of all) expect(path).toMatch(/^sales\/2026-07-01_[A-Za-z0-9._-]*$/);
        const files = all.flatMap((path) => [path, `${path}-original`].map((file) => file.toLowerCase()));
        expect(new Set(files).size).toBe(files.length);
      }),
    );
  });
});
