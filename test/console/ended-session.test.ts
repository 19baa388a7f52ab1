import { formFields, MANAGEMENT_TOKEN, Reader, SAME_ORIGIN } from '../support/console';
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

  test.each([
    ['/console/companies/new', '/console/companies/new'],
    ['/console/companies?sort=name&done=saved', '/console/companies?sort=name'],
    ['/elsewhere', '/console'],
    ['//elsewhere.example/console', '/console'],
  ])('and that sends a form of %s changes nothing, is told so, and continues at %s', async (page, next) => {
    const reader = new Reader(service);
    await reader.signIn();
    const fields = formFields((await reader.open('/console/companies/new')).text, '/console/companies');
    await reader.send('/console/sign-out', []);
    const { headers, status } = await reader.send('/console/companies', [...fields, ['name', 'Lost']], {
      ...SAME_ORIGIN,
      Referer: `https://console.example${page}`,
    });
    const address = headers['location'] as string;
    expect([status, new URL(address, 'https://console.example').pathname]).toEqual([303, '/console/sign-in']);
    const { text } = await new Reader(service).open(address);
    expect(text).toContain('Your session has expired, and nothing was changed.');
    expect(await service.manage('get', '/management/companies?q=Lost')).toMatchObject({ body: { data: [] } });
    const signed_in = await new Reader(service).send('/console/sign-in', [
      ...formFields(text, '/console/sign-in').filter(([name]) => name !== 'token'),
      ['token', MANAGEMENT_TOKEN],
    ]);
    expect([signed_in.status, signed_in.headers['location']]).toEqual([303, next]);
  });

  test('is not told so when it had none', async () => {
    const { headers } = await new Reader(service).open('/console/companies');
    expect(headers['location']).toBe('/console/sign-in?next=%2Fconsole%2Fcompanies');
    const { text } = await new Reader(service).open('/console/sign-in?done=saved');
    expect(text).not.toContain('class="notice"');
  });
});
