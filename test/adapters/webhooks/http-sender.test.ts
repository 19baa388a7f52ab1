import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { freePort } from '../../../src/adapters/embedded-postgres/free-port';
import { HttpWebhookSender, type SenderOptions } from '../../../src/adapters/webhooks/http-sender';
import { InstalledAddresses } from '../../../src/adapters/webhooks/installed-addresses';
import { signedHeaders } from '../../../src/adapters/webhooks/signature';
import { until } from '../../support/until';
import { anEndpoint, listening } from '../../support/endpoints';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A sender outside of production, unless said otherwise. */
function aSender(options: Partial<SenderOptions> = {}, is_production = false, management_port = 1) {
  const addresses = new InstalledAddresses(is_production, management_port);
  const sender = new HttpWebhookSender(addresses, options);
  closing.push(() => sender.close());
  return (url: string, body = '{}') => sender.send({ url, headers: { 'webhook-id': 'an id' }, body });
}
async function endpoint(...args: Parameters<typeof anEndpoint>) {
  const made = await anEndpoint(...args);
  closing.push(() => made.close());
  return made;
}
/** Addresses that are checked by a test. */
function checkedBy(check: (address: string) => string | undefined): InstalledAddresses {
  class JudgedByTest extends InstalledAddresses {
    override addressFault(address: string) {
      return check(address);
    }
  }
  return new JudgedByTest(false, 1);
}
const failed = (error: string | RegExp) => ({
  status: null,
  answer: null,
  error: typeof error === 'string' ? error : expect.stringMatching(error),
  duration_ms: expect.any(Number),
});

