import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import request from 'supertest';
import { sql } from 'kysely';
import { managementAuthentication } from '../../src/adapters/management/management-authentication';
import { createApp } from '../../src/adapters/http/app';
import {
  DATABASE,
  DELIVERY_ENGINE,
  EVENT_LOG,
  get,
  LOG,
  MANAGEMENT,
  MANAGEMENT_ROUTES,
  STORED_LOG,
  UNITS_OF_WORK,
} from '../../src/composition/keys';
import { EVENT_TYPES } from '../../src/domain/events/event';
import { eventText } from '../../src/adapters/console/events/event-texts';
import type { StoredLog } from '../../src/ports/events/stored-log';
import { aLog, anEvent, numbers } from '../support/chains';
import { MANAGEMENT_TOKEN, Reader, SAME_ORIGIN } from '../support/console';
import { createDatabase, type TestDatabase } from '../support/database';
import { anEndpoint } from '../support/endpoints';
import { replaceLog } from '../support/event-rows';
import { aSender, anInvoice, DELIVERS } from '../support/sending';
import { aRelation, aTenant, type Service, startService, type Tenant } from '../support/service';
import { until } from '../support/until';

const EVIL = `<script>alert("1")</script> & 'Sons'`;
const ESCAPED = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;Sons&#39;';

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

const db = () => get(service.container, DATABASE);
const eventsOf = ({ company_id }: Pick<Tenant, 'company_id'>, query = '') =>
  `/console/companies/${company_id}/events${query}`;
