import { formFields, Reader } from '../support/console';
import { createDatabase, type TestDatabase } from '../support/database';
import { aTenant, type Service, startService } from '../support/service';

let database: TestDatabase;
let service: Service;
let reader: Reader;
beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
  reader = new Reader(service);
  await reader.signIn();
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

async function aCompany(members: object = {}) {
  const { company_id } = await aTenant(service);
  const address = `/management/companies/${company_id}`;
  const change = (patch: object) => service.manage('patch', address).send(patch).expect(200);
  await change(members);
  return {
    settings: `/console/companies/${company_id}/settings`,
    stored: async () => (await service.manage('get', address)).body,
    change,
  };
}

/** The fields of a form, with other values for some of them. */
const filledIn = (fields: [string, string][], values: Readonly<Record<string, string>>) =>
  fields.map(([name, value]): [string, string] => [name, values[name] ?? value]);

describe('a form that is shown again with its faults', () => {
  test('does not undo what was changed since it was opened', async () => {
    const { settings, stored, change } = await aCompany();
    const opened = formFields((await reader.open(settings)).text, settings);
    await change({ email: 'new@company.example' });
    const refused = await reader.send(settings, filledIn(opened, { vat: 'nonsense' }));
    expect(refused.status).toBe(422);
    const again = formFields(refused.text, settings);
    const corrected = filledIn(again, { vat: '', name: 'Corrected' });
    expect((await reader.send(settings, corrected)).status).toBe(412);
    expect(await stored()).toMatchObject({ email: 'new@company.example' });
  });

  test('is accepted when it is corrected', async () => {
    const { settings, stored } = await aCompany();
    const refused = await reader.submit(settings, settings, { vat: 'nonsense' });
    const again = formFields(refused.text, settings);
    const corrected = await reader.send(settings, filledIn(again, { vat: '', name: 'Corrected' }));
    expect(corrected.headers.location).toBe(`${settings}?done=saved`);
    expect(await stored()).toMatchObject({ name: 'Corrected', vat: null });
  });
});
