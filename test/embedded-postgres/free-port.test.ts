import { freePort } from '../../src/adapters/embedded-postgres/free-port';

test('A port for a server is below those of outgoing connections, so that the server can always come back to it', async () => {
  for (let n = 0; n < 50; n++) expect(await freePort()).toBeLessThan(32_768);
});

test('The ports of a process differ, although none is in use yet', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, freePort));
  expect(new Set(ports).size).toBe(200);
});
