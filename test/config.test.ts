import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os, { availableParallelism } from 'node:os';
import path from 'node:path';
import { ConfigError, loadConfig } from '../src/config';

const KEY = 'first:0123456789abcdef0123456789abcdef';
const PRODUCTION = {
  NODE_ENV: 'production',
  JWT_KEYS: KEY,
  MANAGEMENT_TOKEN: 'sixteen-letters!',
  DATABASE_URL: 'postgres://invoicing@localhost/invoicing',
};

/** The lines of the refusal. */
function problems(env: Record<string, string>): string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
  return [];
}

test('Spaces and line ends around values are left out', () => {
  const { MANAGEMENT_TOKEN, NODE_ENV } = loadConfig({
    ...{ MANAGEMENT_TOKEN: 'sixteen-letters!\r', NODE_ENV: ' test\r' },
  });
  expect([MANAGEMENT_TOKEN, NODE_ENV]).toEqual(['sixteen-letters!', 'test']);
});

describe('a secret in a file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'invoicing-config-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const fileOf = (text: string) => {
    const file = path.join(folder, 'secret');
    writeFileSync(file, text);
    return file;
  };

  test('is the value of its variable, in production too', () => {
    const { JWT_KEYS: key, ...others } = PRODUCTION;
    const config = loadConfig({ ...others, JWT_KEYS_FILE: fileOf(`${key}\n`) });
    expect(config.JWT_KEYS).toEqual([{ kid: 'first', secret: '0123456789abcdef0123456789abcdef' }]);
  });

  test.each<[string, () => Record<string, string>, string]>([
    [
      'the variable is set too',
      () => ({ MANAGEMENT_TOKEN: 'sixteen-letters!', MANAGEMENT_TOKEN_FILE: fileOf('sixteen-letters!') }),
      'MANAGEMENT_TOKEN and MANAGEMENT_TOKEN_FILE: only one of them may be set',
    ],
    [
      'the file is missing',
      () => ({ NETWORK_TOKEN_FILE: path.join(folder, 'none') }),
      'NETWORK_TOKEN_FILE: the file cannot be read (ENOENT)',
    ],
    ['the file is empty', () => ({ PHOSS_TOKEN_FILE: fileOf('\n') }), 'PHOSS_TOKEN_FILE: the file is empty'],
    [
      'the value is not valid',
      () => ({ MANAGEMENT_TOKEN_FILE: fileOf('short') }),
      'MANAGEMENT_TOKEN: must have at least 16 characters',
    ],
    [
      'the file is missing, and says nothing more of a variable that must be set',
      () => ({ ...PRODUCTION, JWT_KEYS: '', JWT_KEYS_FILE: path.join(folder, 'none') }),
      'JWT_KEYS_FILE: the file cannot be read (ENOENT)',
    ],
  ])('is refused when %s', (_when, env, problem) => {
    expect(problems(env())).toEqual([problem]);
  });
});

