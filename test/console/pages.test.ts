import { formFields, Reader, SAME_ORIGIN } from '../support/console';
import { createDatabase, type TestDatabase } from '../support/database';
import { aSender, anInvoice, DELIVERS, documentWith, FAILS, hurry } from '../support/sending';
import { aRelation, aTenant, type Service, startService, type Tenant } from '../support/service';

const EVIL = `<script>alert("1")</script> & 'Sons'`;
const ESCAPED = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;Sons&#39;';

let database: TestDatabase;
let service: Service;
let reader: Reader;
let tenant: Tenant;
const of = (below = '') => `/console/companies/${tenant.company_id}${below}`;

beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url, {}, hurry);
  reader = new Reader(service);
  await reader.signIn();
  tenant = await aSender(service, { name: EVIL });
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

/** The text of a page, without tags and with single spaces. */
const read = (html: string) =>
  html
    .replace(/<title>.*?<\/title>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

describe('every page', () => {
  test.each([
    ['/console/sign-in'],
    ['/console'],
    ['/console/companies'],
    ['/console/companies/new'],
    ['/console/nothing'],
  ])('%s loads nothing from other hosts and is not cached', async (path) => {
    const { headers } = await reader.open(path);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none';style-src 'self';script-src 'self';img-src 'self' data:;" +
        "form-action 'self';frame-ancestors 'none';base-uri 'none'",
    );
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
    });
    expect(headers['x-powered-by']).toBeUndefined();
  });

  test('escapes names', async () => {
    await aRelation(tenant, { name: EVIL });
    const relation_id = await aRelation(tenant, { name: `${EVIL} 2` });
    const line = { name: EVIL, quantity: '1', unit_price: '1234567.5', vat_rate: '21' };
    const { body: document } = await tenant.post('/documents', {
      type: 'invoice',
      relation_id,
      lines: [line],
    });
    const { body: client } = await service
      .manage('post', `/management/companies/${tenant.company_id}/clients`)
      .send({ name: EVIL, client_id: EVIL.slice(0, 30) });
    const paths = [
      '/console/companies',
      of(),
      of('/settings'),
      of('/clients'),
      of('/documents'),
      of(`/documents/${document.id}`),
      `/console/clients/${encodeURIComponent(client.client_id)}`,
    ];
    for (const path of paths) {
      const { status, text } = await reader.open(path);
      expect([path, status]).toEqual([path, 200]);
      expect(text).toContain(ESCAPED);
      expect(text).not.toContain('<script>');
      expect(text).not.toMatch(/\son\w+=|style=|javascript:/);
    }
    const { text } = await reader.open(of(`/documents/${document.id}`));
    expect(read(text)).toContain('Total incl. VAT 1,493,826.68 EUR');
  });

  test('of an unknown resource is a 404 in HTML', async () => {
    const unknown = '01981e5c-7f6a-7c3e-8a51-0a4d6b1c2d3e';
    for (const path of [
      '/console/nothing',
      '/console/companies/x',
      `/console/companies/${unknown}`,
      `/console/companies/${unknown}/transmissions`,
      of(`/documents/${unknown}`),
      '/console/clients/nobody',
      '/console/clients/%00',
    ]) {
      const { status, headers, text } = await reader.open(path);
      expect([path, status, headers['content-type']]).toEqual([path, 404, 'text/html; charset=utf-8']);
      expect(text).toContain('<h1>Page not found</h1>');
    }
  });

  test('of a list with an invalid filter shows an error', async () => {
    const { status, text } = await reader.open(of('/documents?type=letter'));
    expect(status).toBe(400);
    expect(text).toContain('role="alert"');
  });

  test('has files that a browser may cache, as their path contains a digest', async () => {
    const { text } = await reader.open('/console');
    const files = [...text.matchAll(/(?:href|src)="(\/console\/assets\/[^"]+)"/g)].map(([, file]) => file!);
    expect(files).toHaveLength(4);
    for (const file of files) {
      const { status, headers } = await reader.open(file);
      expect([file, status, headers['cache-control']]).toEqual([
        file,
        200,
        'private, max-age=31536000, immutable',
      ]);
      expect((await reader.open(file.replace(/\?.*/, ''))).headers['cache-control']).toBe('no-cache');
    }
  });
});

