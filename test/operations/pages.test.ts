import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '../..');
const pages = [
  ...readdirSync(ROOT).filter((file) => file.endsWith('.md')),
  ...readdirSync(path.join(ROOT, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
  'client/README.md',
  'db/README.md',
];
const read = (page: string) => readFileSync(path.join(ROOT, page), 'utf8');

/** Anchors of headings, derived as on GitHub. */
function anchors(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

const links = pages.flatMap((page) =>
  [...read(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, target]) => ({ page, target: target! })),
);

/** Paths in code spans: `src/domain/errors.ts`, `src/adapters/api/<context>/<noun>-routes.ts`. */
const places = pages.flatMap((page) =>
  [...read(page).matchAll(/`((?:src|test|db|docs|scripts|bench|client)\/[^`\s]*)`/g)].map(([, place]) => ({
    page,
    place: place!,
  })),
);

/** The folders and files of the maps: two spaces deeper is inside. */
const maps = pages.flatMap((page) =>
  [...read(page).matchAll(/^```\n(src\/\n.*?)^```$/gms)].flatMap(([, map]) => {
    const above: string[] = [];
    return map!.split('\n').flatMap((line) => {
      const [, indent = '', name = '…'] = /^( *)(\S+)/.exec(line) ?? [];
      if (name === '…') return [];
      above.splice(indent.length / 2, Infinity, name);
      return [{ page, place: above.join('') }];
    });
  }),
);

/** Whether the place exists; `<noun>` and `*` stand for any name of a file or folder. */
function isThere(place: string): boolean {
  let found = [ROOT];
  for (const part of place.split('/').filter((part) => part !== '')) {
    const name = new RegExp(`^${part.replaceAll('.', '\\.').replace(/<\w+>|\*/g, '[\\w-]+')}$`);
    found = found.flatMap((folder) =>
      /[<*]/.test(part)
        ? readdirSync(folder)
            .filter((entry) => name.test(entry))
            .map((entry) => path.join(folder, entry))
        : [path.join(folder, part)].filter((file) => existsSync(file)),
    );
  }
  return found.length > 0;
}

describe('the documentation', () => {
  test('links to existing files and headings', () => {
    expect(links.length).toBeGreaterThan(20);
    const broken = links.filter(({ page, target }) => {
      const [file = '', anchor] = target.split('#');
      const linked = file === '' ? page : path.join(path.dirname(page), file);
      if (!existsSync(path.join(ROOT, linked))) return true;
      return anchor !== undefined && !anchors(linked).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  test('names existing files and folders', () => {
    expect(places.length).toBeGreaterThan(40);
    expect(places.filter(({ place }) => !isThere(place))).toEqual([]);
  });

  test('has maps of existing files and folders', () => {
    expect(maps.length).toBeGreaterThan(40);
    expect(maps.filter(({ place }) => !isThere(place))).toEqual([]);
  });

  test('names existing npm scripts', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = pages.flatMap((page) =>
      [...read(page).matchAll(/npm run ([\w:]+)/g)].map(([, name]) => ({ page, name: name! })),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ name }) => scripts[name] === undefined)).toEqual([]);
  });
});