describe('a request', () => {
  test('arrives with its headers and the exact bytes of its body', async () => {
    const { url, received } = await endpoint((_req, res) => void res.end('Thank you'));
    const body = '{"name":"Café 5 €","n":1.0}';
    const answer = await aSender()(url, body);
    expect(answer).toEqual({
      status: 200,
      error: null,
      answer: 'Thank you',
      duration_ms: expect.any(Number),
    });
    expect(received[0]).toMatchObject({
      body,
      headers: { 'webhook-id': 'an id', 'content-length': String(Buffer.byteLength(body)) },
    });
  });

  test('is verified by the public library, with each of the secrets', async () => {
    const secrets = [
      'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDVWdeFVbIcVg=',
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    ];
    const body = '{"id":"an id","name":"Café"}';
    const headers = signedHeaders(secrets, 'an id', body, new Date());
    for (const secret of secrets)
      expect(new Webhook(secret).verify(body, headers)).toEqual({ id: 'an id', name: 'Café' });
    expect(() => new Webhook(secrets[0]!).verify(body.replace('Café', 'Cafe'), headers)).toThrow();
    expect(() => new Webhook('whsec_AAAA').verify(body, headers)).toThrow();
  });

  test('uses a kept connection again', async () => {
    const ports = new Set<number | undefined>();
    const { url } = await endpoint((req, res) => {
      ports.add(req.socket.remotePort);
      res.writeHead(204).end();
    });
    const send = aSender();
    for (let i = 0; i < 3; i++) expect(await send(url)).toMatchObject({ status: 204, error: null });
    expect(ports.size).toBe(1);
  });

  test('leaves no connection open for long', async () => {
    let closed = 0;
    const { url } = await endpoint((req, res) => {
      req.socket.once('close', () => closed++);
      res.writeHead(204).end();
    });
    await aSender({ idle_ms: 50 })(url);
    await until(async () => closed === 1, 2_000);
  });

  test('is sent again when the endpoint has closed the kept connection', async () => {
    const requests = new Map<object, number>();
    const { url, received } = await endpoint((req, res) => {
      requests.set(req.socket, (requests.get(req.socket) ?? 0) + 1);
      if (requests.get(req.socket) === 2) req.socket.resetAndDestroy();
      else res.writeHead(204).end();
    });
    const send = aSender();
    for (let i = 0; i < 3; i++) expect(await send(url)).toMatchObject({ status: 204, error: null });
    expect([requests.size, received.length]).toEqual([3, 4]);
  });

  test('is sent again only once, over a new connection', async () => {
    let answers = true;
    const { url, received } = await endpoint((req, res) => {
      if (answers) setTimeout(() => res.writeHead(204).end(), 50);
      else req.socket.resetAndDestroy();
    });
    const send = aSender();
    await Promise.all(Array.from({ length: 8 }, () => send(url)));
    answers = false;
    expect(await send(url)).toEqual(failed(/ECONNRESET/));
    expect(received.length).toBe(8 + 2);
  });

  test('that is not answered on a kept connection is not sent again', async () => {
    let answers = true;
    const { url, received } = await endpoint((_req, res) => {
      if (answers) res.writeHead(204).end();
    });
    const send = aSender({ head_ms: 100 });
    await send(url);
    answers = false;
    expect(await send(url)).toEqual(failed('There was no answer within 0.1 s.'));
    await sleep(300);
    expect(received.length).toBe(2);
  });

  test('is not sent again when the sender is closed', async () => {
    let answers = true;
    const { url, received } = await endpoint((_req, res) => {
      if (answers) res.writeHead(204).end();
    });
    const sender = new HttpWebhookSender(new InstalledAddresses(false, 1), {});
    const send = () => sender.send({ url, headers: {}, body: '{}' });
    await send();
    answers = false;
    const answer = send();
    await until(async () => received.length === 2, 2_000);
    sender.close();
    expect(await answer).toMatchObject({ status: null });
    expect(received.length).toBe(2);
  });

  test('has one time limit, also when it is sent again', async () => {
    let requests = 0;
    const { url } = await endpoint((req, res) => {
      if (++requests === 1) res.writeHead(204).end();
      if (requests === 2) setTimeout(() => req.socket.resetAndDestroy(), 500);
    });
    const send = aSender({ head_ms: 600 });
    await send(url);
    const answer = await send(url);
    expect(answer).toEqual(failed('There was no answer within 0.6 s.'));
    expect(requests).toBe(3);
    expect(answer.duration_ms).toBeLessThan(1_000);
  });

  test.each([
    [204, null],
    [299, null],
    [301, 'Redirects are not followed (301).'],
    [400, 'The endpoint answered 400.'],
    [410, 'The endpoint answered 410.'],
    [503, 'The endpoint answered 503.'],
  ])('that is answered with %s has the error %j', async (status, error) => {
    const { url } = await endpoint((_req, res) => void res.writeHead(status).end());
    expect(await aSender()(url)).toMatchObject({ status, error });
  });
});

