import { createLogger, format, type Logger, transports } from 'winston';
import type { Log } from '../ports/log';

/** What a line may say. A member that is not named here is not written, so that no secret can slip in. */
const MEMBERS = new Set([
  ...['level', 'message', 'timestamp'],
  ...[
    'request_id',
    'client_request_id',
    'client_id',
    'company_id',
    'method',
    'route',
    'status',
    'duration_ms',
  ],
  ...['error', 'error_code', 'constraint', 'stack'],
  ...['address', 'reason', 'count', 'pid', 'job'],
]);

/**
 * JSON lines on standard output, each with the ids of the request it belongs to.
 *
 * @param scope - the ids of the request that is being answered, if one is
 */
export function createLog(
  level: string,
  scope: () => object | undefined,
): Log & { readonly winston: Logger } {
  const allowed = format((info) => {
    for (const member of Object.keys(info)) {
      if (!MEMBERS.has(member) || info[member] === undefined) delete info[member];
    }
    return info;
  });
  const winston = createLogger({
    level,
    format: format.combine(allowed(), format.timestamp(), format.json()),
    transports: [new transports.Console({ forceConsole: false })],
  });
  return {
    winston,
    info: (message, members) => void winston.info(message, { ...scope(), ...members }),
    warn: (message, members) => void winston.warn(message, { ...scope(), ...members }),
    error: (message, error, members) =>
      void winston.error(message, { ...scope(), ...describe(error), ...members }),
  };
}

/** An error without what it might quote: the database's messages repeat values, so only their codes are kept. */
function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const { code, constraint, severity } = error as {
    code?: unknown;
    constraint?: unknown;
    severity?: unknown;
  };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const fromDatabase = severity !== undefined;
  return {
    error: fromDatabase ? error.name : `${error.name}: ${error.message}`,
    ...(typeof code === 'string' ? { error_code: code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    stack: frames.join('\n'),
  };
}
