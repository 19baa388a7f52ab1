import { readFile } from 'node:fs/promises';
import { freePort } from '../../src/adapters/embedded-postgres/free-port';

/** The first of the ports that the system gives to outgoing connections, as Linux tells it. */
async function firstOfConnections(): Promise<number> {
  const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').catch(() => '32768');
  return parseInt(range);
}

test('A port for a server is below those of outgoing connections, so that the server can always come back to it', async () => {
  const limit = await firstOfConnections();
  for (let n = 0; n < 50; n++) expect(await freePort()).toBeLessThan(limit);
});

test('A process gets each port once, although none is in use yet', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, freePort));
  expect(new Set(ports).size).toBe(200);
});