describe('a form', () => {
  const name = [['name', 'Another']] as const;

  test('is refused without the token of the session, or with that of another', async () => {
    const other = new Reader(service);
    await other.signIn();
    const { text } = await other.open('/console/companies/new');
    const [, theirs = ''] = /name="form_token" value="([^"]+)"/.exec(text)!;
    for (const fields of [name, [...name, ['form_token', theirs]]] as [string, string][][]) {
      const response = await reader.send('/console/companies', fields);
      expect([response.status, response.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
    }
    expect((await other.submit('/console/companies/new', '/console/companies', { name: 'A' })).status).toBe(
      303,
    );
  });

  test('is refused from another origin, even with the token', async () => {
    const { text } = await reader.open('/console/companies/new');
    const [, form_token = ''] = /name="form_token" value="([^"]+)"/.exec(text)!;
    const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://elsewhere.example' };
    const response = await reader.send('/console/companies', [['form_token', form_token], ...name], headers);
    expect(response.status).toBe(403);
  });

  test('leads to the sign-in page when the session has ended', async () => {
    const response = await new Reader(service).send('/console/companies', name);
    expect([response.status, response.headers.location]).toEqual([303, '/console/sign-in?done=form_lost']);
  });

  test('is refused when it is not a form, or too large', async () => {
    const json = await reader.send('/console/companies', [], {
      ...SAME_ORIGIN,
      'Content-Type': 'application/json',
    });
    expect(json.status).toBe(415);
    const large = await reader.send('/console/companies', [['name', 'x'.repeat(70_000)]]);
    expect(large.status).toBe(413);
  });
});

describe('a company', () => {
  test('is created, and changed in all its settings', async () => {
    const created = await reader.submit('/console/companies/new', '/console/companies', {
      name: 'Nordlicht GmbH',
      vat: 'de 136 695 976',
    });
    expect(created.status).toBe(303);
    const path = created.headers.location!.replace('?done=company_created', '');
    expect(read((await reader.open(created.headers.location!)).text)).toContain('The company was created.');
    const { body: journals } = await service.manage(
      'get',
      path.replace('/console', '/management') + '/clients',
    );
    expect(journals.data).toEqual([]);

    const changed = await reader.submit(`${path}/settings`, `${path}/settings`, {
      name: 'Nordlicht AG',
      vat: '',
      identifier: 'HRB 1',
      electronic_address: '9930:DE136695976',
      email: 'office@nordlicht.example',
      'address.street': 'Am Deich',
      'address.street_number': '4',
      'address.city': 'Bremen',
      'address.country_code': 'DE',
      currency: 'CHF',
      language: 'de',
      timezone: 'Europe/Berlin',
      books_closed_until: '2026-01-31',
      self_billing_enabled: 'on',
    });
    expect(changed.headers.location).toBe(`${path}/settings?done=saved`);
    const { body } = await service.manage('get', path.replace('/console', '/management'));
    expect(body).toMatchObject({
      name: 'Nordlicht AG',
      vat: null,
      identifier: 'HRB 1',
      electronic_address: '9930:DE136695976',
      email: 'office@nordlicht.example',
      address: { country_code: 'DE', street: 'Am Deich', street_number: '4', city: 'Bremen', box: null },
      currency: 'CHF',
      language: 'de',
      timezone: 'Europe/Berlin',
      self_billing_enabled: true,
      embed_pdf: true,
      books_closed_until: '2026-01-31',
    });

    // The page shows them again.
    await reader.submit(`${path}/settings`, `${path}/settings`);
    const { body: again } = await service.manage('get', path.replace('/console', '/management'));
    expect({ ...again, updated_at: '' }).toEqual({ ...body, updated_at: '' });
  });

  test('is not created twice when the form is sent twice, even concurrently', async () => {
    const { text } = await reader.open('/console/companies/new');
    const fields = formFields(text, '/console/companies').filter(([name]) => name !== 'name');
    const send = () => reader.send('/console/companies', [...fields, ['name', 'Made once']]);
    const sent = await Promise.all([send(), send()]);
    sent.push(await send());
    const [path = ''] = sent[0].headers.location!.split('?');
    const places = sent.map(({ status, headers }) => `${status} ${headers.location}`).sort();
    const before = `303 ${path}?done=created_before`;
    expect(places).toEqual([`303 ${path}?done=company_created`, before, before]);
    expect(read((await reader.open(`${path}?done=created_before`)).text)).toContain('was not created again');
    const { body } = await service.manage('get', '/management/companies?limit=200');
    expect(body.data.filter(({ name }: { name: string }) => name === 'Made once')).toHaveLength(1);
  });

  test('keeps an address with a country only', async () => {
    const made = await reader.submit('/console/companies/new', '/console/companies', {
      name: 'Somewhere',
      'address.country_code': 'NL',
    });
    const [path = ''] = made.headers.location!.split('?');
    await reader.submit(`${path}/settings`, `${path}/settings`, { email: 'office@somewhere.example' });
    const { body } = await service.manage('get', path.replace('/console', '/management'));
    expect(body).toMatchObject({ email: 'office@somewhere.example', address: { country_code: 'NL' } });
  });

  test('has no address until one is filled in', async () => {
    const made = await reader.submit('/console/companies/new', '/console/companies', { name: 'Nowhere' });
    const [path = ''] = made.headers.location!.split('?');
    expect((await service.manage('get', path.replace('/console', '/management'))).body.address).toBeNull();
  });

  test('shows an error beside each field, and keeps the input', async () => {
    const { status, text } = await reader.submit('/console/companies/new', '/console/companies', {
      name: ' ',
      vat: 'nonsense',
      email: 'nobody',
      'address.city': 'Ghent',
      'address.country_code': '',
    });
    expect(status).toBe(422);
    expect(text).toMatch(
      /id="vat"[^>]*value="nonsense"[^>]*aria-invalid="true"[^>]*aria-describedby="vat-hint vat-fault"/,
    );
    expect(text).toMatch(/id="email-fault"/);
    expect(text).toMatch(/id="name-fault"/);
    expect(text).toContain('value="Ghent"');
    expect(read(text)).toContain('VAT number must be a VAT number');
  });

  test('shows errors of the use case too, such as an electronic address that is taken', async () => {
    const { body } = await service.manage('get', `/management/companies/${tenant.company_id}`);
    const response = await reader.submit('/console/companies/new', '/console/companies', {
      name: 'Another',
      electronic_address: body.electronic_address,
    });
    expect(response.status).toBe(422);
    expect(response.text).toContain('id="electronic_address-fault"');
    const unaddressed = await reader.submit('/console/companies/new', '/console/companies', {
      name: 'Another',
      'address.city': 'Ghent',
      'address.country_code': '',
    });
    expect([unaddressed.status, read(unaddressed.text)]).toEqual([
      422,
      expect.stringContaining('The address needs a country_code.'),
    ]);
  });

  test('is not overwritten by a form that was opened before another change', async () => {
    const { text } = await reader.open(of('/settings'));
    const [, form_token = ''] = /name="form_token" value="([^"]+)"/.exec(text)!;
    const [, version = ''] = /name="version" value="([^"]+)"/.exec(text)!;
    const fields = [
      ...[
        ['form_token', form_token],
        ['version', version],
        ['name', 'Late'],
      ],
      ...[
        ['currency', 'EUR'],
        ['language', 'en'],
        ['timezone', 'Europe/Brussels'],
      ],
    ] as [string, string][];
    await service
      .manage('patch', `/management/companies/${tenant.company_id}`)
      .send({ email: 'a@b.example' });
    const response = await reader.send(of('/settings'), fields);
    expect([response.status, read(response.text)]).toEqual([
      412,
      expect.stringContaining('the form had no effect'),
    ]);
    const { body } = await service.manage('get', `/management/companies/${tenant.company_id}`);
    expect(body.name).toBe(EVIL);
  });

  test('is listed with the others, page by page', async () => {
    for (let nth = 1; nth <= 30; nth++) await aTenant(service, { name: `Company ${nth}` });
    const first = await reader.open('/console/companies');
    expect(first.text.match(/<th scope="row"/g)).toHaveLength(25);
    const [, next = ''] = /rel="next" href="([^"]+)"/.exec(first.text)!;
    const second = await reader.open(next.replaceAll('&amp;', '&'));
    expect(second.status).toBe(200);
    expect(second.text).toContain('Nordlicht AG');
    expect(second.text).toContain('← Newest');
  });
});

