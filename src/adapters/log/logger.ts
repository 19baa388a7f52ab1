import { Writable } from 'node:stream';
import { isNativeError } from 'node:util/types';
import { createLogger, format, transports } from 'winston';
import { DomainError } from '../../domain/errors';
import type { Log } from '../../ports/log';
import { objectLiteral } from '../object-literals';
import type { LineFormat } from './lines';

/** The fields of a log line. Other fields are dropped, so that no secret is logged by accident. */
export const LOG_FIELDS = [
  ...['level', 'message', 'timestamp'],
  ...[
    'request_id',
    'client_request_id',
    'client_id',
    'company_id',
    'document_id',
    'webhook_id',
    'method',
    'route',
    'tools',
    'status',
    'duration_ms',
  ],
  ...['error', 'error_code', 'constraint', 'stack'],
  ...['address', 'reason', 'count', 'pid', 'job'],
  ...['api', 'management'],
] as const;

/**
 * Writes lines to standard output, each with the ids of the request that it belongs to.
 *
 * @param scope - returns the ids of the current request, if there is one
 * @param write - receives each line, including its line feed
 * @param textOf - the text of a line; by default JSON
 */
export function createLog(
  level: string,
  scope: () => object | undefined,
  write: (line: string) => void = toStandardOutput,
  textOf: LineFormat = JSON.stringify,
): Log {
  const stream = linesTo(write);
  const winston = createLogger({
    level,
    format: line({ textOf }),
    transports: [new transports.Stream({ stream, eol: '\n' })],
  });
  return {
    info: (message, members) => void winston.log({ level: 'info', message, ...scope(), ...members }),
    warn: (message, members, error) =>
      void winston.log({
        level: 'warn',
        message,
        ...scope(),
        ...(error === undefined ? {} : describe(error)),
        ...members,
      }),
    error: (message, error, members) =>
      void winston.log({ level: 'error', message, ...scope(), ...describe(error), ...members }),
  };
}

/** The symbol under which winston keeps the formatted line. */
const MESSAGE = Symbol.for('message');

/** A single format in place of three of winston's, which are slower together. */
const line = format((info, options) => {
  const { textOf } = options as { textOf: LineFormat };
  info['timestamp'] = new Date().toISOString();
  info[MESSAGE] = textOf(lineOf(info));
  return info;
});

const lineOf = objectLiteral(LOG_FIELDS.map((name) => ({ name, from: name, convert: plain })));

const PLAIN: ReadonlySet<string> = new Set(['undefined', 'string', 'number', 'boolean']);

/** A line is written whatever it was given. */
function plain(value: unknown): unknown {
  // eslint-disable-next-line @typescript-eslint/no-base-to-string -- as above
  return value === null || PLAIN.has(typeof value) ? value : String(value);
}

function linesTo(write: (line: string) => void): Writable {
  return new Writable({
    decodeStrings: false,
    write(line: string, _encoding, done) {
      write(line);
      done();
    },
  });
}

let waiting = '';

/**
 * Writes the lines of one iteration of the event loop with one blocking write, so that requests that end together share
 * it.
 */
function toStandardOutput(line: string): void {
  if (waiting === '') setImmediate(flush);
  waiting += line;
}

function flush(): void {
  const lines = waiting;
  waiting = '';
  if (lines !== '') process.stdout.write(lines);
}

process.on('exit', flush);

/**
 * SQLSTATE classes of errors whose messages quote no values of rows: connection, login, resources, shutdown and
 * time-out.
 */
const WITHOUT_VALUES = /^(?:08|28|53|57)/;

/**
 * An error without text that may contain data: of other errors of the database, whose messages quote values, only the
 * codes are logged. Of a DomainError with a cause, such as a database that does not answer, the cause.
 */
function describe(logged: unknown): Record<string, unknown> {
  const error = logged instanceof DomainError ? (logged.cause ?? logged) : logged;
  if (!isNativeError(error)) return { error: typeof error };
  const { cause, constraint, severity } = error as { constraint?: unknown; severity?: unknown } & Error;
  // The error of a failed `fetch` has its reason in the cause only. The message of the cause may contain data.
  const code = codeOf(error) ?? codeOf(cause);
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const has_values = severity !== undefined && !WITHOUT_VALUES.test(String(code));
  return {
    error: has_values ? error.name : `${error.name}: ${error.message}`,
    ...(typeof code === 'string' ? { error_code: code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    stack: frames.join('\n'),
  };
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null | undefined)?.code;
}
