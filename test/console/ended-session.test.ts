import { Reader } from '../support/console';
import { createDatabase, type TestDatabase } from '../support/database';
import { type Service, startService } from '../support/service';

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

describe('a browser whose session has ended', () => {
  test('is told so at sign-in, and continues at the page afterwards', async () => {
    const [reader, other] = [new Reader(service), new Reader(service)];
    await reader.signIn();
    await other.signIn();
    await other.submit('/console/sessions', '/console/sessions/end-others');
    const { headers } = await reader.open('/console/companies?sort=name');
    const address = headers['location']!;
    expect(address).toBe('/console/sign-in?next=%2Fconsole%2Fcompanies%3Fsort%3Dname&done=session_over');
    const { text } = await reader.open(address);
    expect(text).toContain('Your session has ended.');
    expect(text).toContain('name="next" value="/console/companies?sort=name"');
  });

  test('is not told so when it had none', async () => {
    const { headers } = await new Reader(service).open('/console/companies');
    expect(headers['location']).toBe('/console/sign-in?next=%2Fconsole%2Fcompanies');
    const { text } = await new Reader(service).open('/console/sign-in?done=saved');
    expect(text).not.toContain('class="notice"');
  });
});
