import path from 'node:path';
import type { Config } from './config';

/** Where the value of a variable is from. */
export type SourceOf = (name: keyof Config) => 'the environment' | '.env' | 'the default';

/** The fields of errors of Node, and of errors of PostgreSQL, that state why a start failed. */
interface Failure {
  readonly code?: string;
  readonly syscall?: string;
  readonly path?: string;
  readonly port?: number;
  readonly address?: string;
  /** The name that could not be resolved. */
  readonly hostname?: string;
  readonly cause?: unknown;
  readonly message: string;
}

const UNREACHABLE = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
];
/** STORAGE_DIR first, since it may be a folder in DATA_DIR. */
const FOLDERS = ['STORAGE_DIR', 'DATA_DIR'] as const;
const HOSTS = ['HOST', 'MANAGEMENT_HOST'] as const;
const TLS_FILES = ['TLS_CERT_FILE', 'TLS_KEY_FILE'] as const;

/**
 * @returns one sentence that names the setting, where its value is from, and what to do; undefined for a failure that no
 *   setting explains
 */
export function explained(error: unknown, config: Config, sourceOf: SourceOf): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const found = explainedCause(cause, config, (name) => `${name} (from ${sourceOf(name)})`);
    if (found) return found;
  }
  return undefined;
}

function explainedCause(
  failure: Failure,
  config: Config,
  named: (name: keyof Config) => string,
): string | undefined {
  const { code = '', syscall, port } = failure;
  if (syscall === 'listen' || syscall === 'bind') return ofListener(failure, config, named);
  const host = syscall === 'getaddrinfo' && HOSTS.find((name) => config[name] === failure.hostname);
  if (host) return noAddress(named(host), failure.hostname!);
  if (config.TLS_CERT_FILE !== undefined && code.startsWith('ERR_OSSL_')) {
    const files = TLS_FILES.map(named).join(' and ');
    return `${files}: OpenSSL cannot use them (${failure.message}). Set them to a certificate in PEM and the key that belongs to it.`;
  }
  if (failure.path !== undefined) return ofFile(failure.path, code, config, named);
  if (config.DATABASE_URL === undefined) return undefined;
  const { hostname, port: given, username, pathname } = new URL(config.DATABASE_URL);
  const server = `${hostname || 'localhost'}:${port ?? (given || '5432')}`;
  const url = named('DATABASE_URL');
  if (UNREACHABLE.includes(code))
    return `${url}: no PostgreSQL server answers at ${server} (${code}). Start it, or correct the address.`;
  const database = decodeURIComponent(pathname.slice(1));
  switch (code) {
    case '3D000': // invalid_catalog_name
      return `${url}: the database "${database}" does not exist. Create it, for example with createdb ${database}.`;
    case '28000': // invalid_authorization_specification
    case '28P01': // invalid_password
      return `${url}: PostgreSQL refuses the user "${decodeURIComponent(username)}". Correct the name or the password.`;
    case '42501': // insufficient_privilege
      return `${url}: the user "${decodeURIComponent(username)}" may not create tables in "${database}". Make it the owner of the database.`;
    case '53300': // too_many_connections
      return `${url}: the server has no free connection. Raise its max_connections, or lower DATABASE_POOL_SIZE.`;
    default:
      return undefined;
  }
}

function ofFile(
  used: string,
  code: string,
  config: Config,
  named: (name: keyof Config) => string,
): string | undefined {
  const isWithin = (place: string | undefined) => {
    const below = place === undefined ? '..' : path.relative(path.resolve(place), path.resolve(used));
    return below !== '..' && !below.startsWith(`..${path.sep}`);
  };
  const file = TLS_FILES.find((name) => isWithin(config[name]));
  if (file)
    return `${named(file)}: ${used} cannot be read (${code}). Correct the path, or the rights of the file.`;
  const folder = FOLDERS.find((name) => isWithin(config[name]));
  return (
    folder &&
    `${named(folder)}: ${used} cannot be used (${code}). Choose a folder in which this user can write.`
  );
}

function ofListener(
  { code = '', port, address }: Failure,
  { PORT, MANAGEMENT_PORT, MANAGEMENT_HOST }: Config,
  named: (name: keyof Config) => string,
): string | undefined {
  const is_management = port === undefined ? address === MANAGEMENT_HOST : port === MANAGEMENT_PORT;
  const prefix = is_management && PORT !== MANAGEMENT_PORT ? 'MANAGEMENT_' : '';
  const name = `${prefix}PORT` as const;
  switch (code) {
    case 'EADDRINUSE':
      return PORT === MANAGEMENT_PORT
        ? `PORT and MANAGEMENT_PORT are both ${port}. Set them to two ports.`
        : `${named(name)}: port ${port} is taken by another program. Set ${name} to a free port.`;
    case 'EACCES':
      return `${named(name)}: this user may not listen on port ${port}. Set ${name} to 1024 or more.`;
    case 'EADDRNOTAVAIL':
      return noAddress(named(`${prefix}HOST`), address!);
    default:
      return undefined;
  }
}

function noAddress(setting: string, address: string): string {
  return `${setting}: ${address} is no address of this machine. Correct it, or leave it unset.`;
}
