import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

interface Locked {
  readonly version: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly integrity?: string;
}
const lock = JSON.parse(read('package-lock.json')) as { readonly packages: Readonly<Record<string, Locked>> };
const locked = Object.entries(lock.packages).filter(([place]) => place !== '');

interface Bill {
  readonly bomFormat: string;
  readonly metadata: { readonly component: { readonly name: string; readonly type: string } };
  readonly components: readonly {
    readonly name: string;
    readonly version: string;
    readonly hashes: unknown[];
  }[];
}

const bill = (...options: string[]) =>
  JSON.parse(
    execFileSync(process.execPath, ['scripts/sbom.mjs', ...options], {
      cwd: ROOT,
      encoding: 'utf8',
      timeout: 60_000,
    }),
  ) as Bill;

/** `name@version`, each once, in order. */
const named = (list: readonly string[]) => [...new Set(list)].sort();
const expected = (isIn: (one: Locked) => boolean) =>
  named(
    locked
      .filter(([, one]) => isIn(one))
      .map(([place, { version }]) => `${place.slice(place.lastIndexOf('node_modules/') + 13)}@${version}`),
  );

describe('the bill of materials', () => {
  test.each([
    ['the shipped packages', [], ({ dev }: Locked) => !dev],
    ['the packages of the image', ['--omit=optional'], ({ dev, optional }: Locked) => !dev && !optional],
  ])('lists all of %s, and nothing else', (_what, options, isIn) => {
    const { bomFormat, metadata, components } = bill(...options);
    expect(bomFormat).toBe('CycloneDX');
    expect(metadata.component).toMatchObject({ name: 'invoicing-service', type: 'application' });
    expect(named(components.map(({ name, version }) => `${name}@${version}`))).toEqual(expected(isIn));
    for (const { name, hashes } of components)
      expect({ name, hashes: hashes.length }).toEqual({ name, hashes: 1 });
  });

  test('is in the image, with the packages that the image installs', () => {
    const dockerfile = read('Dockerfile');
    const [, installed] =
      /npm ci --omit=dev( --omit=optional)?.*\n(?:#.*\n|COPY .*\n)*RUN node scripts\/sbom\.mjs\1 > sbom\.cdx\.json/.exec(
        dockerfile,
      ) ?? [];
    expect(installed).toBe(' --omit=optional');
    expect(dockerfile).toContain('COPY --from=packages /app/sbom.cdx.json ./');
  });
});
