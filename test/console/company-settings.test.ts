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

const LINES = 'Nordlicht GmbH\nAmtsgericht Bremen\n\nHRB 1';
const UNTIDY = {
  name: ' Acme  \nBV ',
  phone: '\t+32 9 000 00 00\r\n',
  contact_name: '  Sales ',
  legal_information: `\n${LINES}\n`,
  address: { country_code: 'BE', street: ' Veldstraat', city: 'Gent\n9000 ' },
};

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

describe('a text of a company', () => {
  test.each([
    ['with white space and line breaks', UNTIDY],
    ['without any', { address: null }],
  ])('%s stays as it is stored when the form is saved as it was opened', async (_text, members) => {
    const { settings, stored } = await aCompany(members);
    const before = await stored();
    expect((await reader.submit(settings, settings)).headers.location).toBe(`${settings}?done=saved`);
    expect(await stored()).toEqual(before);
  });

  test('stays as it is stored when others are changed, of the address too', async () => {
    const { settings, stored } = await aCompany(UNTIDY);
    const before = await stored();
    const changed = { 'address.box': '4', email: 'office@acme.example', contact_name: '' };
    await reader.submit(settings, settings, changed);
    expect(await stored()).toEqual({
      ...before,
      email: 'office@acme.example',
      contact_name: null,
      address: { ...before.address, box: '4' },
      updated_at: expect.any(String),
    });
  });

  test('is changed in its line breaks or in its white space alone', async () => {
    const { settings, stored } = await aCompany({ name: ' Acme ', legal_information: LINES });
    await reader.submit(settings, settings, { name: 'Acme ' });
    expect((await stored()).name).toBe('Acme');
    await reader.submit(settings, settings, { legal_information: LINES.replaceAll('\n', '') });
    expect((await stored()).legal_information).toBe('Nordlicht GmbHAmtsgericht BremenHRB 1');
    await reader.submit(settings, settings, { legal_information: LINES.replaceAll('\n', '\r\n') });
    expect((await stored()).legal_information).toBe(LINES);
  });

  test('stays as it is stored when the form is shown again with its faults', async () => {
    const { settings, stored } = await aCompany(UNTIDY);
    const before = await stored();
    const refused = await reader.submit(settings, settings, { vat: 'nonsense' });
    const again = formFields(refused.text, settings);
    await reader.send(settings, filledIn(again, { vat: '', email: 'office@acme.example' }));
    const { updated_at } = await stored();
    expect(await stored()).toEqual({
      ...before,
      vat: null,
      email: 'office@acme.example',
      updated_at,
    });
  });
});