describe('an endpoint that', () => {
  test('redirects is not followed', async () => {
    const target = await endpoint();
    const { url } = await endpoint((_req, res) => void res.writeHead(307, { location: target.url }).end());
    expect(await aSender()(url)).toMatchObject({ status: 307, error: 'Redirects are not followed (307).' });
    expect(target.received).toEqual([]);
  });

  test('does not answer fails after the time limit', async () => {
    const { url } = await endpoint(() => undefined);
    expect(await aSender({ head_ms: 100 })(url)).toEqual(failed('There was no answer within 0.1 s.'));
  });

  test('sends its head byte by byte fails after the time limit', async () => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.write('HTTP/1.1 200 OK\r\nserver: ');
      const timer = setInterval(() => socket.write('a'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    const { url, close } = await listening(server);
    closing.push(close);
    expect(await aSender({ head_ms: 200 })(url)).toEqual(failed('There was no answer within 0.2 s.'));
  });

  test('answers 200 with a body without end is delivered, and cut off', async () => {
    let timer: NodeJS.Timeout | undefined;
    const { url } = await endpoint((_req, res) => {
      res.writeHead(200);
      timer = setInterval(() => res.write('ab'), 10);
    });
    const started = performance.now();
    const answer = await aSender({ body_ms: 200 })(url);
    clearInterval(timer);
    expect(answer).toMatchObject({ status: 200, error: null, answer: expect.stringMatching(/^(ab)+$/) });
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  test('answers with 1 GiB is delivered after 64 KiB', async () => {
    let written = 0;
    const { url } = await endpoint((_req, res) => {
      res.writeHead(200, { 'content-length': String(1024 ** 3) });
      const chunk = Buffer.alloc(64 * 1024, 'x');
      const more = () => {
        while (written < 1024 ** 3 && !res.destroyed) {
          written += chunk.length;
          if (!res.write(chunk)) return void res.once('drain', more);
        }
      };
      more();
    });
    const answer = await aSender()(url);
    expect(answer).toMatchObject({ status: 200, error: null, answer: 'x'.repeat(500) });
    expect(written).toBeLessThan(64 * 1024 ** 2); // what the buffers of the sockets take
  });

  test('breaks off its body has answered all the same', async () => {
    const { url } = await endpoint((_req, res) => {
      res.writeHead(200, { 'content-length': '100' });
      res.write('half');
      setTimeout(() => res.destroy(), 20);
    });
    expect(await aSender()(url)).toMatchObject({ status: 200, error: null, answer: 'half' });
  });

  test.each([
    ['is reset', 'reset'],
    ['is no HTTP', '5\r\nabcdefgh\r\n'],
  ])('has answered all the same when the rest of its response %s', async (_case, rest) => {
    const connections = new Set<object>();
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      connections.add(socket);
      let requests = 0;
      socket.on('data', () => {
        if (++requests === 1) return socket.write('HTTP/1.1 204 No Content\r\n\r\n');
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nOK\r\n');
        return setTimeout(() => (rest === 'reset' ? socket.resetAndDestroy() : socket.write(rest)), 50);
      });
    });
    const { url, close } = await listening(server);
    closing.push(close);
    const send = aSender();
    expect(await send(url)).toMatchObject({ status: 204 });
    expect(await send(url)).toMatchObject({ status: 200, error: null });
    expect(connections.size).toBe(1);
  });

  test('answers with characters that the database has none of is kept without them', async () => {
    const { url } = await endpoint((_req, res) => void res.end(`a\0b${'é'.repeat(600)}`));
    expect((await aSender()(url)).answer).toBe(`a\ufffdb${'é'.repeat(497)}`);
  });

  test('closes the connection fails', async () => {
    const { url } = await endpoint((req) => void req.socket.destroy());
    expect(await aSender()(url)).toEqual(failed('The connection was closed before the answer (ECONNRESET).'));
  });

  test('switches protocols fails at once', async () => {
    const { url } = await endpoint((req) => {
      req.socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n');
    });
    expect(await aSender()(url)).toEqual(failed('The connection was closed before the answer.'));
  });

  test('speaks no HTTP fails', async () => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.end('220 mail.example ESMTP\r\n');
    });
    const { url, close } = await listening(server);
    closing.push(close);
    expect(await aSender()(url)).toEqual(failed(/^The answer is not valid HTTP \(HPE_\w+\)\.$/));
  });

  test('does not listen fails', async () => {
    const url = `http://127.0.0.1:${await freePort()}/`;
    expect(await aSender()(url)).toEqual(failed('The connection was refused (ECONNREFUSED).'));
  });

  test('has no name fails', async () => {
    const unknown = () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));
    const send = aSender({ resolve: unknown });
    expect(await send('http://nowhere.example/')).toEqual(
      failed('The name of the host cannot be resolved (ENOTFOUND).'),
    );
  });
});

