import { spawnSync } from 'node:child_process';
import { typescriptLoader } from '../src/adapters/workers/typescript-sources';

/** Stops a process with these steps, of which each may print a line. */
function stopped(finish: string, close: string): { status: number | null; lines: string[] } {
  const script = `
    const { stopOnSignals } = require(${JSON.stringify(require.resolve('../src/stopping.ts'))});
    const print = (text) => console.log(text);
    const fail = (text) => { throw new Error(text); };
    const log = { warn: print, info: print, error: (message, error) => print(message + ': ' + error.message) };
    stopOnSignals({ finish: [${finish}], close: [${close}] }, log)();`;
  const { status, stdout } = spawnSync(process.execPath, [...typescriptLoader(), '-e', script], {
    encoding: 'utf8',
    timeout: 20_000,
  });
  return { status, lines: stdout.trim().split('\n') };
}
const LATE = "() => new Promise((done) => setTimeout(() => done(print('finished')), 200))";

describe('A stop', () => {
  test('calls the last steps when all parts have finished', () => {
    expect(stopped(LATE, "() => print('closed')")).toEqual({
      status: 0,
      lines: ['finished', 'closed', 'stopped'],
    });
  });

  test.each(["async () => fail('no database')", "() => fail('no database')"])(
    'waits for the other parts when one fails (%s), and then ends with 1 and the reason',
    (failing) => {
      expect(stopped(`${failing}, ${LATE}`, "() => print('closed')")).toEqual({
        status: 1,
        lines: ['finished', 'closed', 'stopped: no database'],
      });
    },
  );

  test('calls the other last steps when one fails, and then ends with 1 and the first reason', () => {
    const close = "() => fail('no database'), () => print('closed'), () => fail('no folder')";
    expect(stopped(LATE, close)).toEqual({
      status: 1,
      lines: ['finished', 'closed', 'stopped: no database'],
    });
  });
});
