import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { configSchema, loadConfig, SECRETS } from '../../src/config';

const ROOT = path.join(__dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

interface ComposeFile {
  readonly services: Readonly<
    Record<
      'invoicing' | 'database',
      {
        readonly image: string;
        readonly environment: Readonly<Record<string, string>>;
        readonly ports?: readonly string[];
        readonly volumes: readonly string[];
        readonly secrets: readonly string[];
        readonly mem_limit: string;
        readonly logging: { readonly driver: string; readonly options: Readonly<Record<string, string>> };
      }
    >
  >;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const dockerfile = read('Dockerfile').replaceAll('\\\n', ' ');
const lines = (keyword: string) =>
  [...dockerfile.matchAll(new RegExp(`^${keyword} +(.*)$`, 'gm'))].map(([, rest]) => rest!.trim());
const image_env = Object.fromEntries(
  lines('ENV').flatMap((line) => line.split(/\s+/).map((entry) => entry.split('=') as [string, string])),
);
const compose = parseYaml(read('compose.yaml')) as ComposeFile;
const { invoicing, database } = compose.services;

/** What compose makes of a value: `${NAME:?message}` and `${NAME:-default}`. */
function interpolated(value: string, env: Readonly<Record<string, string>>): string {
  return value.replace(/\$\{(\w+):([?-])([^}]*)\}/g, (_whole, name: string, kind: string, rest: string) => {
    const given = env[name] ?? '';
    if (given === '' && kind === '?') throw new Error(`${name}: ${rest}`);
    return given === '' ? rest : given;
  });
}
const environment = (env: Readonly<Record<string, string>>) => ({
  ...image_env,
  ...Object.fromEntries(
    Object.entries(invoicing.environment).map(([name, value]) => [name, interpolated(value, env)]),
  ),
});

/** The folder in which the commands of the comment in compose.yaml have made the secrets. */
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'invoicing-compose-'));
  const commands = [...read('compose.yaml').matchAll(/^# {3}(.*)$/gm)]
    .map(([, command]) => command!)
    .filter((command) => !command.startsWith('docker '));
  execFileSync('sh', ['-ec', commands.join('\n')], { cwd: folder });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The environment of a service in its container, with the files of its secrets where they are made. */
function withSecrets(service: keyof ComposeFile['services'], env: Readonly<Record<string, string>>) {
  const { secrets } = compose.services[service];
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => {
      const secret = /^\/run\/secrets\/(\w+)$/.exec(value)?.[1];
      if (secret !== undefined && !secrets.includes(secret)) throw new Error(`${name}: no secret ${secret}`);
      return [name, secret === undefined ? value : path.join(folder, compose.secrets[secret]!.file)];
    }),
  );
}
const configOf = (env: Readonly<Record<string, string>> = {}) =>
  loadConfig(withSecrets('invoicing', environment(env)));
const nameOf = (variable: string) => {
  const secret = variable.replace(/_FILE$/, '');
  return SECRETS.some((name) => name === secret) ? secret : variable;
};

describe('the container image', () => {
  test('sets only variables that the service reads', () => {
    const read_ones = Object.keys(configSchema.shape);
    expect(read_ones).toEqual(
      expect.arrayContaining([...Object.keys(image_env), ...Object.keys(invoicing.environment).map(nameOf)]),
    );
  });

  test('copies only files that exist and are not ignored', () => {
    const kept = read('.dockerignore')
      .match(/^!.*/gm)!
      .map((line) => line.slice(1));
    const copied = lines('COPY')
      .filter((line) => !line.startsWith('--from'))
      .flatMap((line) => line.split(/\s+/).slice(0, -1));
    expect(copied.length).toBeGreaterThan(5);
    for (const file of copied) {
      expect({ file, is_there: existsSync(path.join(ROOT, file)) }).toEqual({ file, is_there: true });
      expect(kept.some((name) => file === name || file.startsWith(`${name}/`))).toBe(true);
    }
  });

  test('has a supported Node, and does not run as root', () => {
    const [least] = /[\d.]+/.exec(
      (JSON.parse(read('package.json')) as { engines: { node: string } }).engines.node,
    )!;
    const images = lines('FROM').map((line) => /^node:(\d+)/.exec(line)?.[1]);
    for (const major of images) expect(Number(major)).toBeGreaterThanOrEqual(Number.parseFloat(least));
    expect(lines('USER')).toEqual(['node']);
  });

  test('exposes the default ports of both listeners', () => {
    const { PORT, MANAGEMENT_PORT } = loadConfig({});
    expect(lines('EXPOSE')).toEqual([`${PORT} ${MANAGEMENT_PORT}`]);
  });
});

