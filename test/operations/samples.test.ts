import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { DOCUMENT_TYPE_NAMES } from '../../src/domain/documents/document-type';
import { LANGUAGES } from '../../src/domain/master-data/company';

const DOCS = path.join(__dirname, '../../docs');
const page = readFileSync(path.join(DOCS, 'samples.md'), 'utf8');
const shown = [...page.matchAll(/!\[[^\]]+\]\(images\/samples\/([a-z_-]+)\.png\)/g)].map(([, name]) => name!);
const drawn = readdirSync(path.join(DOCS, 'images/samples')).map((file) => path.basename(file, '.png'));

describe('the page of samples', () => {
  test('shows a document of every type in every language', () => {
    const all = DOCUMENT_TYPE_NAMES.flatMap((type) => LANGUAGES.map((language) => `${type}-${language}`));
    expect(shown).toEqual(expect.arrayContaining(all));
  });

  test('shows exactly the pictures that are drawn', () => {
    expect([...shown].sort()).toEqual(drawn.sort());
  });

  test('and all pictures of the pages have less than 2 MB', () => {
    const files = readdirSync(path.join(DOCS, 'images'), { recursive: true, withFileTypes: true });
    const sizes = files
      .filter((file) => file.isFile())
      .map((file) => statSync(path.join(file.parentPath, file.name)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2_000_000);
  });
});
