import { loadConfig } from '../src/config';
import { StorageFailure } from '../src/ports/documents/storage';
import { explained, failureOf } from '../src/start-failures';

const URL = 'postgres://anna:a-password@db.example:5433/books';

/** What a start says that fails with an error of these members. */
function said(members: object, env: Record<string, string> = {}, wrapped = 'wrapped'): string | undefined {
  return saidOf(new Error(wrapped, { cause: Object.assign(new Error('failed'), members) }), env);
}

function saidOf(error: Error, env: Record<string, string>): string | undefined {
  return explained(failureOf(error), loadConfig(env), (name) =>
    name in env ? 'the environment' : 'the default',
  );
}

describe('A start that fails says', () => {
  test.each<[string, object, Record<string, string>, string]>([
    [
      'which port is taken',
      { code: 'EADDRINUSE', syscall: 'listen', port: 3000 },
      {},
      'PORT (from the default): port 3000 is taken by another program. Set PORT to a free port.',
    ],
    [
      'that the port of management is taken',
      { code: 'EADDRINUSE', syscall: 'listen', port: 4001 },
      { MANAGEMENT_PORT: '4001' },
      'MANAGEMENT_PORT (from the environment): port 4001 is taken by another program. Set MANAGEMENT_PORT to a free port.',
    ],
    [
      'that both ports are the same',
      { code: 'EADDRINUSE', syscall: 'listen', port: 3001 },
      { PORT: '3001' },
      'PORT and MANAGEMENT_PORT are both 3001. Set them to two ports.',
    ],
    [
      'that a low port is not allowed',
      { code: 'EACCES', syscall: 'listen', port: 80 },
      { PORT: '80' },
      'PORT (from the environment): this user may not listen on port 80. Set PORT to 1024 or more.',
    ],
    [
      'that the port of management is taken, when both listeners have it on addresses of their own',
      { code: 'EADDRINUSE', syscall: 'listen', port: 4000, address: '127.0.0.1' },
      { PORT: '4000', MANAGEMENT_PORT: '4000', HOST: '127.0.0.2' },
      'MANAGEMENT_PORT (from the environment): port 4000 is taken by another program. Set MANAGEMENT_PORT to a free port.',
    ],
    [
      'that the port of the API is taken, when both listeners have it on addresses of their own',
      { code: 'EADDRINUSE', syscall: 'listen', port: 4000, address: '127.0.0.2' },
      { PORT: '4000', MANAGEMENT_PORT: '4000', HOST: '127.0.0.2' },
      'PORT (from the environment): port 4000 is taken by another program. Set PORT to a free port.',
    ],
    [
      'that both ports are the same, when one listener has all addresses',
      { code: 'EADDRINUSE', syscall: 'listen', port: 4000, address: '127.0.0.1' },
      { PORT: '4000', MANAGEMENT_PORT: '4000', HOST: '0.0.0.0' },
      'PORT and MANAGEMENT_PORT are both 4000. Set them to two ports.',
    ],
    [
      'that an address is not the machine’s',
      { code: 'EADDRNOTAVAIL', syscall: 'listen', address: '10.9.9.9' },
      { HOST: '10.9.9.9' },
      'HOST (from the environment): 10.9.9.9 is no address of this machine. Correct it, or leave it unset.',
    ],
    [
      'that a name to listen on is unknown, also when a database is set',
      { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'api.invalid' },
      { HOST: 'api.invalid', DATABASE_URL: URL },
      'HOST (from the environment): api.invalid is no address of this machine. Correct it, or leave it unset.',
    ],
    [
      'that the name of the database’s server is unknown',
      { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'db.example' },
      { HOST: '127.0.0.1', DATABASE_URL: URL },
      'DATABASE_URL (from the environment): no PostgreSQL server answers at db.example:5433 (ENOTFOUND). Start it, or correct the address.',
    ],
    [
      'that a certificate is none, or has another key',
      { code: 'ERR_OSSL_X509_KEY_VALUES_MISMATCH', message: 'key values mismatch' },
      { TLS_CERT_FILE: '/cert.pem', TLS_KEY_FILE: '/key.pem' },
      'TLS_CERT_FILE (from the environment) and TLS_KEY_FILE (from the environment): OpenSSL cannot use them (key values mismatch). Set them to a certificate in PEM and the key that belongs to it.',
    ],
    [
      'that no server answers',
      { code: 'ECONNREFUSED', syscall: 'connect', address: '127.0.0.1', port: 5433 },
      { DATABASE_URL: URL },
      'DATABASE_URL (from the environment): no PostgreSQL server answers at db.example:5433 (ECONNREFUSED). Start it, or correct the address.',
    ],
    [
      'that no server answers at a Unix socket',
      { code: 'ENOENT', syscall: 'connect', address: '/run/pg/.s.PGSQL.5434' },
      { DATABASE_URL: 'postgres:///books?host=/run/pg&port=5434' },
      'DATABASE_URL (from the environment): no PostgreSQL server answers at /run/pg/.s.PGSQL.5434 (ENOENT). Start it, or correct the address.',
    ],
    [
      'that a database whose name has a bare percent sign does not exist',
      { code: '3D000' },
      { DATABASE_URL: 'postgres://100%anna@db.example/books%' },
      'DATABASE_URL (from the environment): the database "books%" does not exist. Create it, for example with createdb books%.',
    ],
    [
      'that the password is wrong, also for a user whose name has a bare percent sign',
      { code: '28P01', message: 'password authentication failed' },
      { DATABASE_URL: 'postgres://100%anna@db.example/books' },
      'DATABASE_URL (from the environment): PostgreSQL refuses the user "100%anna" (password authentication failed). Correct the name or the password.',
    ],
    [
      'that the driver cannot read the URL',
      { message: 'URI malformed' },
      { DATABASE_URL: 'postgres://anna@db.example/books%' },
      'DATABASE_URL (from the environment): it cannot be read (URI malformed). Write a percent sign of a name or password as %25.',
    ],
    [
      'that the database does not exist',
      { code: '3D000' },
      { DATABASE_URL: URL },
      'DATABASE_URL (from the environment): the database "books" does not exist. Create it, for example with createdb books.',
    ],
    [
      'that the password is wrong',
      { code: '28P01', message: 'password authentication failed' },
      { DATABASE_URL: URL },
      'DATABASE_URL (from the environment): PostgreSQL refuses the user "anna" (password authentication failed). Correct the name or the password.',
    ],
    [
      'that the user has no rights',
      { code: '42501', message: 'permission denied for schema public' },
      { DATABASE_URL: URL },
      'DATABASE_URL (from the environment): the user "anna" may not create tables in "books" (permission denied for schema public). Make it the owner of the database.',
    ],
    [
      'that the server is a standby',
      { code: '25006', message: 'cannot execute UPDATE in a read-only transaction' },
      { DATABASE_URL: URL },
      'DATABASE_URL (from the environment): db.example:5433 is read-only, as a standby is (cannot execute UPDATE in a read-only transaction). Set the address of the primary server.',
    ],
    [
      'what a pooler or the server answers in other cases',
      { code: '08P01', severity: 'FATAL', message: 'SASL authentication failed' },
      { DATABASE_URL: URL },
      'DATABASE_URL (from the environment): SASL authentication failed (SQLSTATE 08P01).',
    ],
    [
      'that the server speaks no TLS',
      { message: 'The server does not support SSL connections' },
      { DATABASE_URL: URL },
      'DATABASE_URL (from the environment): there is no connection to db.example:5433 (The server does not support SSL connections).',
    ],
    [
      'that a folder cannot be written',
      { code: 'EACCES', syscall: 'mkdir', path: '/nope/data/database' },
      { DATA_DIR: '/nope/data' },
      'DATA_DIR (from the environment): /nope/data/database cannot be used (EACCES). Choose a folder in which this user can write.',
    ],
    [
      'that the folder of files cannot be written, also when it is in the data folder',
      { code: 'EACCES', syscall: 'open', path: '/data/files/probe' },
      { DATA_DIR: '/data', STORAGE_DIR: '/data/files' },
      'STORAGE_DIR (from the environment): /data/files/probe cannot be used (EACCES). Choose a folder in which this user can write.',
    ],
    [
      'that a certificate cannot be read',
      { code: 'ENOENT', syscall: 'open', path: '/nope/cert.pem' },
      { TLS_CERT_FILE: '/nope/cert.pem', TLS_KEY_FILE: '/nope/key.pem' },
      'TLS_CERT_FILE (from the environment): /nope/cert.pem cannot be read (ENOENT). Correct the path, or the rights of the file.',
    ],
  ])('%s', (_what, members, env, sentence) => {
    expect(said(members, env)).toBe(sentence);
  });

  describe('with a file store that fails', () => {
    const S3 = {
      STORAGE: 's3',
      S3_ENDPOINT: 'https://s3.example:9000',
      S3_BUCKET: 'files',
      S3_ACCESS_KEY: 'access',
      S3_SECRET_KEY: 'secret',
      DATABASE_URL: URL,
    };
    test.each<[string, object, Record<string, string>, string]>([
      [
        'that it does not answer',
        { code: 'ECONNREFUSED', syscall: 'connect', address: '127.0.0.1', port: 9000 },
        S3,
        'S3_ENDPOINT (from the environment): the file store at https://s3.example:9000 does not answer (ECONNREFUSED). Start it, or correct the address.',
      ],
      [
        'that its name is unknown',
        { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 's3.example' },
        S3,
        'S3_ENDPOINT (from the environment): the file store at https://s3.example:9000 does not answer (ENOTFOUND). Start it, or correct the address.',
      ],
      [
        'what it answers',
        { code: 'AccessDenied', message: 'Access Denied.' },
        S3,
        'S3_ENDPOINT (from the environment): the file store at https://s3.example:9000 refuses or fails (AccessDenied: Access Denied.). Check it, the bucket and the keys.',
      ],
      [
        'that its folder cannot be written',
        { code: 'EACCES', syscall: 'mkdir', path: '/files/a' },
        { STORAGE_DIR: '/files', DATABASE_URL: URL },
        'STORAGE_DIR (from the environment): /files/a cannot be used (EACCES). Choose a folder in which this user can write.',
      ],
    ])('%s', (_what, members, env, sentence) => {
      expect(saidOf(new StorageFailure(Object.assign(new Error('failed'), members)), env)).toBe(sentence);
    });
  });

  test('which migration failed, with the error of PostgreSQL', () => {
    const members = { code: '22012', severity: 'ERROR', message: 'division by zero' };
    expect(said(members, { DATABASE_URL: URL }, 'The migration 0002.sql failed: division by zero')).toBe(
      'DATABASE_URL (from the environment): The migration 0002.sql failed: division by zero (SQLSTATE 22012).',
    );
  });

  test('nothing more when no setting explains the failure, and never a password', () => {
    expect(said({ code: 'ECONNREFUSED', syscall: 'connect' })).toBeUndefined();
    expect(said({ code: 'ENOENT', path: '/elsewhere' })).toBeUndefined();
    expect(said({ code: '57P03' }, { DATABASE_URL: URL })).toBeUndefined();
    for (const code of ['ECONNREFUSED', '3D000', '28P01', '42501', '53300'])
      expect(said({ code }, { DATABASE_URL: URL })).not.toContain('a-password');
  });
});
