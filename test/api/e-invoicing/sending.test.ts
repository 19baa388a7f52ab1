import { sql } from 'kysely';
import request from 'supertest';
import { DATABASE, DIRECTORY, get } from '../../../src/composition/keys';
import type { Lookup } from '../../../src/ports/e-invoicing/e-invoice-network';
import { createDatabase, type TestDatabase } from '../../support/database';
import {
  A_LINE,
  anInvoice,
  aReceiver,
  aSender,
  DELIVERS,
  DELIVERS_AT_LAST,
  documentWith,
  FAILS,
  hurry,
  NOT_REGISTERED,
  put,
  refusal,
  REJECTS,
  transmissionsOf,
} from '../../support/sending';
import {
  aRelation,
  aTenant,
  BELGIAN_ADDRESS,
  startService,
  type Service,
  type Tenant,
} from '../../support/service';

const UNKNOWN = '0198a8e4-0000-7000-8000-000000000000';
/** The directory does not answer for it. */
const UNANSWERED = '0088:4012345000009';

let database: TestDatabase;
let service: Service;
let tenant: Tenant;
/** A callback that runs during the look-up in the directory. */
let meanwhile: () => Promise<unknown>;

beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url, {}, (container) => {
    hurry(container);
    const sandbox = get(container, DIRECTORY);
    put(container, DIRECTORY, () => ({
      async lookup(participant): Promise<Lookup> {
        await meanwhile();
        if (participant === UNANSWERED) return { kind: 'unavailable', reason: 'it is away.' };
        return sandbox.lookup(participant);
      },
    }));
  });
});
afterAll(async () => {
  await service.close();
  await database.drop();
});
beforeEach(async () => {
  meanwhile = async () => undefined;
  tenant = await aSender(service);
});

const send = (id: string) => tenant.post(`/documents/${id}/send`);

async function payloadOf(document_id: string): Promise<string> {
  const { rows } = await sql<{ payload: Buffer }>`
    select payload from transmission where document_id = ${document_id} order by created_at desc limit 1`.execute(
    get(service.container, DATABASE),
  );
  return rows[0]!.payload.toString('utf8');
}

