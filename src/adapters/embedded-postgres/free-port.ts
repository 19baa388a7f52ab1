import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections by default (from 32768 on Linux, 49152 elsewhere): while
 * the program of a port is away, one of those can be given to a connection, and then the program cannot come back.
 */
const LOWEST = 20_000;
const COUNT = 12_000;
const ATTEMPTS = 100;

let next = randomInt(COUNT);

/**
 * A TCP port of 127.0.0.1 at which nothing listens. The next call gets the next port, so that two programs that a
 * process starts do not get the same.
 *
 * @throws Error when a hundred ports are taken
 */
export async function freePort(): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const port = LOWEST + next;
    next = (next + 1) % COUNT;
    const probe = createServer();
    try {
      await once(probe.listen(port, '127.0.0.1'), 'listening');
      await once(probe.close(), 'close');
      return port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || attempt === ATTEMPTS) throw error;
    }
  }
}
