import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendText } from '../../../src/adapters/http/responses/envelope';

let server: Server;
let text = '';
beforeAll(async () => {
  server = createServer((_req, res) => sendText(res, 200, text)).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
});

test.each([
  ['ASCII', 'plain', 10],
  ['ASCII', 'plain', 10_000],
  ['Latin-1', 'Ünïcode', 10],
  ['Latin-1', 'Ünïcode', 10_000],
  ['other characters', '€ 株式会社 😀', 10],
  ['other characters', '€ 株式会社 😀', 10_000],
])('JSON of %s arrives as it is: %j, %i times', async (_characters, part, times) => {
  text = JSON.stringify([part.repeat(times)]);
  const { port } = server.address() as AddressInfo;
  for (const method of ['GET', 'HEAD']) {
    const response = await fetch(`http://127.0.0.1:${port}/`, { method });
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    expect(await response.text()).toBe(method === 'GET' ? text : '');
  }
});