describe('TLS', () => {
  const fixture = (name: string) => readFileSync(path.join(__dirname, '../../http/fixtures', name), 'utf8');
  const cert = fixture('first.cert.pem');
  const secure = async () => {
    const server = createTlsServer({ cert, key: fixture('first.key.pem') }, (_req, res) => {
      res.writeHead(204).end();
    });
    const { port, close } = await listening(server);
    closing.push(close);
    return port;
  };

  test('with a trusted certificate delivers', async () => {
    const send = aSender({ ca: cert });
    expect(await send(`https://localhost:${await secure()}/`)).toMatchObject({ status: 204, error: null });
  });

  test.each([
    [
      'an unknown authority',
      {},
      'localhost',
      /^The TLS connection failed \(DEPTH_ZERO_SELF_SIGNED_CERT\)\.$/,
    ],
    ['another name', { ca: cert }, 'books.example', /\(ERR_TLS_CERT_ALTNAME_INVALID\)/],
  ])('with a certificate of %s fails', async (_, options, host, error) => {
    const send = aSender({ ...options, resolve: async () => ['127.0.0.1'] });
    expect(await send(`https://${host}:${await secure()}/`)).toEqual(failed(error));
  });

  test('with an endpoint that speaks none fails', async () => {
    const { port } = await endpoint();
    expect(await aSender()(`https://127.0.0.1:${port}/`)).toEqual(failed(/^The TLS connection failed/));
  });
});

describe('an address that is not allowed', () => {
  const LOOPBACK = failed('The URL leads to a loopback address.');

  test.each([
    '127.0.0.1',
    '2130706433',
    '0177.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    'localhost',
    'a.localhost.',
  ])('is refused in production: %s', async (host) => {
    const { port, received } = await endpoint();
    expect(await aSender({}, true)(`http://${host}:${port}/`)).toEqual(LOOPBACK);
    expect(received).toEqual([]);
  });

  test('is refused when a name resolves to it, also to one of several', async () => {
    const { port, received } = await endpoint();
    for (const found of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::ffff:127.0.0.1']]) {
      const send = aSender({ resolve: async () => found }, true);
      expect(await send(`http://books.example:${port}/`)).toEqual(LOOPBACK);
    }
    expect(received).toEqual([]);
  });

  test('is refused when a name resolves to it only the second time', async () => {
    const { port, received } = await endpoint(
      (_req, res) => void res.writeHead(204, { connection: 'close' }).end(),
    );
    let is_refused = false;
    const checked: string[] = [];
    const addresses = checkedBy((address) => {
      checked.push(address);
      return is_refused ? 'a loopback address' : undefined;
    });
    const sender = new HttpWebhookSender(addresses, { resolve: async () => ['127.0.0.1'] });
    closing.push(() => sender.close());
    const send = () => sender.send({ url: `http://books.example:${port}/`, headers: {}, body: '{}' });
    expect((await send()).status).toBe(204);
    expect(checked).toEqual(['127.0.0.1', '127.0.0.1']); // the resolved address, and that of the connection
    is_refused = true;
    expect(await send()).toEqual(LOOPBACK);
    expect(received).toHaveLength(1);
  });

  test('is refused on the connection itself, before the request is sent', async () => {
    const { port, received } = await endpoint();
    let calls = 0;
    const addresses = checkedBy(() => (++calls > 1 ? 'a loopback address' : undefined));
    const sender = new HttpWebhookSender(addresses, { resolve: async () => ['127.0.0.1'] });
    closing.push(() => sender.close());
    const url = `http://books.example:${port}/`;
    expect(await sender.send({ url, headers: {}, body: '{}' })).toEqual(LOOPBACK);
    expect(received).toEqual([]);
  });

  test('is link-local outside of production too', async () => {
    const send = aSender({ resolve: async () => ['169.254.169.254'] });
    const refused = failed('The URL leads to a link-local address.');
    expect(await send('http://169.254.169.254/')).toEqual(refused);
    expect(await send('http://books.example/')).toEqual(refused);
  });

  test('is the management listener outside of production too', async () => {
    const { port, received } = await endpoint();
    const send = aSender({ resolve: async () => ['127.0.0.1'] }, false, port);
    const refused = failed('The URL leads to the management listener of this service.');
    for (const host of ['127.0.0.1', 'localhost', 'books.example', '0.0.0.0'])
      expect(await send(`http://${host}:${port}/`)).toEqual(refused);
    expect(received).toEqual([]);
  });
});
