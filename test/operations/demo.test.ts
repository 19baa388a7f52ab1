import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { demoSession, seedDemo, WATCH_SESSION } from '../../src/demo';
import { createDatabase, type TestDatabase } from '../support/database';
import { type Service, startService } from '../support/service';
import { until } from '../support/until';

let database: TestDatabase;
let service: Service;
beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

describe('the session that the first start prints', () => {
  it('delivers an invoice as often as it is pasted, and then prints each event as it happens', async () => {
    const demo = await seedDemo(service.container);
    const folder = await mkdtemp(path.join(tmpdir(), 'invoicing-demo-'));
    const shell = spawn('sh', { cwd: folder });
    let printed = '';
    shell.stdout.on('data', (text: Buffer) => (printed += text.toString()));
    const prints = (text: RegExp) => until(async () => text.exec(printed) ?? undefined);
    try {
      for (const number of ['00001', '00002']) {
        printed = '';
        shell.stdin.write(demoSession(service.api, demo));
        await prints(new RegExp(`"number":"INV-\\d{4}-${number}"`));
        await prints(
          /"type":"document\.delivered".*"after":\d+}\nThe invoice is delivered: see invoice\.pdf/,
        );
        expect((await readFile(path.join(folder, 'invoice.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
      }
      shell.stdin.write(WATCH_SESSION);
      await prints(/"type":"journal\.created".*"type":"document\.created".*"after":\d+}\n/);
      const { body } = await service.manage('get', '/management/companies').expect(200);
      const account = { reference: 'BE71096123456769', name: 'Watched' };
      await service
        .manage('post', `/management/companies/${body.data[0].id}/bank-accounts`)
        .send(account)
        .expect(201);
      await prints(/\n{"data":\[{[^\n]*"name":"Watched"[^\n]*\],"after":\d+}\n/);
    } finally {
      shell.kill();
      shell.stdin.end();
      await rm(folder, { recursive: true });
    }
  }, 90_000);
});
