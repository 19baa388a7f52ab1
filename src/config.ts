import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { readGrants } from './domain/access/person';

/** Digits only: other forms that JavaScript converts to a number (0x10, 1e3, a blank) are rejected. */
const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min).max(max));
const port = whole(0, 65535);
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const count = whole(1, 1_000_000_000);
const MAX_WORKERS = 64;
const secret = z
  .string()
  .min(16, 'must have at least 16 characters')
  .regex(/^[\x20-\x7e]*$/, 'must be ASCII, since it is sent in a header of HTTP');

/** `kid:secret,…`; the first key signs, all verify. */
const jwtKeys = z.string().transform((text, context) => {
  const keys = text.split(',').map((entry) => {
    const colon = entry.indexOf(':');
    return { kid: entry.slice(0, Math.max(colon, 0)).trim(), secret: entry.slice(colon + 1).trim() };
  });
  for (const [index, { kid, secret }] of keys.entries()) {
    if (!/^[\w.-]{1,64}$/.test(kid)) context.addIssue('must be kid:secret,kid:secret,…');
    // The message names the key by its position: the text before the colon may be part of a secret.
    else if (Buffer.byteLength(secret) < 32)
      context.addIssue(`the secret of key ${index + 1} must have at least 32 bytes`);
  }
  if (new Set(keys.map(({ kid }) => kid)).size < keys.length) context.addIssue('names a key twice');
  return keys;
});

/** A name has 253 characters at most, and that of a participant has 74 before the zone. */
const MAX_ZONE = 179;
/** Labels of 1 to 63 characters (RFC 1035 §2.3.4); a final dot is that of the root. */
const dnsZone = z.string().refine((text) => {
  const labels = text.replace(/\.$/, '').split('.');
  return text.length <= MAX_ZONE && labels.every((label) => /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/i.test(label));
}, 'must be a DNS zone, such as sml.example.org');

/**
 * An address to which no path can be added: the client of S3 has no place for one, and the console has its own paths.
 */
