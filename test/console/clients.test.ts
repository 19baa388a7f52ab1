import request from 'supertest';
import { formFields, Reader } from '../support/console';
import { createDatabase, type TestDatabase } from '../support/database';
import { aTenant, type Service, startService, type Tenant } from '../support/service';

let database: TestDatabase;
let service: Service;
let reader: Reader;
let tenant: Tenant;
beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url, { LOCKOUT_ATTEMPTS: '2' });
  reader = new Reader(service);
  await reader.signIn();
  tenant = await aTenant(service);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const clients = () => `/console/companies/${tenant.company_id}/clients`;
const at = (client_id: string, below = '') => `/console/clients/${client_id}${below}`;
const managed = async (client_id: string) =>
  (await service.manage('get', `/management/clients/${client_id}`)).body;
const tokenFor = (client_id: string, client_secret: string) =>
  request(service.api)
    .post('/auth/token')
    .send({ grant_type: 'client_credentials', client_id, client_secret });

function credentialsIn(html: string): { client_id: string; client_secret: string } {
  const inCode = (id: string) => new RegExp(`<code id="${id}">([^<]+)</code>`).exec(html)![1]!;
  return { client_id: inCode('client-id'), client_secret: inCode('client-secret') };
}

async function created(filled: Readonly<Record<string, string | readonly string[]>> = {}) {
  const response = await reader.submit(`${clients()}/new`, clients(), { name: 'Webshop', ...filled });
  expect(response.status).toBe(200);
  return credentialsIn(response.text);
}

describe('a new client', () => {
  test('has its secret shown in the response to the form, and nowhere else', async () => {
    const response = await reader.submit(`${clients()}/new`, clients(), {
      name: 'Webshop',
      permissions: ['document:read', 'document:create', 'relation:read'],
    });
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(response.headers.location).toBeUndefined();
    const { client_id, client_secret } = credentialsIn(response.text);
    const { body } = await tokenFor(client_id, client_secret);
    const me = await request(service.api).get('/auth/me').set('Authorization', `Bearer ${body.access_token}`);
    expect(me.body.permissions).toMatchObject({ document: ['create', 'read'], relation: ['read'] });
    for (const path of [at(client_id), clients()]) {
      expect((await reader.open(path)).text).not.toContain(client_secret);
    }
  });

  test('is not created twice when the form is sent twice', async () => {
    const { text } = await reader.open(`${clients()}/new`);
    const [, form_token = ''] = /name="form_token" value="([^"]+)"/.exec(text)!;
    const [, client_id = ''] = /name="client_id" value="([^"]+)"/.exec(text)!;
    const fields = [
      ['form_token', form_token],
      ['client_id', client_id],
      ['name', 'Once'],
    ] as const;
    const first = await reader.send(clients(), fields);
    const second = await reader.send(clients(), fields);
    expect([first.status, second.status]).toEqual([200, 303]);
    expect(second.headers.location).toBe(`${at(client_id)}?done=client_created_before`);
    expect((await reader.open(second.headers.location!)).text).toContain('Its secret cannot be shown again');
    const { body } = await tokenFor(client_id, credentialsIn(first.text).client_secret);
    expect(body.access_token).toEqual(expect.any(String));
  });

  test('needs a name and known permissions', async () => {
    const unnamed = await reader.submit(`${clients()}/new`, clients(), { permissions: 'journal:read' });
    expect(unnamed.status).toBe(422);
    expect(unnamed.text).toContain('id="name-fault"');
    expect(unnamed.text).toMatch(/value="journal:read"[^>]*checked/);
    const unknown = { name: 'X', permissions: ['document:destroy', 'everything:read'] };
    expect((await reader.submit(`${clients()}/new`, clients(), unknown)).status).toBe(422);
    const inherited = { name: 'X', permissions: ['toString:read', '__proto__:read'] };
    expect((await reader.submit(`${clients()}/new`, clients(), inherited)).status).toBe(422);
  });
});

describe('the matrix of permissions', () => {
  test('shows the granted permissions, and grants exactly those that are checked', async () => {
    const { client_id } = await created({ permissions: ['document:read', 'branding:delete'] });
    const { text } = await reader.open(at(client_id));
    const boxes = [...text.matchAll(/name="permissions" value="([^"]+)"[^>]*?( checked)?>/g)];
    expect(boxes).toHaveLength(20);
    expect(boxes.filter(([, , checked]) => checked).map(([, permission]) => permission)).toEqual([
      'document:read',
      'branding:delete',
    ]);
    const changed = await reader.submit(at(client_id), at(client_id), {
      permissions: ['document:read', 'journal:create', 'journal:update'],
    });
    expect(changed.headers.location).toBe(`${at(client_id)}?done=saved`);
    expect((await managed(client_id)).permissions).toEqual({
      document: ['read'],
      relation: [],
      bank_account: [],
      journal: ['create', 'update'],
      branding: [],
    });
    await reader.submit(at(client_id), at(client_id), { permissions: [] });
    expect(Object.values((await managed(client_id)).permissions).flat()).toEqual([]);
  });
});

