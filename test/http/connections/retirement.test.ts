import { setTimeout as sleep } from 'node:timers/promises';
import http from 'node:http';
import { startServer } from '../../../src/adapters/http/connections/server';
import { RawConnection } from '../../support/raw-http';

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

/** A server whose `/slow` is answered when the test says so. */
async function aServer() {
  let release = () => {};
  const server = await startServer(
    (req: http.IncomingMessage, res: http.ServerResponse) => {
      if (req.url !== '/slow') return void res.end('at once');
      release = () => res.end('later');
    },
    { host: '127.0.0.1', port: 0 },
  );
  const open = () => RawConnection.open(server.address);
  return { server, open, release: () => release() };
}

describe('A server that retires', () => {
  test('answers requests on its open connections, used and unused ones, and closes them after the response', async () => {
    const { server, open, release } = await aServer();
    const [used, unused, busy] = await Promise.all([open(), open(), open()]);
    expect((await used.send(REQUEST).answer()).headers).not.toMatchObject({ connection: 'close' });
    busy.send(REQUEST.replace('/', '/slow'));
    await sleep(50);
    const retired = server.retire();
    await expect(fetch(server.address)).rejects.toThrow();
    await sleep(500);
    const [, second] = await used.send(REQUEST).answers(2);
    expect(second).toMatchObject({ status: 200, headers: { connection: 'close' } });
    expect(await unused.send(REQUEST).answer()).toMatchObject({
      status: 200,
      headers: { connection: 'close' },
    });
    release();
    expect(await busy.answer()).toMatchObject({ status: 200, headers: { connection: 'close' } });
    await Promise.all([used.close(), unused.close(), busy.close(), retired]);
  });

  test('closes connections that stay idle for 5 s, and waits for pending requests for longer', async () => {
    const { server, open, release } = await aServer();
    const [idle, busy] = await Promise.all([open(), open()]);
    await idle.send(REQUEST).answer();
    busy.send(REQUEST.replace('/', '/slow'));
    await sleep(50);
    const since = performance.now();
    const retired = server.retire();
    await idle.close();
    expect(performance.now() - since).toBeGreaterThan(4_900);
    expect(busy.closed).toBe(false);
    release();
    expect((await busy.answer()).status).toBe(200);
    await retired;
  });

  test('can be stopped meanwhile', async () => {
    const { server, open } = await aServer();
    const [idle, busy] = await Promise.all([open(), open()]);
    await idle.send(REQUEST).answer();
    busy.send(REQUEST.replace('/', '/slow'));
    await sleep(50);
    void server.retire();
    const since = performance.now();
    await server.stop(300);
    await Promise.all([idle.close(), busy.close()]);
    expect(performance.now() - since).toBeLessThan(2_000);
  });
});

describe('A server that stops', () => {
  test('answers a request that was under way on an idle connection, and closes the connection', async () => {
    const { server, open } = await aServer();
    const [used, unused, idle] = await Promise.all([open(), open(), open()]);
    await Promise.all([used.send(REQUEST).answer(), idle.send(REQUEST).answer()]);
    const stopped = server.stop(60_000);
    await expect(fetch(server.address)).rejects.toThrow();
    const [, second] = await used.send(REQUEST).answers(2);
    expect(second).toMatchObject({ status: 200, headers: { connection: 'close' } });
    expect((await unused.send(REQUEST).answer()).status).toBe(200);
    await Promise.all([used.close(), unused.close(), idle.close(), stopped]);
  });
});