const withoutPath = z
  .url({ protocol: /^https?$/, abort: true })
  .refine((text) => /^[^/]*\/\/[^/?#]*\/?$/.test(text), 'must end after host and port, without a path');
/** The names that the client of S3 takes. */
const s3Bucket = z
  .string()
  .refine(
    (text) =>
      text.length <= 63 && /^[a-z0-9][a-z0-9.-]+[a-z0-9]$/.test(text) && !/\.\.|\d\.\d+\.\d+\.\d/.test(text),
    'must be 3 to 63 characters of a-z, 0-9, - and single dots, with a letter or digit at both ends, and no IP address',
  );

/** E-mail addresses and `claim=value`, which give people a role in the console. */
const grants = z.string().transform((text, context) => {
  const read = readGrants(text);
  if (!read) context.addIssue('must be e-mail addresses and claim=value, separated by commas');
  return read ?? [];
});

/** A number of processes; `auto` for one per core. */
const workers = z
  .string()
  .regex(/^(?:auto|\d{1,15})$/, 'must be auto or a whole number')
  .transform((text) => (text === 'auto' ? Math.min(availableParallelism(), MAX_WORKERS) : Number(text)))
  .pipe(z.number().min(1).max(MAX_WORKERS));

/** All environment variables of the service, with their types and defaults. */
export const configSchema = z.object({
  /** A closed set: a misspelt `production` must not start as `development` with generated secrets. */
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  /** All network interfaces when unset. */
  HOST: z.string().optional(),
  PORT: port.default(3000),
  MANAGEMENT_HOST: z.string().default('127.0.0.1'),
  MANAGEMENT_PORT: port.default(3001),
  /** Public URL of the service, and the issuer of its tokens. */
  BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Whether `/mcp` serves the API to programs that speak the Model Context Protocol. */
  MCP: flag.default(false),
  /** Processes that serve requests, behind the same ports: a number, or `auto` for one per core. */
  WORKERS: workers.default(1),
  MANAGEMENT_TOKEN: secret.optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL_SIZE: whole(1, 1_000).default(10),
  DATA_DIR: z.string().min(1).default('./data'),
  JWT_KEYS: jwtKeys.optional(),
  /**
   * Keys that seal the secrets of webhooks, in the form of `JWT_KEYS`: the first key seals, all keys open. The keys of
   * `JWT_KEYS` open too, and the first of them seals when this is unset.
   */
  WEBHOOK_KEYS: jwtKeys.optional(),
  TLS_CERT_FILE: z.string().min(1).optional(),
  TLS_KEY_FILE: z.string().min(1).optional(),
  /** Whether the `X-Forwarded-*` headers of a reverse proxy are trusted, such as the protocol of the caller. */
  TRUST_PROXY: flag.default(false),
  /** The file store: a folder that all nodes share, or an S3-compatible bucket. */
  STORAGE: z.enum(['local', 's3']).default('local'),
  /** Folder of the file store, or with `s3` of incomplete uploads. `files` in DATA_DIR when unset. */
  STORAGE_DIR: z.string().min(1).optional(),
  S3_ENDPOINT: withoutPath.optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_BUCKET: s3Bucket.optional(),
  S3_ACCESS_KEY: z.string().min(1).optional(),
  S3_SECRET_KEY: z.string().min(1).optional(),
  MAX_ATTACHMENT_BYTES: whole(1, 1024 * 1024 * 1024).default(10 * 1024 * 1024),
  MAX_IMPORT_BYTES: whole(1, 100 * 1024 * 1024).default(20 * 1024 * 1024),
  /** `sandbox`: within the installation; `phoss`: through phoss-ap, an access point of the Peppol network. */
  EINVOICE_NETWORK: z.enum(['sandbox', 'phoss']).default('sandbox'),
  PHOSS_URL: z.url({ protocol: /^https?$/ }).optional(),
  PHOSS_TOKEN: z.string().min(1).optional(),
  /** DNS zone of the Service Metadata Locator (SML), in which participants are looked up. */
  SML_ZONE: dnsZone.default('participant.sml.prod.tech.peppol.org'),
  /** URL of a Service Metadata Publisher (SMP) for all participants, instead of those that DNS names. */
  SMP_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Bearer token of the access point that delivers messages. */
  NETWORK_TOKEN: secret.optional(),
  /** The provider by which people sign in to the console with OpenID Connect. */
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  /** Who may do everything in the console: e-mail addresses, and `claim=value`. */
  OIDC_OPERATORS: grants.optional(),
  /** Who may look at everything. */
  OIDC_VIEWERS: grants.optional(),
  /** Where browsers reach the console; the provider sends them back to it. */
  CONSOLE_URL: withoutPath.optional(),
  LOG_LEVEL: z.enum(['error', 'warn', 'info', 'debug']).default('info'),
  /** `pretty`: for people; `json`: for programs. When unset, `pretty` on a terminal, else `json`. */
  LOG_FORMAT: z.enum(['pretty', 'json']).optional(),
  /** Failed secrets per client within the window before it is locked out. */
  LOCKOUT_ATTEMPTS: count.default(10),
  LOCKOUT_WINDOW_S: count.default(900),
  /** The most days that an issue date may lie ahead of today. */
  ISSUE_DATE_DAYS_AHEAD: whole(0, 36_500).default(31),
});

/** The configuration, read from the environment once, at start. */
export type Config = z.output<typeof configSchema>;

/** The configuration is invalid; the message names each faulty variable, without its value. */
export class ConfigError extends Error {}

/** Variables that may be set by a file: NAME_FILE has the path of the file that contains the value. */
export const SECRETS = [
  'MANAGEMENT_TOKEN',
  'DATABASE_URL',
  'JWT_KEYS',
  'WEBHOOK_KEYS',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'PHOSS_TOKEN',
  'NETWORK_TOKEN',
  'OIDC_CLIENT_SECRET',
] as const satisfies readonly (keyof Config)[];

/** @throws ConfigError with all faults, one in each line */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  // An empty variable counts as unset: compose files and .env often contain empty ones. In a file with CRLF values end
  // with CR.
  const set = Object.fromEntries(
    Object.entries(env)
      .map(([name, value = '']) => [name, value.trim()])
      .filter(([, value]) => value !== ''),
  ) as NodeJS.ProcessEnv;
  const { given, unread } = withFiles(set);
  const result = configSchema.safeParse(given);
  const faults = result.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? [];
  // A variable whose file cannot be used is set.
  const unusable = Object.fromEntries([...unread.keys()].map((name) => [name, '']));
  faults.push(...unread.values(), ...missing({ ...unusable, ...given }));
  if (result.data && hasAmbiguousKeys(result.data))
    faults.push('WEBHOOK_KEYS: a key has the name of a key of JWT_KEYS, but another secret');
  if (!result.success || faults.length > 0) throw new ConfigError(faults.join('\n'));
  return result.data;
}

/** Whether a name stands for two keys: those of both variables open the secrets of webhooks, by their names. */
export function hasAmbiguousKeys({
  WEBHOOK_KEYS = [],
  JWT_KEYS = [],
}: Pick<Config, 'WEBHOOK_KEYS' | 'JWT_KEYS'>): boolean {
  return WEBHOOK_KEYS.some(({ kid, secret }) =>
    JWT_KEYS.some((key) => key.kid === kid && key.secret !== secret),
  );
}

/** @returns the variables with the contents of files, and a line for each variable whose file cannot be used */
function withFiles(set: NodeJS.ProcessEnv): { given: NodeJS.ProcessEnv; unread: Map<Variable, string> } {
  const given = { ...set };
  const unread = new Map<Variable, string>();
  for (const name of SECRETS) {
    const file = set[`${name}_FILE`];
    if (file === undefined) continue;
    if (set[name] !== undefined) {
      unread.set(name, `${name} and ${name}_FILE: only one of them may be set`);
      continue;
    }
    try {
      const text = readFileSync(file, 'utf8').trim();
      if (text === '') unread.set(name, `${name}_FILE: the file is empty`);
      else given[name] = text;
    } catch (error) {
      unread.set(name, `${name}_FILE: the file cannot be read (${(error as NodeJS.ErrnoException).code})`);
    }
  }
  return { given, unread };
}

type Variable = keyof Config;

/** Variables that others require, as lines that name them. @param given - the variables that are set */
function missing(given: Readonly<Partial<Record<Variable, string>>>): string[] {
  const lines: string[] = [];
  const require = (when: string, ...names: readonly Variable[]) => {
    for (const name of names) if (given[name] === undefined) lines.push(`${name}: must be set when ${when}`);
  };
  if ((given.TLS_CERT_FILE === undefined) !== (given.TLS_KEY_FILE === undefined))
    lines.push('TLS_CERT_FILE and TLS_KEY_FILE: both or neither must be set');
  if (given.STORAGE === 's3')
    require('STORAGE is s3', 'S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY');
  const is_phoss = given.EINVOICE_NETWORK === 'phoss';
  if (is_phoss) require('EINVOICE_NETWORK is phoss', 'PHOSS_URL', 'PHOSS_TOKEN');
  lines.push(...missingForPeople(given));
  if (given.NODE_ENV === 'production') {
    if (is_phoss) require('NODE_ENV is production and EINVOICE_NETWORK is phoss', 'NETWORK_TOKEN');
    // Secrets have no default in production.
    require('NODE_ENV is production', 'JWT_KEYS', 'MANAGEMENT_TOKEN', 'DATABASE_URL');
  }
  return lines;
}

const PEOPLE = [
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'CONSOLE_URL',
] as const satisfies readonly Variable[];

/** The variables of the sign-in of people require each other. */
function missingForPeople(given: Readonly<Partial<Record<Variable, string>>>): string[] {
  const named = [...PEOPLE, 'OIDC_OPERATORS', 'OIDC_VIEWERS'] as const;
  const first = named.find((name) => given[name] !== undefined);
  if (first === undefined) return [];
  const lines = PEOPLE.filter((name) => given[name] === undefined).map(
    (name) => `${name}: must be set when ${first} is set`,
  );
  if (given.OIDC_OPERATORS === undefined && given.OIDC_VIEWERS === undefined)
    lines.push(`OIDC_OPERATORS or OIDC_VIEWERS: must be set when ${first} is set`);
  for (const name of ['OIDC_ISSUER', 'CONSOLE_URL'] as const)
    if (given.NODE_ENV === 'production' && /^http:/i.test(given[name] ?? ''))
      lines.push(`${name}: must be https in production`);
  return lines;
}
