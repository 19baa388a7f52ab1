import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';
import { z } from 'zod';
import { route } from '../../src/adapters/http/route';
import { startServer } from '../../src/adapters/http/connections/server';
import { type Kit, startKit, UUID } from '../support/http-kit';
import { RawConnection, until } from '../support/raw-http';

const FIXTURES = path.join(__dirname, 'fixtures');
const folder = mkdtempSync(path.join(tmpdir(), 'invoicing-tls-'));
const files = { cert_file: path.join(folder, 'cert.pem'), key_file: path.join(folder, 'key.pem') };

function install(name: 'first' | 'second'): void {
  copyFileSync(path.join(FIXTURES, `${name}.cert.pem`), files.cert_file);
  copyFileSync(path.join(FIXTURES, `${name}.key.pem`), files.key_file);
}

let release: () => void = () => undefined;
const routes = [
  route({
    method: 'get',
    path: '/relations',
    access: 'relation:read',
    response: z.object({ token: z.string() }),
    handle: async () => ({ token: 'ok' }),
  }),
  route({
    method: 'get',
    path: '/slow',
    access: 'public',
    response: z.object({}),
    handle: async () => {
      await new Promise<void>((resolve) => (release = resolve));
      return {};
    },
  }),
];

let kit: Kit;
beforeEach(async () => {
  install('first');
  kit = await startKit(routes, { tls: files, headers_timeout_ms: 500 });
});
afterEach(() => kit.server.stop(0));
afterAll(() => rmSync(folder, { recursive: true }));

function get(route_path: string, options: https.RequestOptions = {}) {
  return new Promise<{ status: number; id: string; name: string; protocol: string | null }>(
    (resolve, reject) => {
      const headers = { authorization: 'Bearer full' };
      const agent = new https.Agent(); // a separate connection, so that it sees the certificate of now
      https
        .get(kit.address + route_path, { headers, agent, rejectUnauthorized: false, ...options }, (res) => {
          const socket = res.socket as tls.TLSSocket;
          res.resume().once('end', () =>
            resolve({
              status: res.statusCode!,
              id: String(res.headers['x-request-id']),
              name: String(socket.getPeerCertificate().subject.CN),
              protocol: socket.getProtocol(),
            }),
          );
        })
        .once('error', reject);
    },
  );
}

