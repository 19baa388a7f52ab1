import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { createDatabase, type TestDatabase } from '../support/database';
import { aTenant, type Service, startService } from '../support/service';

const ROOT = path.join(__dirname, '../..');
const NAME = 'invoicing-service-client';
/** The package and what it depends on: packed from here, so that installing them takes no registry. */
const PACKED = ['client', 'node_modules/openapi-fetch', 'node_modules/openapi-typescript-helpers'];

const run = promisify(execFile);

let database: TestDatabase;
let service: Service;
let folder: string;
/** Names of the packages with the addresses of their tarballs. */
const tarballs: Record<string, string> = {};
beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
  folder = await mkdtemp(path.join(tmpdir(), 'client-package-'));
  await run(process.execPath, ['scripts/build-client.mjs'], { cwd: ROOT });
  const { stdout } = await npm(
    ROOT,
    'pack',
    '--json',
    '--pack-destination',
    folder,
    ...PACKED.map((one) => `./${one}`),
  );
  for (const { name, filename } of JSON.parse(stdout) as { name: string; filename: string }[]) {
    tarballs[name] = `file:${path.join(folder, filename)}`;
  }
}, 120_000);
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await service.close();
  await database.drop();
});

/** Runs npm without a network: with an empty cache, and a registry that does not respond. */
function npm(cwd: string, ...args: string[]) {
  const settings = { offline: 'true', registry: 'http://127.0.0.1:9/', cache: path.join(folder, 'cache') };
  const quiet = { audit: 'false', fund: 'false', update_notifier: 'false' };
  const env = Object.entries({ ...settings, ...quiet }).map(([name, value]) => [`npm_config_${name}`, value]);
  return run('npm', args, { cwd, env: { ...process.env, ...(Object.fromEntries(env) as object) } });
}

/** The example of the package, as a user writes it. */
async function example(): Promise<string> {
  const source = await readFile(path.join(ROOT, 'client/example.ts'), 'utf8');
  return source.replace("'./entry.ts'", `'${NAME}'`);
}

async function aProject(type: 'module' | 'commonjs'): Promise<string> {
  const project = path.join(folder, type);
  await mkdir(project);
  const manifest = { name: 'a-project', private: true, type, dependencies: tarballs };
  await writeFile(path.join(project, 'package.json'), JSON.stringify(manifest));
  await npm(project, 'install');
  const misuse = `
    // @ts-expect-error -- no such path, which is known only if the types are found
    export const none = invoicingClient({ base_url: '', client_id: '', client_secret: '' }).GET('/invoices');`;
  await writeFile(path.join(project, 'example.ts'), `${await example()}${misuse}`);
  return project;
}

/**
 * Compiles and runs the example in a project.
 * @returns the number of its invoice, and the names that the package exports
 */
async function ran(project: string, module: ts.ModuleKind): Promise<string> {
  const { client_id, client_secret } = await aTenant(service);
  const call = `
    import * as all from '${NAME}';
    void example(...process.argv.slice(2)).then((number) => console.log(number, Object.keys(all).sort().join()));`;
  const compilerOptions = { module, target: ts.ScriptTarget.ES2022 };
  const { outputText } = ts.transpileModule(`${await example()}${call}`, { compilerOptions });
  await writeFile(path.join(project, 'main.js'), outputText);
  const { stdout } = await run(process.execPath, ['main.js', service.api, client_id, client_secret], {
    cwd: project,
  });
  return stdout.trim();
}

/** What the compiler reports about the example in a project, with `strict` and without `skipLibCheck`. */
function faults(project: string, options: ts.CompilerOptions): string[] {
  const usual = { strict: true, noEmit: true, target: ts.ScriptTarget.ES2022, types: [] };
  const all = { ...usual, ...options, skipDefaultLibCheck: true }; // the declarations of the compiler itself
  const program = ts.createProgram([path.join(project, 'example.ts')], all);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

const PRINTED = /^INV-\d{4}-00001 ApiError,WebhookError,dataOf,fileOf,invoicingClient,outcome,verifyWebhook$/;
const NODE16 = { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 };
const BUNDLER = { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler };

describe('the package of the client', () => {
  test('has no dependency but openapi-fetch, and the version of the service', async () => {
    const manifest = async (folder: string) =>
      JSON.parse(await readFile(path.join(ROOT, folder, 'package.json'), 'utf8')) as Record<string, unknown>;
    const [client, root] = [await manifest('client'), await manifest('.')];
    const { 'openapi-fetch': tested } = root['devDependencies'] as Record<string, string>;
    expect(client['dependencies']).toEqual({ 'openapi-fetch': `^${tested}` });
    expect([client['version'], client['engines']]).toEqual([root['version'], root['engines']]);
  });

  test('works in a project of ES modules, with types for node16 and for bundlers', async () => {
    const project = await aProject('module');
    expect(await ran(project, ts.ModuleKind.ESNext)).toMatch(PRINTED);
    expect(faults(project, NODE16)).toEqual([]);
    expect(faults(project, BUNDLER)).toEqual([]);
  }, 180_000);

  test('works in a project of CommonJS, with types for node16', async () => {
    const project = await aProject('commonjs');
    expect(await ran(project, ts.ModuleKind.CommonJS)).toMatch(PRINTED);
    expect(faults(project, NODE16)).toEqual([]);
  }, 180_000);
});