describe('POST /documents/{id}/send', () => {
  test('returns the document, which is pending and can no longer be changed', async () => {
    const { id } = await anInvoice(tenant, DELIVERS);
    const { status, body, headers } = await send(id);
    expect(status).toBe(202);
    expect(body).toMatchObject({
      ...{ id, status: 'sent', peppol_status: 'pending', peppol_error: null, sent_at: null },
      allowed_actions: ['pay', 'credit'],
    });
    expect(headers).toMatchObject({ etag: '"2"' });
    expect(refusal(await tenant.patch(`/documents/${id}`, { note: 'Too late' }))).toEqual([
      409,
      'document_not_editable',
    ]);
    expect(refusal(await tenant.delete(`/documents/${id}`))).toEqual([409, 'document_not_deletable']);
  });

  test('delivers within a second', async () => {
    const { id } = await anInvoice(tenant, DELIVERS);
    await send(id).expect(202);
    const since = performance.now();
    const delivered = await documentWith(tenant, id, 'delivered');
    expect(performance.now() - since).toBeLessThan(1_000);
    expect(delivered).toMatchObject({ status: 'sent', peppol_error: null });
    expect(Date.parse(delivered.sent_at)).not.toBeNaN();
    const [transmission, ...others] = await transmissionsOf(tenant, id);
    expect(others).toEqual([]);
    expect(transmission).toEqual({
      message_id: expect.any(String),
      state: 'delivered',
      receiver: DELIVERS,
      attempts: [{ at: expect.stringMatching(/^\d{4}-.*Z$/), outcome: 'delivered', message: null }],
      created_at: expect.any(String),
      finished_at: expect.any(String),
    });
  });

  test('retries after transient faults, and records each attempt', async () => {
    const { id } = await anInvoice(tenant, DELIVERS_AT_LAST);
    await send(id).expect(202);
    await documentWith(tenant, id, 'delivered');
    const [{ state, attempts }] = await transmissionsOf(tenant, id);
    expect(state).toBe('delivered');
    expect(attempts.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'transient_failure',
      'transient_failure',
      'delivered',
    ]);
  });

  test('leaves a failed document that can be changed and sent again, or deleted', async () => {
    const { id, relation_id } = await anInvoice(tenant, FAILS);
    await send(id).expect(202);
    const failed = await documentWith(tenant, id, 'failed');
    expect(failed).toMatchObject({
      ...{ status: 'draft', sent_at: null, allowed_actions: ['update', 'delete', 'send', 'pay', 'credit'] },
      peppol_error: { code: 'not_delivered', message: expect.any(String) },
    });
    await tenant.patch(`/documents/${id}`, { note: 'Mended' }).expect(200);
    await tenant.patch(`/relations/${relation_id}`, { electronic_address: DELIVERS }).expect(200);
    const { body: again } = await send(id).expect(202);
    expect(again).toMatchObject({ peppol_status: 'pending', peppol_error: null });
    expect(again.buyer.electronic_address).toBe(DELIVERS);
    await documentWith(tenant, id, 'delivered');
    const transmissions = await transmissionsOf(tenant, id);
    expect(transmissions.map(({ state }: { state: string }) => state)).toEqual(['delivered', 'failed']);
    expect(transmissions[0].message_id).not.toBe(transmissions[1].message_id);
    expect(await payloadOf(id)).toContain('Mended');
  });

  test('lets a failed document be deleted, with its transmissions', async () => {
    const { id } = await anInvoice(tenant, FAILS);
    await send(id).expect(202);
    await documentWith(tenant, id, 'failed');
    await tenant.delete(`/documents/${id}`).expect(204);
    const { rows } = await sql`select from transmission where document_id = ${id}`.execute(
      get(service.container, DATABASE),
    );
    expect(rows).toEqual([]);
  });

  test('leaves a rejected document sent, which can be sent again unchanged', async () => {
    const { id, relation_id } = await anInvoice(tenant, REJECTS);
    await send(id).expect(202);
    const rejected = await documentWith(tenant, id, 'rejected');
    expect(rejected).toMatchObject({
      ...{ status: 'sent', allowed_actions: ['send', 'pay', 'credit'] },
      peppol_error: { code: 'rejected_by_receiver' },
    });
    expect(rejected.sent_at).not.toBeNull();
    expect(refusal(await tenant.patch(`/documents/${id}`, { note: 'x' }))).toEqual([
      409,
      'document_not_editable',
    ]);
    await tenant.patch(`/relations/${relation_id}`, { electronic_address: DELIVERS }).expect(200);
    await send(id).expect(202);
    await documentWith(tenant, id, 'delivered');
  });

  test('leaves a rejected document sent when another send of it fails, so that its number is not given again', async () => {
    const { id, relation_id } = await anInvoice(tenant, REJECTS);
    await send(id).expect(202);
    const { sent_at } = await documentWith(tenant, id, 'rejected');
    for (const receiver of [FAILS, FAILS, DELIVERS]) {
      await tenant.patch(`/relations/${relation_id}`, { electronic_address: receiver }).expect(200);
      await send(id).expect(202);
      const state = receiver === FAILS ? 'failed' : 'delivered';
      expect(await documentWith(tenant, id, state)).toMatchObject({ status: 'sent', sent_at });
      if (state === 'delivered') break;
      expect((await tenant.get(`/documents/${id}`)).body.allowed_actions).toEqual(['send', 'pay', 'credit']);
      expect(refusal(await tenant.delete(`/documents/${id}`))).toEqual([409, 'document_not_deletable']);
      expect(refusal(await tenant.patch(`/documents/${id}`, { note: 'x' }))).toEqual([
        409,
        'document_not_editable',
      ]);
    }
  });

  test('sends credit notes and self-billed documents to the other party', async () => {
    await service
      .manage('patch', `/management/companies/${tenant.company_id}`)
      .send({ self_billing_enabled: true })
      .expect(200);
    for (const type of ['credit_note', 'purchase_invoice', 'purchase_credit_note']) {
      const seller = { vat: 'BE0428759497', iban: 'BE62510007547061' };
      const relation_id = await aReceiver(tenant, DELIVERS, seller);
      const { body } = await tenant.post('/documents', { type, relation_id, lines: [A_LINE] }).expect(201);
      await send(body.id).expect(202);
      await documentWith(tenant, body.id, 'delivered');
      expect(await transmissionsOf(tenant, body.id)).toMatchObject([{ receiver: DELIVERS }]);
    }
  });

  test('embeds attachments of the allowed types', async () => {
    const { id } = await anInvoice(tenant, DELIVERS);
    const attach = (name: string, content: string) =>
      request(service.api)
        .post(`/documents/${id}/attachments`)
        .set('Authorization', `Bearer ${tenant.access_token}`)
        .attach('file', Buffer.from(content), name);
    await attach('hours.csv', 'day,hours\nmonday,8\n').expect(201);
    await attach('notes.xml', '<?xml version="1.0"?><notes/>').expect(201);
    await send(id).expect(202);
    const payload = await payloadOf(id);
    expect(payload).toContain(Buffer.from('day,hours\nmonday,8\n').toString('base64'));
    expect(payload).not.toContain('notes.xml');
  });

  test('requires document:update', async () => {
    const { id } = await anInvoice(tenant, DELIVERS);
    const { body: client } = await service
      .manage('post', `/management/companies/${tenant.company_id}/clients`)
      .send({ name: 'Reader', permissions: { document: ['create', 'read'] } });
    const { body: tokens } = await request(service.api)
      .post('/auth/token')
      .send({ grant_type: 'client_credentials', ...client });
    const call = (path: string, body: object) =>
      request(service.api).post(path).set('Authorization', `Bearer ${tokens.access_token}`).send(body);
    expect(refusal(await call(`/documents/${id}/send`, {}))).toEqual([403, 'insufficient_permissions']);
    expect(refusal(await call('/documents?send_peppol=true', {}))).toEqual([403, 'insufficient_permissions']);
  });

  test('does not find a document of another company', async () => {
    const other = await aSender(service);
    const { id } = await anInvoice(other, DELIVERS);
    for (const unknown of [id, UNKNOWN]) {
      expect(refusal(await send(unknown))).toEqual([404, 'not_found']);
      expect(refusal(await tenant.get(`/documents/${unknown}/transmissions`))).toEqual([404, 'not_found']);
    }
    expect(refusal(await send('no-uuid'))).toEqual([422, 'validation_error']);
  });

  test.each(['proforma', 'quote'])('refuses a %s', async (type) => {
    const { id } = await anInvoice(tenant, DELIVERS, { type });
    expect(refusal(await send(id))).toEqual([422, 'not_sendable']);
  });

  test.each([
    ['an invoice', 'invoice'],
    ['a type that is not transported', 'quote'],
  ])('refuses a received document: %s', async (_, type) => {
    const { id } = await anInvoice(tenant, DELIVERS, { type });
    await sql`update document set status = 'received', journal_id = null, period = null, sequence_number = null
      where id = ${id}`.execute(get(service.container, DATABASE));
    expect(refusal(await send(id))).toEqual([409, 'not_sendable']);
  });

  test('refuses a document that was sent, over the network or by other means', async () => {
    const { id } = await anInvoice(tenant, DELIVERS);
    await send(id).expect(202);
    expect(refusal(await send(id))).toEqual([409, 'already_sent']);
    await documentWith(tenant, id, 'delivered');
    expect(refusal(await send(id))).toEqual([409, 'already_sent']);
    expect(await transmissionsOf(tenant, id)).toHaveLength(1);

    const { id: marked } = await anInvoice(tenant, REJECTS);
    await tenant.post(`/documents/${marked}/mark-sent`).expect(200);
    expect(refusal(await send(marked))).toEqual([409, 'already_sent']);
  });

  test('accepts one of many concurrent sends', async () => {
    const { id } = await anInvoice(tenant, DELIVERS);
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(id)));
    const codes = answers.map((answer) => refusal(answer).join(' ')).sort();
    expect(codes).toEqual(['202 ', ...Array<string>(11).fill('409 already_sent')]);
    await documentWith(tenant, id, 'delivered');
    expect(await transmissionsOf(tenant, id)).toHaveLength(1);
  });

  test('sends the document as it is at acceptance, also if it changed after the checks', async () => {
    const { id } = await anInvoice(tenant, DELIVERS);
    let patched = false;
    meanwhile = async () => {
      if (!patched) await tenant.patch(`/documents/${id}`, { note: 'Changed meanwhile' }).expect(200);
      patched = true;
    };
    await send(id).expect(202);
    expect(await payloadOf(id)).toContain('Changed meanwhile');
  });

  test('checks a document again if it changes meanwhile, also with an Idempotency-Key', async () => {
    const { id } = await anInvoice(tenant, DELIVERS);
    let look_ups = 0;
    meanwhile = async () => {
      if (look_ups++ === 0) await tenant.patch(`/documents/${id}`, { note: 'Changed meanwhile' }).expect(200);
    };
    const keyed = () => send(id).set('Idempotency-Key', 'while it changes');
    const first = await keyed().expect(202);
    expect(look_ups).toBe(2);
    expect(await payloadOf(id)).toContain('Changed meanwhile');
    const { body, headers } = await keyed().expect(202);
    expect(body).toEqual(first.body);
    expect(headers['idempotency-replayed']).toBe('true');
    expect(await transmissionsOf(tenant, id)).toHaveLength(1);
  });

  test('returns the same response to the same Idempotency-Key, and sends once', async () => {
    const { id } = await anInvoice(tenant, DELIVERS);
    const keyed = () => send(id).set('Idempotency-Key', 'once');
    const [first, second] = await Promise.all([keyed(), keyed()]);
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(first.body).toEqual(second.body);
    expect((await keyed()).headers['idempotency-replayed']).toBe('true');
    expect(await transmissionsOf(tenant, id)).toHaveLength(1);
  });
});