describe('compose.yaml', () => {
  test('gives a valid configuration for production, with the secrets that its comment makes', () => {
    const config = configOf();
    expect(config).toMatchObject({ NODE_ENV: 'production', MANAGEMENT_HOST: '0.0.0.0' });
    const url = new URL(config.DATABASE_URL!);
    expect([url.hostname, url.username, url.pathname]).toEqual([
      'database',
      database.environment['POSTGRES_USER'],
      `/${database.environment['POSTGRES_DB']}`,
    ]);
    const password = withSecrets('database', database.environment)['POSTGRES_PASSWORD_FILE']!;
    expect(url.password).toBe(readFileSync(password, 'utf8').trim());
    expect(config.MANAGEMENT_TOKEN).toMatch(/^[0-9a-f]{48}$/);
    expect(config.JWT_KEYS![0]!.kid).toBe('first');
  });

  test('has secrets that only the user of the folder and of the container reads', () => {
    expect(statSync(path.join(folder, 'secrets')).mode & 0o777).toBe(0o700);
    for (const { file } of Object.values(compose.secrets))
      expect(statSync(path.join(folder, file)).mode & 0o777).toBe(0o444);
  });

  test('does not start without them', () => {
    expect(() => loadConfig(environment({}))).toThrow(
      /MANAGEMENT_TOKEN_FILE: the file cannot be read \(ENOENT\)/,
    );
  });

  test('uses the TLS files of the folder that it mounts', () => {
    const files = { TLS_CERT_FILE: '/tls/cert.pem', TLS_KEY_FILE: '/tls/key.pem' };
    expect(configOf(files)).toMatchObject(files);
    expect(invoicing.volumes).toContain('./tls:/tls:ro');
    for (const file of Object.values(files)) expect(read('compose.yaml')).toContain(file);
  });

  test('passes on every setting except those that the image and the file set', () => {
    const settled = ['HOST', 'PORT', 'MANAGEMENT_PORT', 'STORAGE_DIR'];
    const taken = [...Object.keys(image_env), ...Object.keys(invoicing.environment).map(nameOf), ...settled];
    expect(taken.sort()).toEqual(Object.keys(configSchema.shape).sort());
    expect(configOf({ SML_ZONE: 'sml.example' }).SML_ZONE).toBe('sml.example');
  });

  test('publishes the ports of the listeners on this machine only', () => {
    const { PORT, MANAGEMENT_PORT } = configOf();
    expect(invoicing.ports).toEqual([PORT, MANAGEMENT_PORT].map((port) => `127.0.0.1:${port}:${port}`));
    expect(database.ports).toBeUndefined();
  });

  test('keeps files and the database in volumes', () => {
    expect(invoicing.volumes[0]).toBe(`files:${image_env['DATA_DIR']}`);
    expect(Object.keys(compose.volumes)).toEqual(['database', 'files']);
  });

  test.each(['invoicing', 'database'] as const)(
    'limits memory and logs of %s, and pins its image',
    (name) => {
      const { logging, mem_limit, image } = compose.services[name];
      expect(interpolated(mem_limit, {})).toMatch(/^\dg$/);
      expect(logging).toEqual({ driver: 'local', options: { 'max-size': '20m', 'max-file': '5' } });
      if (name === 'database') expect(image).toMatch(/^postgres:\d+\.\d+-/);
      else for (const from of lines('FROM')) expect(from).toMatch(/^node:\d+\.\d+\.\d+-/);
    },
  );
});

describe('the health check of the image', () => {
  let server: Server;
  let status: number;
  let asked: string[];
  beforeEach(async () => {
    asked = [];
    server = createServer((req, res) => {
      asked.push(req.url!);
      res.writeHead(status).end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => server.close());

  function exitCode(env: Record<string, string>): Promise<number> {
    const command = /HEALTHCHECK .*CMD \["node", "(.*)"\]/.exec(dockerfile)![1]!;
    const port = String((server.address() as AddressInfo).port);
    return new Promise((resolve) => {
      const child = execFile(process.execPath, [command], {
        cwd: ROOT,
        env: { MANAGEMENT_PORT: port, ...env },
      });
      child.on('exit', (code) => resolve(code!));
    });
  }

  test.each([
    [200, 0],
    [503, 1],
  ])('turns %i into exit code %i', async (answered, exit_code) => {
    status = answered;
    expect(await exitCode({ MANAGEMENT_HOST: '0.0.0.0' })).toBe(exit_code);
    expect(asked).toEqual(['/health/ready']);
  });

  test('fails when the service does not respond', async () => {
    expect(await exitCode({ MANAGEMENT_PORT: '1' })).toBe(1);
  });
});
