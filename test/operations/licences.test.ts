import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '../..');

/** Permissive licences, compatible with the Apache License 2.0. */
const PERMISSIVE = new Set([
  ...['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0'],
  ...['(MIT OR Apache-2.0)', '(MIT OR CC0-1.0)', 'MIT or MPL-2.0'],
  'Python-2.0', // argparse; the Apache Software Foundation lists it beside MIT and BSD (category A)
  ...['OFL-1.1', 'MIT AND OFL-1.1'], // the fonts: embedded in pages that are drawn with them, which the licence allows
]);
/** Packages that say it in their files only. */
const READ_THERE: Readonly<Record<string, string>> = {
  'node_modules/busboy': 'MIT',
  'node_modules/streamsearch': 'MIT',
  'node_modules/png-js': 'MIT',
};

interface Locked {
  readonly dev?: boolean;
  readonly license?: string;
}
const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const shipped = Object.entries(lock.packages).filter(([place, { dev }]) => place !== '' && !dev);

describe('the licences', () => {
  test('of all shipped packages are compatible with that of the service', () => {
    expect(shipped.length).toBeGreaterThan(100);
    const others = shipped
      .map(([place, { license }]) => [place, license ?? READ_THERE[place]])
      .filter(([, license]) => license === undefined || !PERMISSIVE.has(license));
    expect(others).toEqual([]);
  });

  test('of packages that do not declare one are in their licence files', () => {
    for (const [place, name] of Object.entries(READ_THERE)) {
      const file = ['LICENSE', 'LICENSE.md'].map((file) => path.join(ROOT, place, file)).find(existsSync)!;
      // The MIT licence is known by this line.
      expect(name === 'MIT' && readFileSync(file, 'utf8')).toContain(
        'Permission is hereby granted, free of charge',
      );
    }
  });

  test('of the service is in LICENSE, complete, and is the one in package.json', () => {
    const { license } = lock.packages['']!;
    const text = readFileSync(path.join(ROOT, 'LICENSE'), 'utf8');
    expect(license).toBe('Apache-2.0');
    expect(text).toMatch(/Apache License\s+Version 2\.0, January 2004/);
    expect(text).toContain('END OF TERMS AND CONDITIONS');
  });
});
