import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { DatabaseError } from 'pg';
import { createLog } from '../../../src/adapters/log/logger';
import { DomainError } from '../../../src/domain/errors';
import { typescriptLoader } from '../../../src/adapters/workers/typescript-sources';

const SECRET = 'hunter2-which-nobody-may-see';

let scope: object | undefined;
const lines: string[] = [];
const log = createLog(
  'info',
  () => scope,
  (line) => void lines.push(line),
);
beforeEach(() => {
  scope = undefined;
  lines.length = 0;
});
const members = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

describe('a line of the log', () => {
  test('is one line of JSON, whatever it contains', () => {
    log.info('two\nlines \u2028 and "quotes"', { reason: 'a\nb', count: 3, address: null });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^\{[^\n]*\}\n$/);
    expect(members()[0]).toMatchObject({
      message: 'two\nlines \u2028 and "quotes"',
      reason: 'a\nb',
      count: 3,
      address: null,
    });
  });

  test('has only fields of the allow-list', () => {
    scope = { request_id: 'r', password: SECRET };
    log.warn('careful', { client_id: 'c', authorization: SECRET, body: { name: SECRET }, query: SECRET });
    expect(Object.keys(members()[0]!)).toEqual(['level', 'message', 'timestamp', 'request_id', 'client_id']);
    expect(lines.join()).not.toContain(SECRET);
  });

  test('has the fields of the request in whose scope it is written, unless it sets its own', () => {
    scope = { request_id: 'scope', client_id: 'c' };
    log.info('one');
    log.info('other', { request_id: 'own' });
    expect(members()).toMatchObject([
      { request_id: 'scope', client_id: 'c' },
      { request_id: 'own', client_id: 'c' },
    ]);
  });

  test.each([
    ['an object', { a: SECRET }, '[object Object]'],
    ['a circle', Object.assign([], { self: lines }), ''],
    ['a bigint', 10n, '10'],
    ['a symbol', Symbol('x'), 'Symbol(x)'],
  ])('is written although a field is %s', (_what, reason, shown) => {
    log.info('odd', { reason });
    expect(members()[0]).toMatchObject({ message: 'odd', reason: shown });
  });

  test('is not written below the level', () => {
    createLog(
      'error',
      () => undefined,
      (line) => void lines.push(line),
    ).warn('quiet');
    expect(lines).toEqual([]);
  });
});

describe('an error in the log', () => {
  test('has its message, its code and its stack without the message', () => {
    log.error(
      'It failed',
      Object.assign(new TypeError('x is\nnot a function'), { code: 'ERR_X', detail: SECRET }),
    );
    const [line] = members();
    expect(line).toMatchObject({
      level: 'error',
      message: 'It failed',
      error: 'TypeError: x is\nnot a function',
      error_code: 'ERR_X',
      stack: expect.stringMatching(/^\s+at .*logger\.test\.ts/),
    });
    expect(lines.join()).not.toContain(SECRET);
  });

  test('of the database has its code and constraint, not its message, which quotes values', () => {
    const error = new DatabaseError(`Key (email)=(${SECRET}) already exists.`, 100, 'error');
    Object.assign(error, { severity: 'ERROR', code: '23505', constraint: 'email_key', detail: SECRET });
    log.error('It failed', error);
    const shown = { error: 'error', error_code: '23505', constraint: 'email_key' };
    log.warn('It is tried again', { job: 'a job' }, error);
    expect(members()).toMatchObject([
      { level: 'error', ...shown },
      { level: 'warn', message: 'It is tried again', job: 'a job', ...shown },
    ]);
    expect(lines.join()).not.toContain(SECRET);
  });

  test('of a request that failed has the code of its cause', () => {
    const cause = Object.assign(new Error(SECRET), { code: 'ECONNREFUSED' });
    log.error('It failed', new TypeError('fetch failed', { cause }));
    expect(members()[0]).toMatchObject({ error: 'TypeError: fetch failed', error_code: 'ECONNREFUSED' });
    expect(lines.join()).not.toContain(SECRET);
  });

  test('of a failure that a caller sees is its cause, if it has one', () => {
    const failure = new DomainError('internal_error', 'The database does not answer.');
    log.error('Without', failure);
    failure.cause = Object.assign(new DatabaseError('could not extend file', 100, 'error'), {
      severity: 'ERROR',
      code: '53100',
    });
    log.error('With', failure);
    expect(members()).toMatchObject([
      { message: 'Without', error: expect.stringMatching(/: The database does not answer\.$/) },
      { message: 'With', error: 'error: could not extend file', error_code: '53100' },
    ]);
  });

  test.each([
    ['08P01', 'SASL authentication failed'],
    ['28P01', 'password authentication failed for user "anna"'],
    ['53300', 'sorry, too many clients already'],
    ['57P03', 'the database system is starting up'],
  ])('of the database of class %.2s has its message, which quotes no values', (code, message) => {
    const error = Object.assign(new DatabaseError(message, 100, 'error'), { severity: 'FATAL', code });
    log.error('It failed', error);
    expect(members()).toMatchObject([{ error: `error: ${message}`, error_code: code }]);
  });

  test.each([
    ['a text', SECRET, 'string'],
    ['nothing', undefined, 'undefined'],
    ['an object', { message: SECRET }, 'object'],
  ])('that is %s is logged by its type', (_what, thrown, type) => {
    log.error('It failed', thrown);
    expect(members()[0]).toMatchObject({ message: 'It failed', error: type });
    expect(lines.join()).not.toContain(SECRET);
  });
});

test('the lines of a process that exits at once are written completely', () => {
  const script = `
    const { createLog } = require('./src/adapters/log/logger');
    const log = createLog('info', () => undefined);
    for (let count = 1; count <= 3; count++) log.info('last words', { count });
    process.exit(1);`;
  let output = '';
  try {
    execFileSync(process.execPath, [...typescriptLoader(), '-e', script], {
      cwd: path.join(__dirname, '../../..'),
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 20_000,
    });
  } catch (error) {
    output = String((error as { stdout: Buffer }).stdout);
  }
  const counts = output
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { count: number }).count);
  expect(counts).toEqual([1, 2, 3]);
});
