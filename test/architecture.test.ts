import { execFile } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ERRORS } from '../src/domain/errors';

const ROOT = path.join(__dirname, '..');
const CHECKER = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');

interface Report {
  readonly modules: readonly { readonly source: string }[];
  readonly summary: {
    readonly violations: readonly {
      readonly rule: { readonly name: string };
      readonly from: string;
      readonly to: string;
    }[];
  };
}

/** The result of the layer check of `src` in the folder; each violation as `rule: from > to`. */
async function check(folder: string): Promise<{ modules: number; breaches: string[] }> {
  const output = await new Promise<string>((resolve, reject) => {
    const options = ['src', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'];
    const settings = { cwd: folder, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, [CHECKER, ...options], settings, (_error, stdout, stderr) =>
      stdout === '' ? reject(new Error(stderr)) : resolve(stdout),
    );
  });
  const { modules, summary } = JSON.parse(output) as Report;
  return {
    modules: modules.length,
    breaches: summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} > ${to}`).sort(),
  };
}

const PLANTED: Readonly<Record<string, string>> = {
  'src/config.ts': `import 'reflect-metadata';`,
  'src/container.ts': `import 'tsyringe'; import './adapters/postgres/rows'; import './adapters/api/relation-routes';`,
  'src/composition/keys.ts': `import type {} from '../adapters/http/route'; import type {} from '../adapters/log/logger';`,
  'src/composition/postgres.ts': `import '../adapters/postgres/rows';`,
  'src/composition/platform.ts': `import '../adapters/postgres/rows'; import '../adapters/log/logger';`,
  'src/domain/dates.ts': `import type {} from './clocks';`,
  'src/domain/clocks.ts': `import { readFile } from 'node:fs'; import { pool } from '../adapters/postgres/rows'; import './dates';`,
  'src/domain/values/money.ts': `import Big from 'big.js';`,
  'src/domain/documents/draft.ts': `import '../amounts/lines'; import '../e-invoicing/rules';`,
  'src/domain/amounts/lines.ts': `import '../values/money';`,
  'src/domain/e-invoicing/rules.ts': ``,
  'src/ports/clock.ts': `import type { Kysely } from 'kysely'; import type {} from '../domain/dates';`,
  'src/use-cases/master-data/relations.ts': `import { sql } from 'kysely'; import { env } from '../../config'; import '../../ports/clock';`,
  'src/use-cases/numbering/journals.ts': `import type {} from '../../adapters/http/route';`,
  'src/adapters/http/route.ts': `import '../../domain/values/money'; import '../async-variable'; import 'node:async_hooks';`,
  'src/adapters/async-variable.ts': `import 'node:async_hooks';`,
  'src/adapters/api/master-data/relation-routes.ts': `import '../../http/route'; import '../../../use-cases/master-data/relations';`,
  'src/adapters/postgres/rows.ts': `import 'kysely'; import '../http/route'; import '../log/logger'; import 'winston'; import 'jest';`,
  'src/adapters/log/logger.ts': `import '../postgres/rows'; import { container } from 'tsyringe';`,
};

describe('the check of the layers', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'invoicing-layers-'));
    const put = (file: string, text: string) => {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    };
    for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json'])
      copyFileSync(path.join(ROOT, file), path.join(folder, file));
    const packages = ['big.js', 'kysely', 'reflect-metadata', 'tsyringe', 'winston', 'jest'];
    for (const name of packages) {
      put(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
      put(`node_modules/${name}/index.js`, '');
    }
    const { jest, winston, ...listed } = Object.fromEntries(packages.map((name) => [name, '1.0.0']));
    put('package.json', JSON.stringify({ name: 'planted', dependencies: listed, devDependencies: { jest } }));
    expect(winston).toBeDefined(); // installed, but not listed
    for (const [file, text] of Object.entries(PLANTED)) put(file, text);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('finds each planted violation, and no other', async () => {
    expect((await check(folder)).breaches).toEqual(
      [
        'adapters-know-no-other-adapter: src/adapters/log/logger.ts > src/adapters/postgres/rows.ts',
        'adapters-know-no-other-adapter: src/adapters/postgres/rows.ts > src/adapters/log/logger.ts',
        'core-knows-no-root: src/use-cases/master-data/relations.ts > src/config.ts',
        'documents-knows-no-later-context: src/domain/documents/draft.ts > src/domain/e-invoicing/rules.ts',
        'domain-is-pure: src/domain/clocks.ts > fs',
        'domain-is-pure: src/domain/clocks.ts > src/adapters/postgres/rows.ts',
        'http-kit-is-for-http: src/adapters/postgres/rows.ts > src/adapters/http/route.ts',
        'keys-name-ports: src/composition/keys.ts > src/adapters/log/logger.ts',
        'no-cycles: src/adapters/log/logger.ts > src/adapters/postgres/rows.ts',
        'no-cycles: src/domain/clocks.ts > src/domain/dates.ts',
        'nothing-unlisted: src/adapters/postgres/rows.ts > node_modules/jest/index.js',
        'nothing-unlisted: src/adapters/postgres/rows.ts > node_modules/winston/index.js',
        'one-async-storage: src/adapters/http/route.ts > async_hooks',
        'one-part-composes-postgres: src/composition/platform.ts > src/adapters/postgres/rows.ts',
        'only-the-container-knows-tsyringe: src/adapters/log/logger.ts > node_modules/tsyringe/index.js',
        'only-the-container-knows-tsyringe: src/config.ts > node_modules/reflect-metadata/index.js',
        'ports-speak-domain: src/ports/clock.ts > node_modules/kysely/index.js',
        'use-cases-know-ports: src/use-cases/numbering/journals.ts > src/adapters/http/route.ts',
        'use-cases-know-ports: src/use-cases/master-data/relations.ts > node_modules/kysely/index.js',
        'use-cases-know-ports: src/use-cases/master-data/relations.ts > src/config.ts',
      ].sort(),
    );
  });

  test('finds no violation in the service', async () => {
    const { modules, breaches } = await check(ROOT);
    expect(breaches).toEqual([]);
    expect(modules).toBeGreaterThan(100);
  });
});

/** The lines of doc comments of the source, as `file:line text`. */
function commentLines(): string[] {
  const files = ['src', 'bench', 'scripts', 'test'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ts|cjs|mjs|js)$/.test(file))
      .map((file) => path.join(folder, file)),
  );
  return files.flatMap((file) =>
    readFileSync(path.join(ROOT, file), 'utf8')
      .split('\n')
      .map((text, index) => `${file}:${index + 1} ${text.trim()}`)
      .filter((line) => /^\S+ (\*|\/\*\*) /.test(line)),
  );
}

describe('a doc comment', () => {
  const lines = commentLines();

  test('separates the name of a parameter from its text: @param name - text', () => {
    const parameters = lines.filter((line) => line.includes('@param'));
    expect(parameters.length).toBeGreaterThan(400);
    expect(parameters.filter((line) => /@param (?![\w$.]+ - \S)/.test(line))).toEqual([]);
  });

  test('writes the codes of a DomainError without backticks', () => {
    const thrown = lines.filter((line) => line.includes('@throws DomainError'));
    expect(thrown.length).toBeGreaterThan(250);
    const quoted = new RegExp(`@throws DomainError.*\`(${Object.keys(ERRORS).join('|')})\``);
    expect(thrown.filter((line) => quoted.test(line))).toEqual([]);
  });
});
