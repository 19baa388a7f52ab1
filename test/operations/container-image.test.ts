import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { configSchema, loadConfig } from '../../src/config';

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
      }
    >
  >;
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

/** As the comment in compose.yaml makes them. */
const SECRETS = {
  POSTGRES_PASSWORD: 'b'.repeat(48),
  JWT_KEYS: `first:${'a'.repeat(64)}`,
  MANAGEMENT_TOKEN: 'c'.repeat(48),
};

describe('the container image', () => {
  test('sets only variables that the service reads', () => {
    const read_ones = Object.keys(configSchema.shape);
    expect(read_ones).toEqual(
      expect.arrayContaining([...Object.keys(image_env), ...Object.keys(invoicing.environment)]),
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
  test('gives a valid configuration for production', () => {
    const config = loadConfig(environment(SECRETS));
    expect(config).toMatchObject({ NODE_ENV: 'production', MANAGEMENT_HOST: '0.0.0.0' });
    const url = new URL(config.DATABASE_URL!);
    expect([url.hostname, url.username, url.pathname]).toEqual([
      'database',
      database.environment['POSTGRES_USER'],
      `/${database.environment['POSTGRES_DB']}`,
    ]);
    expect(url.password).toBe(SECRETS.POSTGRES_PASSWORD);
  });

  test.each(Object.keys(SECRETS))('has no default for %s', (name) => {
    expect(() => [
      environment({ ...SECRETS, [name]: '' }),
      interpolated(database.environment['POSTGRES_PASSWORD']!, { ...SECRETS, [name]: '' }),
    ]).toThrow(name);
  });

  test('passes on every setting except those that the image and the file set', () => {
    const settled = ['HOST', 'PORT', 'MANAGEMENT_PORT', 'STORAGE_DIR', 'TLS_CERT_FILE', 'TLS_KEY_FILE'];
    const taken = [...Object.keys(image_env), ...Object.keys(invoicing.environment), ...settled];
    expect(taken.sort()).toEqual(Object.keys(configSchema.shape).sort());
    expect(loadConfig(environment({ ...SECRETS, SML_ZONE: 'sml.example' })).SML_ZONE).toBe('sml.example');
  });

  test('publishes the ports of the listeners on this machine only', () => {
    const { PORT, MANAGEMENT_PORT } = loadConfig(environment(SECRETS));
    expect(invoicing.ports).toEqual([PORT, MANAGEMENT_PORT].map((port) => `127.0.0.1:${port}:${port}`));
    expect(database.ports).toBeUndefined();
  });

  test('keeps files and the database in volumes', () => {
    expect(invoicing.volumes).toEqual([`files:${image_env['DATA_DIR']}`]);
    expect(Object.keys(compose.volumes)).toEqual(['database', 'files']);
  });
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
