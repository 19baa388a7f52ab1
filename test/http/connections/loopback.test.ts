import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { isLoopback } from '../../../src/adapters/http/connections/loopback';

const FIXTURES = path.join(__dirname, '../fixtures');
const file = (name: string) => path.join(FIXTURES, name);

const ON_LOOPBACK = ['127.0.0.1', '127.9.8.7', '::1', '::ffff:127.0.0.1', 'localhost', 'LOCALHOST'];
const ELSEWHERE = [
  '0.0.0.0',
  '::',
  '10.0.0.1',
  '128.0.0.1',
  '::2',
  '::ffff:10.0.0.1',
  'localhost.example',
  'console',
];

test.each(ON_LOOPBACK)('%s can be reached from this machine only', (host) => {
  expect(isLoopback(host)).toBe(true);
});

test.each(ELSEWHERE)('%s can be reached from other machines', (host) => {
  expect(isLoopback(host)).toBe(false);
});

describe('the health check of the image', () => {
  const answer: http.RequestListener = (_req, res) => res.end('{}');
  const tls = { cert: readFileSync(file('first.cert.pem')), key: readFileSync(file('first.key.pem')) };
  const servers = { http: http.createServer(answer), https: https.createServer(tls, answer) };
  beforeAll(() =>
    Promise.all(
      Object.values(servers).map(
        (server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)),
      ),
    ),
  );
  afterAll(() => Object.values(servers).forEach((server) => server.close()));

  /** Whether it finds the service ready that speaks so. */
  function finds(scheme: 'http' | 'https', env: Record<string, string>): Promise<boolean> {
    const port = String((servers[scheme].address() as AddressInfo).port);
    const script = path.join(__dirname, '../../../scripts/health-check.mjs');
    return new Promise((resolve) => {
      execFile(process.execPath, [script], { env: { MANAGEMENT_PORT: port, ...env } }, (error) =>
        resolve(error === null),
      );
    });
  }

  test.each([
    ['plain HTTP, without a certificate', {}, 'http'],
    ['plain HTTP on loopback, with a certificate', { TLS_CERT_FILE: 'x' }, 'http'],
    ['plain HTTP on an address of loopback', { TLS_CERT_FILE: 'x', MANAGEMENT_HOST: '127.0.0.1' }, 'http'],
    [
      'TLS on every interface, with a certificate',
      { TLS_CERT_FILE: 'x', MANAGEMENT_HOST: '0.0.0.0' },
      'https',
    ],
  ] as const)('speaks %s', async (_how, env, scheme) => {
    const other = scheme === 'http' ? 'https' : 'http';
    expect([await finds(scheme, env), await finds(other, env)]).toEqual([true, false]);
  });
});
