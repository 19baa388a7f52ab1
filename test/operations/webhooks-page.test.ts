import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../src/adapters/embedded-postgres/free-port';
import { DELIVERY_ENGINE, get } from '../../src/composition/keys';
import { RETRY_PAUSES_MS } from '../../src/domain/events/webhooks/delivery';
import { createDatabase, type TestDatabase } from '../support/database';
import { aTenant, type Service, startService } from '../support/service';
import { until } from '../support/until';

const ROOT = path.join(__dirname, '../..');
const page = readFileSync(path.join(ROOT, 'docs/webhooks.md'), 'utf8');

let database: TestDatabase;
let service: Service;
let receiver: ChildProcess | undefined;
beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
  get(service.container, DELIVERY_ENGINE).start();
});
afterAll(async () => {
  if (receiver && receiver.exitCode === null) {
    receiver.kill('SIGKILL');
    await once(receiver, 'exit');
  }
  await service.close();
  await database.drop();
});

test('The receiver of the page has about 20 lines, receives events and refuses what is not signed', async () => {
  const [, program] = /```js\n([\s\S]*?)```/.exec(page)!;
  expect(program!.trim().split('\n').length).toBeLessThanOrEqual(22);

  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const tenant = await aTenant(service);
  const { body: webhook } = await tenant.post('/webhooks', { url, types: ['journal.*'] }).expect(201);
  receiver = spawn(process.execPath, ['-e', program!], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: webhook.secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  createInterface({ input: receiver.stdout! }).on('line', (line) => lines.push(line));
  const forge = () => fetch(url, { method: 'POST', body: '{"id":"forged","type":"journal.created"}' });
  const refused = await until(() => forge().catch(() => undefined));
  expect(refused.status).toBe(400);

  await tenant.post(`/webhooks/${webhook.id}/test`).expect(202);
  const { body } = await tenant.post('/journals', { code: 'W1', name: 'Another', category: 'sales' });
  await until(async () => lines.length === 2);
  expect(lines.sort()).toEqual([
    expect.stringMatching(/^- webhook\.test $/),
    expect.stringMatching(new RegExp(`^\\d+ journal\\.created ${body.id}$`)),
  ]);
});

test('The page states the pauses between attempts', () => {
  const spelt = RETRY_PAUSES_MS.map((ms) =>
    ms < 60_000 ? `${ms / 1_000} s` : ms < 3_600_000 ? `${ms / 60_000} min` : `${ms / 3_600_000} h`,
  );
  const stated = page.replaceAll(/\s+/g, ' ');
  expect(stated).toContain(`after ${spelt.slice(0, -1).join(', ')} and ${spelt.at(-1)}`);
});
