import net from 'node:net';
import path from 'node:path';
import { type ServerAddress, serverAddress } from './adapters/postgres/connections/server-address';
import type { Config } from './config';
import { StorageFailure } from './ports/documents/storage';

/** Where the value of a variable is from. */
export type SourceOf = (name: keyof Config) => 'the environment' | '.env' | 'the default';

/**
 * The fields of errors of Node and of PostgreSQL that state why a start failed. Processes can send it to each other.
 */
export interface Failure {
  readonly message: string;
  readonly stack?: string | undefined;
  readonly code?: string | undefined;
  readonly syscall?: string | undefined;
  readonly path?: string | undefined;
  readonly port?: number | undefined;
  readonly address?: string | undefined;
  /** The name that could not be resolved. */
  readonly hostname?: string | undefined;
  /** Only errors of PostgreSQL have one. */
  readonly severity?: string | undefined;
  /** The file store failed, with the cause. */
  readonly is_of_storage?: boolean | undefined;
  readonly cause?: Failure | undefined;
}

export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, stack, code, syscall, path, port, address, hostname, severity } = error as Failure;
  const cause = error.cause === undefined ? undefined : failureOf(error.cause);
  const is_of_storage = error instanceof StorageFailure || undefined;
  return { message, stack, code, syscall, path, port, address, hostname, severity, is_of_storage, cause };
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
/** Failures to connect to which the driver gives no code. */
const WITHOUT_CODE = /^(?:SASL: |Connection terminated|timeout expired|The server does not support SSL)/;
/** STORAGE_DIR first, since it may be a folder in DATA_DIR. */
const FOLDERS = ['STORAGE_DIR', 'DATA_DIR'] as const;
/** Listeners on these use the port of every address. */
const ANY_ADDRESS = ['0.0.0.0', '::'];
const HOSTS = ['HOST', 'MANAGEMENT_HOST'] as const;
const TLS_FILES = ['TLS_CERT_FILE', 'TLS_KEY_FILE'] as const;

/**
 * @returns one sentence that names the setting, where its value is from, and what to do; undefined for a failure that
 *   no setting explains
 */
export function explained(failure: Failure, config: Config, sourceOf: SourceOf): string | undefined {
  const named = (name: keyof Config) => `${name} (from ${sourceOf(name)})`;
  for (let cause: Failure | undefined = failure; cause; cause = cause.cause) {
    if (cause.is_of_storage) return ofStorage(cause.cause, config, named);
    const found = explainedCause(cause, config, named) ?? ofDatabase(cause, failure.message, config, named);
    if (found) return found;
  }
  return undefined;
}

function explainedCause(
  failure: Failure,
  config: Config,
  named: (name: keyof Config) => string,
): string | undefined {
  const { code = '', syscall } = failure;
  if (syscall === 'listen' || syscall === 'bind') return ofListener(failure, config, named);
  const host = syscall === 'getaddrinfo' && HOSTS.find((name) => config[name] === failure.hostname);
  if (host) return noAddress(named(host), failure.hostname!);
  if (config.TLS_CERT_FILE !== undefined && code.startsWith('ERR_OSSL_')) {
    const files = TLS_FILES.map(named).join(' and ');
    return `${files}: OpenSSL cannot use them (${failure.message}). Set them to a certificate in PEM and the key that belongs to it.`;
  }
  return failure.path === undefined ? undefined : ofFile(failure.path, code, config, named);
}

function ofStorage(
  failure: Failure | undefined,
  config: Config,
  named: (name: keyof Config) => string,
): string | undefined {
  const { code = '', message = '', path: file } = failure ?? {};
  // With S3 too, files are written to a folder first.
  if (file !== undefined) return ofFile(file, code, config, named);
  if (config.STORAGE !== 's3') return undefined;
  const store = `${named('S3_ENDPOINT')}: the file store at ${config.S3_ENDPOINT}`;
  return UNREACHABLE.includes(code)
    ? `${store} does not answer (${code}). Start it, or correct the address.`
    : `${store} refuses or fails (${code ? `${code}: ` : ''}${message}). Check it, the bucket and the keys.`;
}

/** @param outer - the message of the error of which the failure is the cause, such as one that names a migration */
function ofDatabase(
  { code = '', syscall, path: file, severity, message }: Failure,
  outer: string,
  config: Config,
  named: (name: keyof Config) => string,
): string | undefined {
  if (config.DATABASE_URL === undefined || file !== undefined) return undefined;
  const url = named('DATABASE_URL');
  let address: ServerAddress;
  try {
    address = serverAddress(config.DATABASE_URL);
  } catch (error) {
    return `${url}: it cannot be read (${(error as Error).message}). Write a percent sign of a name or password as %25.`;
  }
  const { server, user, database } = address;
  // A socket that is missing has the code of a missing file.
  if (UNREACHABLE.includes(code) || syscall === 'connect')
    return `${url}: no PostgreSQL server answers at ${server} (${code}). Start it, or correct the address.`;
  if (WITHOUT_CODE.test(message)) return `${url}: there is no connection to ${server} (${message}).`;
  switch (code) {
    case '25006': // read_only_sql_transaction
      return `${url}: ${server} is read-only, as a standby is (${message}). Set the address of the primary server.`;
    case '3D000': // invalid_catalog_name
      return `${url}: the database "${database}" does not exist. Create it, for example with createdb ${database}.`;
    case '28000': // invalid_authorization_specification
    case '28P01': // invalid_password
      return `${url}: PostgreSQL refuses the user "${user}" (${message}). Correct the name or the password.`;
    case '42501': // insufficient_privilege
      return `${url}: the user "${user}" may not create tables in "${database}" (${message}). Make it the owner of the database.`;
    case '53300': // too_many_connections
      return `${url}: the server has no free connection. Raise its max_connections, or lower DATABASE_POOL_SIZE.`;
    default:
      return severity === undefined
        ? undefined
        : `${url}: ${outer.includes(message) ? outer : message} (SQLSTATE ${code}).`;
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
  { HOST, PORT, MANAGEMENT_PORT, MANAGEMENT_HOST }: Config,
  named: (name: keyof Config) => string,
): string | undefined {
  const is_management =
    port === undefined || PORT === MANAGEMENT_PORT
      ? address === MANAGEMENT_HOST && address !== HOST
      : port === MANAGEMENT_PORT;
  const prefix = is_management ? 'MANAGEMENT_' : '';
  const name = `${prefix}PORT` as const;
  switch (code) {
    case 'EADDRINUSE':
      return PORT === MANAGEMENT_PORT && !areApart(HOST, MANAGEMENT_HOST)
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

/** Whether listeners on two hosts can have the same port. A name may stand for either address. */
function areApart(...hosts: (string | undefined)[]): boolean {
  const addresses = hosts.filter((host) => net.isIP(host ?? '') > 0 && !ANY_ADDRESS.includes(host!));
  return new Set(addresses).size === hosts.length;
}

function noAddress(setting: string, address: string): string {
  return `${setting}: ${address} is no address of this machine. Correct it, or leave it unset.`;
}