const read = (html: string) =>
  html
    .replace(/<title>.*?<\/title>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
/** The positions of the events that a page shows, from top to bottom. */
const positionsIn = (html: string) =>
  [...html.matchAll(/<tr id="event-(\d+)"/g)].map(([, position]) => Number(position));
const linkIn = (html: string, text: string) =>
  new RegExp(`<a[^>]* href="([^"]+)"[^>]*>${text}</a>`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
async function open(path: string): Promise<string> {
  const { status, text } = await reader.open(path);
  expect([path, status]).toEqual([path, 200]);
  expect(text).not.toContain('<script>');
  return text;
}

describe('the timeline of a company', () => {
  test('shows who changed what in which request, with links to pages of the console', async () => {
    const tenant = await aSender(service, { name: EVIL });
    await service.manage('patch', `/management/clients/${tenant.client_id}`).send({ name: EVIL });
    const { id: document_id, number } = await anInvoice(tenant, DELIVERS);
    const changed = await tenant.patch(`/documents/${document_id}`, {
      note: 'Changed',
      delivery_date: '2026-07-01',
    });
    const html = await open(eventsOf(tenant));
    const text = read(html);
    expect(text).toMatch(
      new RegExp(
        `Document updated ${number} Client &lt;script&gt;.*? \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC delivery_date, note ` +
          `${changed.headers['x-request-id']} \\d+ `,
      ),
    );
    expect(text).toContain(`Client created ${'A client'} Operator`);
    expect(html).toContain(`href="/console/companies/${tenant.company_id}/documents/${document_id}"`);
    expect(html).toContain(`href="/console/clients/${tenant.client_id}">${ESCAPED}</a>`);
    const positions = positionsIn(html);
    expect(positions).toEqual(positions.map((_, index) => positions.length - index));
  });

  test('links a document and its attachments, and no page of a document that is deleted', async () => {
    const tenant = await aSender(service);
    const kept = await anInvoice(tenant, DELIVERS);
    const gone = await anInvoice(tenant, DELIVERS);
    for (const { id } of [kept, gone]) {
      const file = Buffer.from('%PDF-1.7\n');
      await tenant.post(`/documents/${id}/attachments`).attach('file', file, { filename: `${id}.pdf` });
    }
    const documents = `/console/companies/${tenant.company_id}/documents`;
    const links = (html: string, id: string) => html.split(`href="${documents}/${id}"`).length - 1;
    const before = await open(eventsOf(tenant));
    expect([links(before, kept.id), links(before, gone.id)]).toEqual([2, 2]);
    await tenant.delete(`/documents/${gone.id}`).expect(204);
    const after = await open(eventsOf(tenant));
    expect([links(after, kept.id), links(after, gone.id)]).toEqual([2, 0]);
    expect(read(after)).toMatch(
      new RegExp(`Document deleted ${gone.number} .* Document created ${gone.number} `),
    );
    expect(read(after)).toContain(`Attachment created ${gone.id}.pdf`);
  });

  test('shows events of management: of a refresh token that was revoked, and of a secret that was rotated', async () => {
    const tenant = await aTenant(service);
    await service.manage('delete', `/management/clients/${tenant.client_id}/refresh-token`).expect(204);
    await service.manage('post', `/management/clients/${tenant.client_id}/secret`).send({}).expect(200);
    const text = read(await open(eventsOf(tenant)));
    expect(text).toMatch(
      /Secret of client rotated A client Operator .* Refresh token of client revoked A client Operator /,
    );
  });

  test('shows the events of one kind of resource', async () => {
    const tenant = await aTenant(service);
    await aRelation(tenant, { name: EVIL });
    const html = await open(eventsOf(tenant, '?resource=relation'));
    expect(html).toContain(ESCAPED);
    expect(read(html)).toContain('Relation created');
    expect(positionsIn(html)).toHaveLength(1);
    expect(html).toContain('<option value="relation" selected>');
    expect(read(await open(eventsOf(tenant, '?resource=bank_account')))).toContain('No events found.');
  });

  test.each(['?resource=letter', '?resource=*', '?before=x', '?before=-1', '?after=1e3', `?after=${EVIL}`])(
    'refuses the query %s',
    async (query) => {
      const { status, text } = await reader.open(eventsOf(await aTenant(service), encodeURI(query)));
      expect([status, text.includes('role="alert"'), text.includes('<script>')]).toEqual([400, true, false]);
    },
  );

  test('of an unknown company is not found', async () => {
    const unknown = { company_id: '01981e5c-7f6a-7c3e-8a51-0a4d6b1c2d3e' };
    expect((await reader.open(eventsOf(unknown))).status).toBe(404);
  });

  describe('of 12,060 events', () => {
    let tenant: Tenant;
    beforeAll(async () => {
      tenant = await aTenant(service);
      const journal = { type: 'journal', id: 'x', version: 1 } as const;
      const events = numbers(12_060).map((number) =>
        number === 30
          ? anEvent(number, { resource: journal, type: 'journal.updated', data: { name: EVIL } })
          : anEvent(number),
      );
      await replaceLog(db(), tenant.company_id, aLog(events));
    });

    test('has pages of 25, with links to older and newer events by position', async () => {
      const newest = await open(eventsOf(tenant));
      const down = (from: number, count = 25) => Array.from({ length: count }, (_, index) => from - index);
      expect(positionsIn(newest)).toEqual(down(12_060));
      expect(linkIn(newest, '← Newer')).toBe('');
      const second = await open(linkIn(newest, 'Older →'));
      expect(positionsIn(second)).toEqual(down(12_035));
      const third = await open(linkIn(second, 'Older →'));
      expect(positionsIn(third)).toEqual(down(12_010));
      expect(positionsIn(await open(linkIn(third, '← Newer')))).toEqual(down(12_035));
      expect(linkIn(third, '⇤ Newest')).toBe(eventsOf(tenant));
      const oldest = await open(eventsOf(tenant, '?before=11'));
      expect(positionsIn(oldest)).toEqual(down(10, 10));
      expect(linkIn(oldest, 'Older →')).toBe('');
    });

    test('shows positions beyond the head as the newest page, and as an empty one after it', async () => {
      expect(positionsIn(await open(eventsOf(tenant, '?before=999999999')))[0]).toBe(12_060);
      const empty = await open(eventsOf(tenant, '?after=999999999'));
      expect(positionsIn(empty)).toEqual([]);
      expect(linkIn(empty, 'Older →')).toBe(eventsOf(tenant, '?before=12061'));
    });

    test('looks at a bounded number of events for a page of one kind, and goes on from there', async () => {
      const first = await open(eventsOf(tenant, '?resource=journal'));
      expect(positionsIn(first)).toEqual([]);
      expect(read(first)).toContain('Continue with older events.');
      const second = await open(linkIn(first, 'Older →'));
      expect(positionsIn(second)).toEqual([30]);
      expect(second).toContain(ESCAPED);
      expect(linkIn(second, 'Older →')).toBe('');
    });
  });
});

describe('the texts of events', () => {
  test('exist for each type, and no two types share one', () => {
    const texts = EVENT_TYPES.map(eventText);
    expect(new Set(texts).size).toBe(EVENT_TYPES.length);
    for (const text of texts) expect(text).toMatch(/^[A-Z][a-z]+( [a-z]+)+$/);
  });
});

describe('the history of a document', () => {
  test('shows its events and those of its attachments, of deleted ones too, page by page', async () => {
    const tenant = await aSender(service);
    const { id, number } = await anInvoice(tenant, DELIVERS);
    const other = await anInvoice(tenant, DELIVERS);
    const { body: attachment } = await tenant
      .post(`/documents/${id}/attachments`)
      .attach('file', Buffer.from('%PDF-1.7\n'), { filename: `${EVIL.replaceAll('/', '')}.pdf` })
      .expect(201);
    await tenant.delete(`/documents/${id}/attachments/${attachment.id}`).expect(204);
    for (const number of numbers(26)) await tenant.patch(`/documents/${id}`, { note: `Note ${number}` });
    const path = `/console/companies/${tenant.company_id}/documents/${id}`;
    const first = await open(path);
    expect(positionsIn(first)).toHaveLength(25);
    const older = linkIn(first, 'Older →');
    expect(older).toMatch(/\?before=\d+#events$/);
    const text = read(await open(older));
    expect(text).toMatch(/Document updated .* Attachment deleted .* Attachment created .* Document created/);
    expect(text).not.toContain(other.number);
    expect(text).not.toMatch(new RegExp(`Document created ${number}`)); // the title of the page
  });
});

describe('the verification', () => {
  const action = (tenant: Tenant) => eventsOf(tenant, '/verification');

  test('is started by a form of the page of events, and shows what it checked', async () => {
    const tenant = await aSender(service, { name: EVIL });
    await anInvoice(tenant, DELIVERS);
    const { status, text } = await reader.submit(eventsOf(tenant), action(tenant));
    const { position, hash } = await get(service.container, EVENT_LOG).head(tenant.company_id);
    expect(status).toBe(200);
    expect(read(text)).toContain(`Events checked ${position} Head ${position} Hash ${hash}`);
    expect(read(text)).toContain('No faults');
    expect(text).not.toContain('<script>');
  });

  test('cannot be started by a GET, nor without the token of the session', async () => {
    const tenant = await aTenant(service);
    const rows = jest.spyOn(get(service.container, STORED_LOG), 'rows');
    expect((await reader.open(action(tenant))).status).toBe(404);
    expect((await reader.send(action(tenant), [])).status).toBe(403);
    expect(rows).not.toHaveBeenCalled();
    rows.mockRestore();
  });

  test('shows faults with their positions and reasons; altered events do not break the timeline', async () => {
    const tenant = await aTenant(service);
    await replaceLog(db(), tenant.company_id, aLog(numbers(5).map((number) => anEvent(number))));
    await sql`update event set body = ${JSON.stringify({ resource: EVIL, occurred_at: EVIL })}
      where company_id = ${tenant.company_id} and position = 3`.execute(db());
    await sql`update event set body = ${EVIL}, type = ${EVIL}
      where company_id = ${tenant.company_id} and position = 4`.execute(db());
    await sql`update event set body = ${JSON.stringify({ position: EVIL, resource: [EVIL], data: [EVIL] })}
      where company_id = ${tenant.company_id} and position = 5`.execute(db());
    const { text } = await reader.submit(eventsOf(tenant), action(tenant));
    expect(read(text)).toContain('The event is not a JSON object with a resource and data.');
    expect(read(text)).toContain('The event has another position.');
    expect(linkIn(text, '3')).toBe(eventsOf(tenant, '?before=4'));
    const html = await open(eventsOf(tenant));
    expect(positionsIn(html)).toEqual([5, 4, 3, 2, 1]);
    expect(read(html)).toContain('The stored event cannot be read.');
    expect(html).toContain(ESCAPED);
  });

  test.each([
    ['actor', { actor: { kind: 'client', id: 'nul \u0000' } }],
    ['actor', { actor: { kind: 'client', id: 'a lone surrogate \ud800' } }],
    ['client', { resource: { type: 'client', id: '\ud800', version: 1 } }],
    ['document', { resource: { type: 'document', id: '../../x', version: 1 } }],
    [
      'attachment',
      { resource: { type: 'attachment', id: 'x', version: null }, data: { document_id: '\ud800' } },
    ],
  ])('finds an altered id of the %s, which the timeline shows without a link: %j', async (_of, members) => {
    const tenant = await aTenant(service);
    const { company_id } = tenant;
    const [row] = aLog([anEvent(1, { resource: { type: 'journal', id: 'x', version: 1 } })]);
    await replaceLog(db(), company_id, [row!]);
    const body = JSON.stringify({ ...JSON.parse(row!.body), ...members });
    await sql`update event set body = ${body} where company_id = ${company_id}`.execute(db());
    const { text } = await reader.submit(eventsOf(tenant), action(tenant));
    expect(read(text)).toContain('content is not the digest of the event.');
    const [, rows = ''] = (await open(eventsOf(tenant))).split('<tbody>');
    expect(rows.split('</tbody>')[0]).not.toContain('href=');
  });

  describe('of a long log', () => {
    let tenant: Tenant;
    let form: URLSearchParams;
    beforeEach(async () => {
      tenant = await aTenant(service);
      await replaceLog(db(), tenant.company_id, aLog(numbers(600).map((number) => anEvent(number))));
      const [, form_token = ''] = /name="form_token" value="([^"]+)"/.exec(await open(eventsOf(tenant)))!;
      form = new URLSearchParams({ form_token });
    });
    afterEach(() => jest.restoreAllMocks());

    /** Verifies with reads that wait. @returns status and first bytes of the page, and its later ones */
    async function verified(read: StoredLog['rows']): Promise<{ status: number; parts: string[] }> {
      jest.spyOn(get(service.container, STORED_LOG), 'rows').mockImplementation(read);
      const server = http.createServer(get(service.container, MANAGEMENT)).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const response = await fetch(`http://127.0.0.1:${port}${action(tenant)}`, {
        method: 'POST',
        body: form,
        headers: { ...SAME_ORIGIN, cookie: reader.cookie },
      });
      const parts: string[] = [];
      for await (const part of response.body!.pipeThrough(new TextDecoderStream())) parts.push(part);
      server.close();
      return { status: response.status, parts };
    }

    test('sends the page at once, then each second how far it is, and at the end the result', async () => {
      const stored = get(service.container, STORED_LOG);
      const real = stored.rows.bind(stored);
      const { status, parts } = await verified(async (...of) => {
        await sleep(700);
        return real(...of);
      });
      expect(status).toBe(200);
      const [first = '', ...later] = parts;
      expect(first).toContain('<h1>Verification</h1>');
      expect(first).toContain('Checking the log…');
      expect(first).not.toContain('Result');
      const shown = later.map(read).join('');
      expect(shown).toMatch(
        /^ (Checking the log: \d+ events so far… +){2,}✕ 100 or more faults were found\. Result Events checked 600 /,
      );
      const counts = [...shown.matchAll(/: (\d+) events so far/g)].map(([, count]) => Number(count));
      expect(counts).toEqual([...counts].sort((a, b) => a - b));
      expect(counts.some((count) => count > 0 && count < 600)).toBe(true);
      expect(later.at(-1)).toMatch(/<\/html>\s*$/);
    });

    test('says at the end of the page that it failed, without details', async () => {
      const error = jest.spyOn(get(service.container, LOG), 'error').mockImplementation(() => undefined);
      const { status, parts } = await verified(() => Promise.reject(new Error('The disk is gone.')));
      expect(status).toBe(200);
      const html = parts.join('');
      expect(read(html)).toContain('✕ The page could not be finished. Unexpected error. Try again later.');
      expect(html).not.toContain('disk');
      expect(html).not.toContain('No faults');
      expect(html).toMatch(/<\/html>\s*$/);
      expect(error).toHaveBeenCalledWith('Unexpected error', new Error('The disk is gone.'));
    });
  });

  test('may take longer than other responses', async () => {
    const { container } = service;
    const tenant = await aTenant(service);
    const app = createApp({
      routes: get(container, MANAGEMENT_ROUTES),
      authenticate: managementAuthentication(MANAGEMENT_TOKEN),
      log: get(container, LOG),
      units: get(container, UNITS_OF_WORK),
      deadlines: { answer_ms: 400 },
    });
    const stored = get(container, STORED_LOG);
    const real = stored.rows.bind(stored);
    const rows = jest.spyOn(stored, 'rows').mockImplementation(async (...of) => {
      await sleep(300);
      return real(...of);
    });
    const [, form_token = ''] = /name="form_token" value="([^"]+)"/.exec(await open(eventsOf(tenant)))!;
    const response = await request(app)
      .post(action(tenant))
      .set({ ...SAME_ORIGIN, Cookie: reader.cookie })
      .type('form')
      .send({ form_token });
    rows.mockRestore();
    expect([response.status, read(response.text)]).toEqual([200, expect.stringContaining('No faults')]);
  });
});

