import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import https from 'node:https';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { TLSSocket } from 'node:tls';
import { typescriptLoader } from '../../src/adapters/workers/typescript-sources';
import { createDatabase, type TestDatabase } from '../support/database';
import { until } from '../support/until';

const ROOT = path.join(__dirname, '../..');
const MANAGEMENT_TOKEN = 'a-management-token-for-tests';
const folder = mkdtempSync(path.join(os.tmpdir(), 'invoicing-listeners-'));
const files = { TLS_CERT_FILE: path.join(folder, 'cert.pem'), TLS_KEY_FILE: path.join(folder, 'key.pem') };

let database: TestDatabase;
let child: ChildProcess | undefined;

function install(name: 'first' | 'second'): void {
  copyFileSync(path.join(ROOT, `test/http/fixtures/${name}.cert.pem`), files.TLS_CERT_FILE);
  copyFileSync(path.join(ROOT, `test/http/fixtures/${name}.key.pem`), files.TLS_KEY_FILE);
}

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});
beforeEach(() => install('first'));
afterEach(async () => {
  if (!child || child.exitCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
});

/** Starts the service as a process; @returns the addresses that it says it listens on. */
async function started(env: Record<string, string>): Promise<{ api: string; management: string }> {
  child = spawn(process.execPath, [...typescriptLoader(), path.join(ROOT, 'src/main.ts')], {
    cwd: folder, // where no .env is
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      PORT: '0',
      MANAGEMENT_PORT: '0',
      MANAGEMENT_TOKEN,
      LOG_LEVEL: 'error',
      LOG_FORMAT: 'pretty',
      ...files,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout! })) {
    const [, api, management] = /API at (\S+), management and its console at (\S+)$/.exec(line) ?? [];
    if (api && management) return { api, management };
  }
  throw new Error('The service did not start.');
}

interface Answer {
  readonly certificate: string;
  readonly headers: NodeJS.Dict<string | string[]>;
}

function ask(url: string, options: https.RequestOptions = {}, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const agent = new https.Agent(); // a separate connection, so that it sees the certificate of now
    https
      .request(url, { agent, rejectUnauthorized: false, ...options }, (res) => {
        const certificate = String((res.socket as TLSSocket).getPeerCertificate().subject.CN);
        res.resume().once('end', () => resolve({ certificate, headers: res.headers }));
      })
      .once('error', reject)
      .end(body);
  });
}

describe('with a certificate', () => {
  test('both listeners speak TLS, and read it again on SIGHUP', async () => {
    const { api, management } = await started({ MANAGEMENT_HOST: '0.0.0.0' });
    const urls = [`${api}/openapi.json`, `${management}/health/live`];
    for (const url of urls) {
      const { certificate, headers } = await ask(url);
      expect(certificate).toBe('first.localhost');
      expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    }
    install('second');
    child!.kill('SIGHUP');
    for (const url of urls) await until(async () => (await ask(url)).certificate === 'second.localhost');

    const { headers } = await ask(
      `${management}/console/sign-in`,
      {
        method: 'POST',
        headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/x-www-form-urlencoded' },
      },
      `token=${MANAGEMENT_TOKEN}`,
    );
    expect(headers['set-cookie']).toEqual([expect.stringMatching(/^__Host-console_session=.*; Secure/)]);
  });

  test('management on loopback speaks plain HTTP, without HSTS', async () => {
    const { api, management } = await started({ MANAGEMENT_HOST: '127.0.0.1' });
    expect(api).toMatch(/^https:/);
    expect(management).toMatch(/^http:\/\/127\.0\.0\.1:/);
    const answer = await fetch(`${management}/health/live`);
    expect(answer.headers.get('strict-transport-security')).toBeNull();
  });
});
