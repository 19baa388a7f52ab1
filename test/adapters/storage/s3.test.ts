import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { S3Storage } from '../../../src/adapters/storage/s3';
import { BUCKET, startS3, type S3Server } from '../../support/s3';
import { describeStorage } from '../../support/contracts/storage-contract';

let server: S3Server;
let spool_folder: string;
let store: S3Storage;
beforeAll(async () => {
  server = await startS3();
  spool_folder = await mkdtemp(path.join(os.tmpdir(), 'invoicing-spool-'));
  store = storeAt(server.endpoint);
});
afterAll(async () => {
  await server.close();
  await rm(spool_folder, { recursive: true });
});

function storeAt(endpoint: string, bucket = BUCKET): S3Storage {
  const { access_key, secret_key } = server;
  return new S3Storage({ endpoint, region: 'us-east-1', bucket, access_key, secret_key, spool_folder });
}

// Nobody listens on port 1.
describeStorage('an S3 bucket', () => ({ store, broken: storeAt('http://127.0.0.1:1') }));

/**
 * Waits until the bodies of responses are read, which is after the call has failed; a while for those that never are.
 */
async function bodiesRead(reader: S3Storage): Promise<void> {
  const { sockets } = (reader as unknown as { readonly agent: http.Agent }).agent;
  for (let waits = 0; waits < 40 && Object.keys(sockets).length > 0; waits++) await setTimeout(5);
}

/** A service that answers each request with an error of S3. */
const refusing =
  (status: number, code: string): http.RequestListener =>
  (req, res) => {
    req.resume().on('end', () => res.writeHead(status).end(`<Error><Code>${code}</Code></Error>`));
  };

/** Runs the work while a service listens. */
async function whileServed(
  answer: http.RequestListener,
  host: string,
  work: (port: number, service: http.Server) => Promise<void>,
): Promise<void> {
  const service = http.createServer(answer).listen(0, host);
  await once(service, 'listening');
  try {
    await work((service.address() as AddressInfo).port, service);
  } finally {
    service.closeAllConnections();
    service.close();
  }
}

describe('an S3 bucket', () => {
  const one = async function* () {
    yield Buffer.from('one');
  };

  test('leaves nothing in the spool', async () => {
    await store.put('a/b', one());
    expect(await readdir(spool_folder)).toEqual([]);
  });

  test('is reported when it does not exist', async () => {
    const missing = storeAt(server.endpoint, 'missing');
    await expect(missing.put('a/b', one())).rejects.toThrow('The file store does not answer');
    await expect(missing.open('a/b', { size: 1, sha256: null })).rejects.toThrow(
      'The file store does not answer',
    );
  });

  const is_ipv6_on = Object.values(os.networkInterfaces()).some((addresses) =>
    addresses!.some(({ address }) => address === '::1'),
  );
  (is_ipv6_on ? test : test.skip)('is reached at an IPv6 address', async () => {
    let asked = '';
    const deleted: http.RequestListener = (req, res) => {
      asked = `${req.method} ${req.url} at ${req.headers.host}`;
      res.writeHead(204).end();
    };
    await whileServed(deleted, '::1', async (port) => {
      await storeAt(`http://[::1]:${port}`).delete('a/b');
      expect(asked).toBe(`DELETE /${BUCKET}/a/b at [::1]:${port}`);
    });
  });

  test('times out when it accepts connections and does not respond', async () => {
    const silent = net.createServer().listen(0, '127.0.0.1');
    const sockets: net.Socket[] = [];
    silent.on('connection', (socket: net.Socket) => sockets.push(socket));
    await once(silent, 'listening');
    const started = performance.now();
    const { port } = silent.address() as AddressInfo;
    await expect(storeAt(`http://127.0.0.1:${port}`).put('a/b', one())).rejects.toThrow('The file store');
    expect(performance.now() - started).toBeLessThan(8_000);
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  test.each([
    ['succeeds', 'NoSuchKey'],
    ['fails', 'NoSuchBucket'],
  ])('%s to delete a file when the service answers with 404 and %s', async (outcome, code) => {
    await whileServed(refusing(404, code), '127.0.0.1', async (port) => {
      const deleted = storeAt(`http://127.0.0.1:${port}`)
        .delete('a/b')
        .then(
          () => 'succeeds',
          () => 'fails',
        );
      expect(await deleted).toBe(outcome);
    });
  });

  test.each([403, 408, 429, 500, 501, 503])(
    'is asked over few connections while it answers %i',
    async (status) => {
      let connections = 0;
      await whileServed(refusing(status, 'SlowDown'), '127.0.0.1', async (port, service) => {
        service.on('connection', () => (connections += 1));
        const refused = storeAt(`http://127.0.0.1:${port}`);
        for (let n = 0; n < 10; n++) {
          await expect(refused.put('a/b', one())).rejects.toThrow('The file store does not answer');
          await expect(refused.open('a/b', { size: 1, sha256: null })).rejects.toThrow('The file store');
          await expect(refused.delete('a/b')).rejects.toThrow('The file store');
          await bodiesRead(refused);
        }
        expect(connections).toBeLessThan(10);
      });
    },
  );
});