describe('a browser that disconnects', () => {
  test('stops the verification, which is no error', async () => {
    const tenant = await aTenant(service);
    const [, form_token = ''] = /name="form_token" value="([^"]+)"/.exec(await open(eventsOf(tenant)))!;
    const stored = get(service.container, STORED_LOG);
    const rows = jest.spyOn(stored, 'rows').mockImplementation(async (_company, after) => {
      await sleep(5);
      const position = Math.max(0, after);
      const [row] = aLog([anEvent(position + 1)], { position, hash: '0'.repeat(64) });
      return [{ ...row!, is_latest: false }];
    });
    const [error, info] = (['error', 'info'] as const).map((name) =>
      jest.spyOn(get(service.container, LOG), name),
    );
    const server = http.createServer(get(service.container, MANAGEMENT)).listen(0, '127.0.0.1');
    try {
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const type = 'application/x-www-form-urlencoded';
      const headers = { ...SAME_ORIGIN, cookie: reader.cookie, 'content-type': type };
      const path = eventsOf(tenant, '/verification');
      const call = http.request({ host: '127.0.0.1', port, method: 'POST', path, headers });
      call.on('error', () => undefined).end(new URLSearchParams({ form_token }).toString());
      await until(async () => rows.mock.calls.length > 5);
      call.destroy();
      await until(async () =>
        info!.mock.calls.some(([text]) => text === 'A request was aborted by its caller'),
      );
      const calls = rows.mock.calls.length;
      await sleep(100);
      expect(rows.mock.calls.length).toBe(calls);
      expect(error).not.toHaveBeenCalled();
    } finally {
      jest.restoreAllMocks();
      server.close();
    }
  });
});