describe('a form that is shown again with its faults', () => {
  test('does not grant a permission that was revoked since it was opened', async () => {
    const { client_id } = await created({ permissions: ['document:read', 'branding:delete'] });
    const opened = formFields((await reader.open(at(client_id))).text, at(client_id));
    const permissions = { document: ['read'] };
    await service.manage('patch', `/management/clients/${client_id}`).send({ permissions }).expect(200);
    const named = (fields: [string, string][], name: string) =>
      fields.map(([field, value]): [string, string] => [field, field === 'name' ? name : value]);
    const refused = await reader.send(at(client_id), named(opened, ''));
    expect([refused.status, refused.text.includes('id="name-fault"')]).toEqual([422, true]);
    const again = formFields(refused.text, at(client_id));
    expect((await reader.send(at(client_id), named(again, 'Corrected'))).status).toBe(412);
    expect(await managed(client_id)).toMatchObject({ name: 'Webshop', permissions: { branding: [] } });
  });

  test('is accepted when it is corrected', async () => {
    const { client_id } = await created();
    const refused = await reader.submit(at(client_id), at(client_id), { name: '' });
    const again = formFields(refused.text, at(client_id)).filter(([name]) => name !== 'name');
    const corrected = await reader.send(at(client_id), [...again, ['name', 'Corrected']]);
    expect(corrected.headers.location).toBe(`${at(client_id)}?done=saved`);
  });
});

describe('the name', () => {
  test('stays as it is stored when the form is saved as it was opened', async () => {
    const { client_id } = await created();
    await service
      .manage('patch', `/management/clients/${client_id}`)
      .send({ name: ' Web \nshop ' })
      .expect(200);
    const before = await managed(client_id);
    const saved = await reader.submit(at(client_id), at(client_id));
    expect(saved.headers.location).toBe(`${at(client_id)}?done=saved`);
    expect(await managed(client_id)).toEqual(before);
  });
});

describe('the secret', () => {
  test('is rotated once by one form, however often it is sent', async () => {
    const { client_id, client_secret } = await created();
    const { text } = await reader.open(at(client_id));
    const [, form_token = ''] = /name="form_token" value="([^"]+)"/.exec(text)!;
    const [, version = ''] = /name="version" value="([^"]+)"/.exec(text)!;
    const fields = [
      ['form_token', form_token],
      ['version', version],
      ['keep_previous_for_s', '0'],
    ] as const;
    const first = await reader.send(at(client_id, '/secret'), fields);
    const second = await reader.send(at(client_id, '/secret'), fields);
    expect([first.status, second.status]).toEqual([200, 412]);
    expect((await tokenFor(client_id, credentialsIn(first.text).client_secret)).status).toBe(200);
    expect((await tokenFor(client_id, client_secret)).status).toBe(401);
  });

  test('keeps the previous one valid for the chosen time', async () => {
    const { client_id, client_secret } = await created();
    const rotated = await reader.submit(at(client_id), at(client_id, '/secret'), {
      keep_previous_for_s: '3600',
    });
    expect((await tokenFor(client_id, credentialsIn(rotated.text).client_secret)).status).toBe(200);
    expect((await tokenFor(client_id, client_secret)).status).toBe(200);
    expect((await reader.open(at(client_id))).text).toContain('The previous secret is valid until');
    for (const keep_previous_for_s of ['604801', '-1', 'x', '1.5']) {
      const response = await reader.submit(at(client_id), at(client_id, '/secret'), { keep_previous_for_s });
      expect([keep_previous_for_s, response.status]).toEqual([keep_previous_for_s, 422]);
    }
  });

  test('is shown without the previous one once that has expired', async () => {
    const { client_id } = await created();
    await reader.submit(at(client_id), at(client_id, '/secret'), { keep_previous_for_s: '60' });
    const page = async () => (await reader.open(at(client_id)).expect(200)).text;
    expect(await page()).toContain('The previous secret is valid until');
    await service.manage('put', '/management/clock').send({ offset_s: 61 }).expect(200);
    expect(await page()).not.toContain('The previous secret is valid until');
    await service.manage('put', '/management/clock').send({ offset_s: 0 }).expect(200);
  });
});

describe('the access of a client', () => {
  test('is removed and restored', async () => {
    const { client_id, client_secret } = await created();
    await reader.submit(at(client_id), at(client_id, '/active'));
    expect((await managed(client_id)).active).toBe(false);
    expect((await reader.open(at(client_id))).text).toContain('Deactivated');
    expect((await tokenFor(client_id, client_secret)).body.error.code).toBe('client_inactive');
    await reader.submit(at(client_id), at(client_id, '/active'));
    expect((await tokenFor(client_id, client_secret)).status).toBe(200);
  });

  test('is unlocked after too many failed secrets', async () => {
    const { client_id, client_secret } = await created();
    for (let nth = 1; nth <= 2; nth++) await tokenFor(client_id, 'wrong-secret-of-some-length');
    expect((await tokenFor(client_id, client_secret)).status).toBe(429);
    expect((await reader.open(at(client_id))).text).toContain('Locked out');
    const response = await reader.submit(at(client_id), at(client_id, '/lockout'));
    expect(response.headers.location).toBe(`${at(client_id)}?done=unlocked`);
    expect((await tokenFor(client_id, client_secret)).status).toBe(200);
  });

  test('by refresh token is revoked', async () => {
    const { client_id, client_secret } = await created();
    const { refresh_token } = (await tokenFor(client_id, client_secret)).body;
    await reader.submit(at(client_id), at(client_id, '/refresh-token'));
    const refreshed = await request(service.api)
      .post('/auth/token')
      .send({ grant_type: 'refresh_token', refresh_token });
    expect(refreshed.body.error.code).toBe('invalid_grant');
  });
});