describe('metrics', () => {
  test('tell the depth of the queue', async () => {
    const { text } = await service.manage('get', '/metrics');
    expect(text).toContain('\nqueue_jobs_waiting 0\n');
  });
});

describe('documents and transmissions', () => {
  // Figures are cached for some seconds: those of this company have not been read yet.
  beforeAll(async () => {
    tenant = await aSender(service, { name: 'Sender' });
  });

  test('show the outcome of a send, attempt by attempt', async () => {
    const failed = await anInvoice(tenant, FAILS);
    await tenant.post(`/documents/${failed.id}/send`);
    await documentWith(tenant, failed.id, 'failed');
    const delivered = await anInvoice(tenant, DELIVERS);
    await tenant.post(`/documents/${delivered.id}/send`);
    await documentWith(tenant, delivered.id, 'delivered');

    const page = read((await reader.open(of(`/documents/${failed.id}`))).text);
    expect(page).toMatch(new RegExp(`Failed to ${FAILS} , accepted \\d{4}-.* Attempt 1 . Failed \\d{4}-`));
    const list = read((await reader.open(of('/transmissions'))).text);
    expect(list).toMatch(new RegExp(`${delivered.number} ${DELIVERS} . Delivered 1, last: delivered`));
    expect(list).toMatch(new RegExp(`${failed.number} ${FAILS} . Failed 1, last: failed`));
    const filtered = (await reader.open(of('/documents?peppol_status=failed&type='))).text;
    expect(filtered).toContain(failed.number);
    expect(filtered).not.toContain(delivered.number);
  });

  test('are counted in the overview', async () => {
    const page = read((await reader.open(of())).text);
    expect(page).toMatch(/Documents today 2 /);
    expect(page).toMatch(/✓ Delivered 1 ✕ Failed 1 ⊘ Rejected 0/);
    // All companies share the queue.
    expect(page).not.toContain('Queue');
    expect(read((await reader.open('/console')).text)).toMatch(/Queue depth 0 0 due · 0 scheduled/);
  });
});