describe('send_failed', () => {
  const expectFailure = async (id: string, detail: object, message: RegExp) => {
    const before = (await tenant.get(`/documents/${id}`)).body;
    const { status, body } = await send(id);
    expect([status, body.error.code]).toEqual([422, 'send_failed']);
    expect(body.error.details).toEqual([{ document_id: id, rule: null, pointer: null, ...detail }]);
    expect(body.error.message).toMatch(message);
    expect((await tenant.get(`/documents/${id}`)).body).toEqual(before);
    expect(await transmissionsOf(tenant, id)).toEqual([]);
  };

  test('reports that the company has no electronic address', async () => {
    tenant = await aTenant(service, { vat: 'BE0123456749', address: BELGIAN_ADDRESS });
    const { id } = await anInvoice(tenant, DELIVERS);
    await expectFailure(id, {}, /company/);
  });

  test('reports that the relation has no electronic address, until it has one', async () => {
    const { id, relation_id } = await anInvoice(tenant, null);
    await expectFailure(id, { pointer: '/relation_id' }, /relation/);
    await tenant.patch(`/relations/${relation_id}`, { electronic_address: DELIVERS }).expect(200);
    await send(id).expect(202);
  });

  test('reports that a person has no electronic address', async () => {
    const { body: contact } = await tenant.post('/relations', {
      ...{ type: 'contact', first_name: 'An', last_name: 'Peeters', address: BELGIAN_ADDRESS },
    });
    const { body } = await tenant.post('/documents', {
      ...{ type: 'invoice', relation_id: contact.id, lines: [A_LINE] },
    });
    await expectFailure(body.id, { pointer: '/relation_id' }, /relation/);
  });

  test.each([
    ['a test participant', NOT_REGISTERED],
    ['any other address', '0208:0876543270'],
  ])('reports that the receiver is not registered: %s', async (_, participant) => {
    const { id } = await anInvoice(tenant, participant);
    await expectFailure(
      id,
      { pointer: '/relation_id' },
      /registered .* sandbox network \(EINVOICE_NETWORK\).* 0088:5412345000013, .*\/docs\/guides\/peppol-sandbox/,
    );
  });

  test('reports that the directory does not respond', async () => {
    const { id } = await anInvoice(tenant, UNANSWERED);
    await expectFailure(id, { pointer: '/relation_id' }, /directory/);
  });

  test('names the rule of the network that the document violates', async () => {
    tenant = await aSender(service, { vat: null });
    const { id } = await anInvoice(tenant, DELIVERS);
    const { body } = await send(id);
    expect(body.error.code).toBe('send_failed');
    const [{ rule, pointer }] = body.error.details;
    expect(rule).toMatch(/^BR-/);
    expect(pointer).toMatch(/^\/seller/);
    expect(body.error.message).toContain(rule);
  });

  test('reports a currency that UBL cannot express', async () => {
    const { id } = await anInvoice(tenant, DELIVERS, { currency: 'KWD' });
    await expectFailure(id, { rule: 'UBL-DT-01', pointer: '/currency' }, /two decimals/);
  });

  test('reports attachments that are too large together', async () => {
    const { id } = await anInvoice(tenant, DELIVERS);
    await sql`
      insert into attachment (company_id, document_id, id, filename, filename_key, content_type, size, sha256, key, created_at)
      select company_id, id, gen_random_uuid(), n || '.pdf', n || '.pdf', 'application/pdf', 10 * 1024 * 1024,
        repeat('0', 64), 'none', created_at
      from document, generate_series(1, 4) n where id = ${id}`.execute(get(service.container, DATABASE));
    await expectFailure(id, { pointer: '/attachments' }, /30 MiB/);
  });
});

