import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { typescriptLoader } from '../../src/adapters/workers/typescript-sources';
import { createDatabase, type TestDatabase } from '../support/database';
import { RawConnection } from '../support/raw-http';
import { until } from '../support/until';
import { WireProxy } from '../support/wire-proxy';

const ROOT = path.join(__dirname, '../..');
/** Loading takes long where many tests run at once. */
const START_MS = 60_000;
const TIMEOUT_MS = START_MS + 30_000;

let database: TestDatabase;
let proxy: WireProxy;
let node: ChildProcess;
let output: string;
let address: string;

beforeEach(async () => {
  database = await createDatabase();
  proxy = await WireProxy.start(database.url);
  output = '';
  node = spawn(process.execPath, [...typescriptLoader(), 'src/main.ts'], {
    cwd: ROOT,
    env: {
      ...{ PATH: process.env['PATH'], NODE_ENV: 'test', DATABASE_URL: proxy.url },
      ...{
        PORT: '0',
        MANAGEMENT_PORT: '0',
        HOST: '127.0.0.1',
        MANAGEMENT_TOKEN: 'a-token-for-tests-of-stops',
      },
      ...{
        JWT_KEYS: 'test:a-key-of-at-least-thirty-two-bytes-for-tests',
        NETWORK_TOKEN: 'another-token-for-tests',
      },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  node.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()));
  [, address = ''] = await until(async () => /"api":"([^"]+)"/.exec(output) ?? undefined, START_MS);
}, TIMEOUT_MS);
afterEach(async () => {
  node.kill('SIGKILL');
  await proxy.stop();
  await database.drop();
});

async function stopped(signal: NodeJS.Signals): Promise<{ code: number; after_ms: number }> {
  const since = performance.now();
  node.kill(signal);
  const [code] = (await once(node, 'exit')) as [number];
  return { code, after_ms: performance.now() - since };
}
const lastLine = () => JSON.parse(output.trim().split('\n').at(-1)!) as object;

test(
  'a stop ends the process with 0, also after a second signal, and logs it',
  async () => {
    const connection = await RawConnection.open(address);
    await connection.send('GET /docs HTTP/1.1\r\nHost: a\r\n\r\n').answer();
    node.kill('SIGINT');
    expect(await stopped('SIGTERM')).toMatchObject({ code: 0 });
    expect(lastLine()).toMatchObject({ message: 'stopped' });
  },
  TIMEOUT_MS,
);

test(
  'a stop ends within 12 s when the database does not respond',
  async () => {
    proxy.silent = true;
    const { after_ms } = await stopped('SIGTERM');
    expect(after_ms).toBeLessThan(14_000);
    expect(lastLine()).toMatchObject({ message: 'stopped' });
  },
  TIMEOUT_MS,
);

test(
  'a stop without a database completes pending requests, and then ends with 1 and the reason',
  async () => {
    const connection = await RawConnection.open(address);
    connection.send(
      'POST /auth/token HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n' +
        'Expect: 100-continue\r\n\r\n',
    );
    await until(async () => connection.text.startsWith('HTTP/1.1 100 Continue\r\n\r\n'));
    await proxy.stop();
    const end = stopped('SIGTERM');
    await sleep(1_000);
    connection.send('{}');
    await until(async () => /^HTTP\/1.1 422 /m.test(connection.text));
    expect(await end).toMatchObject({ code: 1 });
    expect(lastLine()).toMatchObject({ level: 'error', message: 'stopped' });
  },
  TIMEOUT_MS,
);