describe('with certificate and key, the listener', () => {
  test('speaks HTTPS', async () => {
    expect(kit.address).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const answer = await get('/relations');
    expect(answer).toEqual({
      status: 200,
      id: expect.stringMatching(UUID),
      name: 'first.localhost',
      protocol: 'TLSv1.3',
    });
    expect((await get('/nowhere')).id).toMatch(UUID);
  });

  test('accepts TLS 1.2, and nothing older', async () => {
    expect((await get('/relations', { maxVersion: 'TLSv1.2' })).protocol).toBe('TLSv1.2');
    for (const maxVersion of ['TLSv1.1', 'TLSv1'] as const) {
      // The caller's own library would refuse these too, were it not told otherwise.
      const old = get('/relations', { minVersion: maxVersion, maxVersion, ciphers: 'DEFAULT@SECLEVEL=0' });
      await expect(old).rejects.toThrow(/alert protocol version|ECONNRESET/);
    }
  });

  test('accepts no cipher without forward secrecy or authenticated encryption, before and after the certificate is read again', async () => {
    const weak = () =>
      get('/relations', { maxVersion: 'TLSv1.2', ciphers: 'AES256-GCM-SHA384:ECDHE-ECDSA-AES256-SHA384' });
    const strong = () =>
      get('/relations', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256' });
    for (const _time of ['before', 'after']) {
      await expect(weak()).rejects.toThrow(/handshake failure|ECONNRESET/);
      expect((await strong()).status).toBe(200);
      kit.server.reloadTls();
    }
    expect((await get('/relations')).protocol).toBe('TLSv1.3');
  });

  test('uses the new certificate for new connections after it is read again', async () => {
    const before = await RawConnection.open(kit.address);
    install('second');
    expect((await get('/relations')).name).toBe('first.localhost');
    kit.server.reloadTls();
    expect((await get('/relations')).name).toBe('second.localhost');
    expect((await before.send(kit.request('GET /relations')).answer()).status).toBe(200);
    before.socket.destroy();
  });

  test.each([
    ['the key of another', () => copyFileSync(path.join(FIXTURES, 'second.key.pem'), files.key_file)],
    ['no certificate', () => writeFileSync(files.cert_file, randomUUID())],
    ['no file', () => rmSync(files.cert_file)],
  ])('keeps the old certificate when there is %s to read', async (_what, damage) => {
    damage();
    expect(() => kit.server.reloadTls()).toThrow();
    expect(await get('/relations')).toMatchObject({ status: 200, name: 'first.localhost' });
  });

  test('answers invalid HTTP over TLS, and survives bytes that are not TLS', async () => {
    const connection = await RawConnection.open(kit.address);
    expect(await connection.send('nonsense\r\n\r\n').answer()).toMatchObject({
      status: 400,
      headers: {
        'x-request-id': expect.stringMatching(UUID),
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
      },
    });
    connection.socket.destroy();

    const plain = new URL(kit.address);
    const socket = net.connect(Number(plain.port), plain.hostname);
    let received = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk));
    socket.on('error', () => undefined).write('GET /relations HTTP/1.1\r\nHost: a\r\n\r\n');
    await until(() => socket.destroyed, 'the end of a plain connection');
    expect(received).not.toContain('HTTP/1.1');
    expect((await get('/relations')).status).toBe(200);
  });

  test.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'stops soon although a connection over %s has no request, and answers one that begins meanwhile',
    async (version) => {
      const server = await startServer((_req, res) => res.end('answered'), {
        ...{ host: '127.0.0.1', port: 0, tls: files },
      });
      const open = async () => {
        const port = Number(new URL(server.address).port);
        const socket = tls.connect({ port, rejectUnauthorized: false, maxVersion: version });
        await once(socket, 'secureConnect');
        return socket.resume();
      };
      const [unused, begun] = [await open(), await open()];
      begun.write('GET / HTTP/1.1\r\n');
      await sleep(100);
      const stopped = server.stop(60_000);
      await once(unused, 'close'); // not only after the 60 s
      const received = once(begun, 'data');
      begun.write('Host: a\r\n\r\n');
      expect(String(await received)).toMatch(/^HTTP\/1.1 200 /);
      await stopped;
    },
  );

  test('stops in time although a handshake never ends, and completes pending requests', async () => {
    const { port, hostname } = new URL(kit.address);
    const silent = net.connect(Number(port), hostname).on('error', () => undefined);
    const halting = net.connect(Number(port), hostname).on('error', () => undefined);
    halting.write('\x16\x03\x01');
    const busy = await RawConnection.open(kit.address);
    busy.send('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
    await new Promise((resolve) => setTimeout(resolve, 50));
    const started = Date.now();
    const stop = kit.server.stop(300);
    release();
    expect((await busy.answer()).status).toBe(200);
    await stop;
    expect(Date.now() - started).toBeLessThan(1_000);
    silent.destroy();
    halting.destroy();
  });
});

test('does not start without a readable certificate', async () => {
  const missing = { cert_file: path.join(folder, 'nowhere.pem'), key_file: files.key_file };
  await expect(startServer(() => undefined, { host: '127.0.0.1', port: 0, tls: missing })).rejects.toThrow(
    'ENOENT',
  );
});

test('does not start on an address that is in use', async () => {
  const { port } = new URL(kit.address);
  await expect(startServer(() => undefined, { host: '127.0.0.1', port: Number(port) })).rejects.toMatchObject(
    {
      code: 'EADDRINUSE',
    },
  );
});
