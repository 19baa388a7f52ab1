import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { createApp } from '../../../src/adapters/http/app';
import { route } from '../../../src/adapters/http/route';
import { startServer } from '../../../src/adapters/http/connections/server';
import { KeptLog } from '../../support/http-kit';
import { RawConnection, until } from '../../support/raw-http';
import { NO_UNITS } from '../../support/no-units';

const GRACE_MS = 50;

/** Requests whose work fails when the test says so. */
async function aServerAtWork() {
  const log = new KeptLog();
  const work: ((error: Error) => void)[] = [];
  const hanging = route({
    ...{ method: 'post', path: '/hanging', access: 'public', response: z.unknown() },
    handle: () => new Promise((_, reject) => work.push(reject)),
  });
  const app = createApp({ routes: [hanging], authenticate: () => undefined, log, units: NO_UNITS });
  const server = await startServer(app, { host: '127.0.0.1', port: 0, log });
  const connection = await RawConnection.open(server.address);
  connection.send('POST /hanging HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n');
  await until(() => work.length === 1, 'the request');
  return { app, server, connection, log, work };
}

describe('A request that is pending at the end of the grace period of a stop', () => {
  test('has its connection closed, and no error is logged when it fails because the database is closed', async () => {
    const { app, server, connection, log, work } = await aServerAtWork();
    await server.stop(GRACE_MS);
    await connection.close();
    app.state.is_stopped = true;
    work[0]!(new Error('driver has already been destroyed'));
    await until(() => log.lines.length === 2, 'the log lines');
    expect(connection.text).toBe('');
    expect(log.lines.map(({ level, message }) => [level, message])).toEqual([
      ['info', 'request'],
      ['info', 'A request was aborted by the stop'],
    ]);
  });

  test('is logged with its error when it fails before that end', async () => {
    const { server, connection, log, work } = await aServerAtWork();
    const stopped = server.stop(5_000);
    await sleep(GRACE_MS);
    work[0]!(new Error('the disk is full'));
    expect((await connection.answer()).status).toBe(500);
    await stopped;
    expect(log.lines[0]).toMatchObject({ level: 'error', message: 'Unexpected error' });
  });
});
