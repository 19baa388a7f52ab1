import { spawn } from 'node:child_process';
import { demoSession, seedDemo, WATCH_SESSION } from '../../src/demo';
import { type HttpServer, startServer } from '../../src/adapters/http/connections/server';
import { createDatabase, type TestDatabase } from '../support/database';
import { type Service, startService } from '../support/service';
import { until } from '../support/until';

let database: TestDatabase;
let service: Service;
let server: HttpServer;
beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
  server = await startServer(service.api, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await service.close();
  await server.stop(1_000);
  await database.drop();
});

describe('the session that the first start prints', () => {
  it('creates an invoice, reads its event, and then prints each event as it happens', async () => {
    const demo = await seedDemo(service.container);
    const shell = spawn('sh');
    let printed = '';
    shell.stdout.on('data', (text: Buffer) => (printed += text.toString()));
    const prints = (text: RegExp) => until(async () => text.exec(printed) ?? undefined);
    try {
      shell.stdin.write(demoSession(server.address, demo));
      await prints(/"number":"INV-\d{4}-00001"/);
      await prints(/"type":"document\.created".*"after":\d+}/);
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
    }
  }, 90_000);
});