describe('the configuration', () => {
  test('has a default for everything except secrets and addresses', () => {
    expect(loadConfig({})).toMatchObject({
      NODE_ENV: 'development',
      PORT: 3000,
      MANAGEMENT_PORT: 3001,
      MANAGEMENT_HOST: '127.0.0.1',
      DATABASE_POOL_SIZE: 10,
      DATA_DIR: './data',
      TRUST_PROXY: false,
      LOG_LEVEL: 'info',
      LOCKOUT_ATTEMPTS: 10,
      LOCKOUT_WINDOW_S: 900,
    });
    for (const name of [
      'JWT_KEYS',
      'MANAGEMENT_TOKEN',
      'DATABASE_URL',
      'BASE_URL',
      'TLS_CERT_FILE',
    ] as const) {
      expect(loadConfig({})[name]).toBeUndefined();
    }
  });

  test('uses variables that are set, and treats an empty variable as unset', () => {
    const config = loadConfig({
      ...PRODUCTION,
      JWT_KEYS: `${KEY}, second : another-secret-of-32-bytes-and-more`,
      BASE_URL: 'https://invoicing.example',
      PORT: '0',
      TRUST_PROXY: 'true',
      HOST: '',
      LOG_LEVEL: ' ',
    });
    expect(config).toMatchObject({
      PORT: 0,
      TRUST_PROXY: true,
      LOG_LEVEL: 'info',
      BASE_URL: 'https://invoicing.example',
    });
    expect(config.HOST).toBeUndefined();
    expect(config.JWT_KEYS).toEqual([
      { kid: 'first', secret: '0123456789abcdef0123456789abcdef' },
      { kid: 'second', secret: 'another-secret-of-32-bytes-and-more' },
    ]);
  });

  test('takes a number of workers from 1 to 64, or one per core', () => {
    expect(loadConfig({ WORKERS: '64' }).WORKERS).toBe(64);
    expect(loadConfig({ WORKERS: 'auto' }).WORKERS).toBe(Math.min(availableParallelism(), 64));
    expect(problems({ WORKERS: 'two' })).toEqual(['WORKERS: must be auto or a whole number']);
    for (const WORKERS of ['0', '65']) expect(problems({ WORKERS })).toHaveLength(1);
  });

  test('accepts a key in JWT_KEYS and WEBHOOK_KEYS, and refuses one name for two secrets', () => {
    expect(problems({ ...PRODUCTION, WEBHOOK_KEYS: KEY })).toEqual([]);
    const WEBHOOK_KEYS = 'first:another-secret-of-32-bytes-and-more';
    expect(problems({ ...PRODUCTION, WEBHOOK_KEYS })).toEqual([
      'WEBHOOK_KEYS: a key has the name of a key of JWT_KEYS, but another secret',
    ]);
  });

  test.each([
    'postgres://localhost/invoicing',
    'postgresql://user:p%40ss@[::1]:5432/invoicing?sslmode=require',
    'postgres:///invoicing?host=/var/run/postgresql',
  ])('accepts the database %s', (DATABASE_URL) => {
    expect(loadConfig({ DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL);
  });

  test.each(['participant.sml.test.tech.peppol.org', 'SML-1.internal.', 'localhost', 'a.'.repeat(89) + 'a'])(
    'accepts the zone %s',
    (SML_ZONE) => {
      expect(loadConfig({ SML_ZONE }).SML_ZONE).toBe(SML_ZONE);
    },
  );

  test.each([
    ['https://s3.eu-central-1.amazonaws.com', 'invoicing.files-1'],
    ['http://[::1]:9000/', 'abc'],
    ['HTTP://localhost', 'a'.repeat(63)],
  ])('accepts the file store %s with the bucket %s', (S3_ENDPOINT, S3_BUCKET) => {
    expect(loadConfig({ S3_ENDPOINT, S3_BUCKET })).toMatchObject({ S3_ENDPOINT, S3_BUCKET });
  });

  test.each([
    ['NODE_ENV', 'Production'],
    ['NODE_ENV', 'staging'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80a'],
    ['PORT', '0x50'],
    ['PORT', '1e3'],
    ['PORT', '3000.5'],
    ['MANAGEMENT_PORT', 'http'],
    ['BASE_URL', 'invoicing.example'],
    ['BASE_URL', 'ftp://invoicing.example'],
    ['MANAGEMENT_TOKEN', 'fifteen-letters'],
    ['MANAGEMENT_TOKEN', 'sixteen-letters-é'],
    ['MANAGEMENT_TOKEN', 'sixteen\nletters-and-more'],
    ['DATABASE_URL', 'mysql://root:hunter2@localhost/x'],
    ['DATABASE_URL', 'localhost:5432'],
    ['DATABASE_POOL_SIZE', '0'],
    ['DATABASE_POOL_SIZE', '1001'],
    ['JWT_KEYS', 'a-secret-of-32-bytes-without-its-kid'],
    ['JWT_KEYS', 'half-of-a-secret:too-short'],
    ['JWT_KEYS', `${KEY},`],
    ['JWT_KEYS', `${KEY},${KEY}`],
    ['JWT_KEYS', 'a kid:0123456789abcdef0123456789abcdef'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '1'],
    ['EINVOICE_NETWORK', 'peppol'],
    ['NETWORK_TOKEN', 'fifteen-letters'],
    ['NETWORK_TOKEN', 'sixteen-letters-€'],
    ['SMP_URL', 'smp.example'],
    ['SML_ZONE', 'https://sml.test'],
    ['SML_ZONE', 'sml..test'],
    ['SML_ZONE', '.sml.test'],
    ['SML_ZONE', 'sml.test..'],
    ['SML_ZONE', 'sml test'],
    ['SML_ZONE', '-sml.test'],
    ['SML_ZONE', 'sml-.test'],
    ['SML_ZONE', `${'a'.repeat(64)}.test`],
    ['SML_ZONE', 'a.'.repeat(90).slice(0, -1) + 'a'],
    ['S3_ENDPOINT', 's3.example'],
    ['S3_ENDPOINT', 'https://storage.example/s3'],
    ['S3_ENDPOINT', 'https://storage.example//'],
    ['S3_ENDPOINT', 'https://storage.example/?region=x'],
    ['S3_BUCKET', 'ab'],
    ['S3_BUCKET', 'a'.repeat(64)],
    ['S3_BUCKET', 'My_Bucket'],
    ['S3_BUCKET', '-files'],
    ['S3_BUCKET', 'files.'],
    ['S3_BUCKET', 'in..files'],
    ['S3_BUCKET', 'files-10.0.0.12'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_LEVEL', 'INFO'],
    ['LOCKOUT_ATTEMPTS', '0'],
    ['LOCKOUT_WINDOW_S', '-900'],
    ['LOCKOUT_WINDOW_S', 'Infinity'],
    ['ISSUE_DATE_DAYS_AHEAD', '-1'],
    ['ISSUE_DATE_DAYS_AHEAD', '1.5'],
  ])('refuses %s=%s with the name of the variable, without its value', (name, value) => {
    const lines = problems({ [name]: value });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^${name}: \\w`));
    for (const part of value.split(/[:,]/).filter(({ length }) => length > 2))
      expect(lines[0]).not.toContain(part);
  });

  test('names all problems at once', () => {
    expect(problems({ PORT: 'x', LOG_LEVEL: 'x' }).map((line) => line.split(':')[0])).toEqual([
      'PORT',
      'LOG_LEVEL',
    ]);
  });

  test.each([['TLS_CERT_FILE'], ['TLS_KEY_FILE']])(
    'requires both TLS files or none, not %s alone',
    (name) => {
      expect(problems({ [name]: '/etc/tls/file.pem' })).toEqual([
        'TLS_CERT_FILE and TLS_KEY_FILE: both or neither must be set',
      ]);
    },
  );

  test('has no default for secrets in production', () => {
    expect(problems({ NODE_ENV: 'production' })).toEqual([
      'JWT_KEYS: must be set when NODE_ENV is production',
      'MANAGEMENT_TOKEN: must be set when NODE_ENV is production',
      'DATABASE_URL: must be set when NODE_ENV is production',
    ]);
    expect(problems(PRODUCTION)).toEqual([]);
  });

  test.each(['http:', 'HTTP:'])('refuses %s for the sign-in of people in production', (scheme) => {
    const people = {
      ...{ OIDC_ISSUER: `${scheme}//login.example`, CONSOLE_URL: `${scheme}//console.example` },
      ...{ OIDC_CLIENT_ID: 'invoicing', OIDC_CLIENT_SECRET: 'x', OIDC_VIEWERS: 'groups=viewers' },
    };
    expect(problems(people)).toEqual([]);
    expect(problems({ ...PRODUCTION, ...people })).toEqual([
      'OIDC_ISSUER: must be https in production',
      'CONSOLE_URL: must be https in production',
    ]);
  });

  test.each<[string, string[]]>([
    ['https://console.example:3001/', []],
    ['https://intranet.example/invoicing', ['CONSOLE_URL: must end after host and port, without a path']],
  ])('takes the address of the console without a path only: %s', (CONSOLE_URL, expected) => {
    const people = {
      ...{ OIDC_ISSUER: 'https://login.example/realm', OIDC_CLIENT_ID: 'invoicing' },
      ...{ OIDC_CLIENT_SECRET: 'x', OIDC_VIEWERS: 'groups=viewers' },
    };
    expect(problems({ ...people, CONSOLE_URL })).toEqual(expected);
  });

  test('requires the address and token of the access point, and in production the network token', () => {
    expect(problems({ EINVOICE_NETWORK: 'phoss' })).toEqual([
      'PHOSS_URL: must be set when EINVOICE_NETWORK is phoss',
      'PHOSS_TOKEN: must be set when EINVOICE_NETWORK is phoss',
    ]);
    const phoss = { EINVOICE_NETWORK: 'phoss', PHOSS_URL: 'http://localhost:8080', PHOSS_TOKEN: 'a token' };
    expect(problems(phoss)).toEqual([]);
    expect(problems({ ...PRODUCTION, ...phoss })).toEqual([
      'NETWORK_TOKEN: must be set when NODE_ENV is production and EINVOICE_NETWORK is phoss',
    ]);
  });
});