describe('GET /documents/{id}/transmissions', () => {
  test('is a list like any other', async () => {
    const { id } = await anInvoice(tenant, FAILS);
    for (let n = 0; n < 3; n++) {
      await send(id).expect(202);
      await documentWith(tenant, id, 'failed');
    }
    const all = await transmissionsOf(tenant, id);
    expect(all).toHaveLength(3);
    const { body: first } = await tenant.get(`/documents/${id}/transmissions?limit=2`);
    const { body: rest } = await tenant.get(
      `/documents/${id}/transmissions?limit=2&cursor=${first.next_cursor}`,
    );
    expect([...first.data, ...rest.data]).toEqual(all);
    const { body: oldest } = await tenant.get(`/documents/${id}/transmissions?sort=created_at`);
    expect(oldest.data).toEqual([...all].reverse());
    expect(refusal(await tenant.get(`/documents/${id}/transmissions?sort=receiver`))).toEqual([
      400,
      'invalid_filter',
    ]);
  });

  test('is empty for a document that was never sent', async () => {
    const { id } = await anInvoice(tenant, DELIVERS);
    expect((await tenant.get(`/documents/${id}/transmissions`)).body).toEqual({
      data: [],
      next_cursor: null,
    });
  });
});

describe('GET /relations/{id}/reachability', () => {
  const ALL = ['invoice', 'credit_note', 'purchase_invoice', 'purchase_credit_note'];

  test.each([
    ['a test participant', DELIVERS, true],
    ['nobody', NOT_REGISTERED, false],
    ['no address', null, false],
  ])('reports whether %s can be reached', async (_, electronic_address, registered) => {
    const id = await aRelation(tenant, { electronic_address });
    const { status, body } = await tenant.get(`/relations/${id}/reachability`);
    expect(status).toBe(200);
    expect(body).toEqual({
      registered,
      document_types: registered ? ALL : [],
      responses: false,
      checked_at: expect.any(String),
    });
  });

  test('finds a company of the installation by any spelling of its address', async () => {
    await aSender(service, { electronic_address: '9930:de123456789' });
    const id = await aRelation(tenant, { electronic_address: '9930:DE123456789' });
    expect((await tenant.get(`/relations/${id}/reachability`)).body).toMatchObject({ registered: true });
  });

  test('reports that the directory does not respond', async () => {
    const id = await aRelation(tenant, { electronic_address: UNANSWERED });
    const { status, body, headers } = await tenant.get(`/relations/${id}/reachability`);
    expect([status, body.error.code, headers['retry-after']]).toEqual([500, 'internal_error', '5']);
  });

  test('does not find a relation of another company', async () => {
    expect(refusal(await tenant.get(`/relations/${UNKNOWN}/reachability`))).toEqual([404, 'not_found']);
  });
});