describe('the webhooks of a client', () => {
  test('are shown with types, state and last deliveries, and no secrets', async () => {
    get(service.container, DELIVERY_ENGINE).start();
    const endpoint = await anEndpoint((_req, res) => void res.writeHead(410).end(EVIL));
    const tenant = await aTenant(service);
    const { body: webhook } = await tenant
      .post('/webhooks', { url: endpoint.url, types: ['relation.*'], description: EVIL })
      .expect(201);
    await tenant.post('/webhooks', {
      url: 'https://hooks.example/?a=%3Cb%3E&b=1',
      types: ['*'],
      active: false,
    });
    await aRelation(tenant, { name: EVIL });
    const path = `/console/clients/${tenant.client_id}/webhooks`;
    const html = await until(async () => {
      const page = await open(path);
      return page.includes('Turned off by failures') && page;
    });
    await endpoint.close();
    const text = read(html);
    expect(text).toContain(`${endpoint.url} ✕ Turned off by failures`);
    expect(text).toMatch(/Types relation\.\* .*Turned off \d{4}-.* UTC/);
    expect(text).toMatch(/relation\.created ✕ Failed 1 410 .*? \d{4}-/);
    expect(text).toMatch(/https:\/\/hooks\.example\/\?a=%3Cb%3E&amp;b=1 • Off Types \* No deliveries yet\./);
    expect(html).toContain(ESCAPED);
    expect(html).not.toContain(webhook.secret);
    expect(html).not.toContain('whsec_');
    expect(
      linkIn(await open(`/console/clients/${tenant.client_id}`), 'Webhooks and their last deliveries →'),
    ).toBe(path);
  });

  test('are said to be none, and are not found for an unknown client', async () => {
    const tenant = await aTenant(service);
    expect(read(await open(`/console/clients/${tenant.client_id}/webhooks`))).toContain(
      'The client has no webhooks.',
    );
    expect((await reader.open('/console/clients/nobody/webhooks')).status).toBe(404);
  });
});
