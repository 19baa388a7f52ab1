import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { createDatabase, type TestDatabase } from '../../support/database';
import { listenPublicly, McpCaller } from '../../support/mcp';
import { NO_ID } from '../../support/every-route';
import {
  aRelation,
  aTenant,
  BELGIAN_ADDRESS,
  startService,
  type Service,
  type Tenant,
} from '../../support/service';
import { until } from '../../support/until';
import type { HttpServer } from '../../../src/adapters/http/connections/server';
import { API_ROUTES, get } from '../../../src/composition/keys';
import { CONTROLS, toolsOf } from '../../../src/adapters/api/mcp/tools';

let database: TestDatabase;
let service: Service;
let listener: HttpServer;
/** A second node over the same database. */
let other_node: Service;
let other_listener: HttpServer;
let tenant: Tenant;
let relation_id: string;
let mcp: McpCaller;

beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url, { MCP: 'true' });
  other_node = await startService(database.url, { MCP: 'true' });
  listener = await listenPublicly(service);
  other_listener = await listenPublicly(other_node);
  tenant = await aTenant(service, {
    ...{ name: 'Ourselves BV', vat: 'BE0123456749', address: BELGIAN_ADDRESS },
    electronic_address: '0208:0123456749',
  });
  relation_id = await aRelation(tenant, { electronic_address: '0088:5412345000013', vat: 'BE0876543270' });
  mcp = await McpCaller.connect(listener.address, tenant.access_token);
});
afterAll(async () => {
  await mcp.client.close();
  await listener.stop(0);
  await other_listener.stop(0);
  await other_node.close();
  await service.close();
  await database.drop();
});

const anInvoice = (members: object = {}) => ({
  ...{ type: 'invoice', relation_id, buyer_reference: 'PO-1' },
  lines: [{ name: 'Consulting', quantity: '1', unit_price: '100', vat_rate: '21' }],
  ...members,
});
const numbersOf = async () => {
  const { body } = await tenant.get('/documents?limit=200').expect(200);
  return body.data.map(({ number }: { number: string }) => number) as string[];
};

describe('The tools', () => {
  test('are the operations that take a token and JSON, and return JSON without a secret', async () => {
    const { tools } = await mcp.client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['createDocument', 'listDocuments', 'sendDocument', 'deleteJournal']),
    );
    const left_out = get(service.container, API_ROUTES)
      .flatMap(({ operation }) => (operation && !names.includes(operation.id) ? [operation.id] : []))
      .sort();
    expect(left_out).toEqual(
      [
        ...['createToken', 'getInterfaceDescription', 'getDocs', 'getDocsFile', 'listSigningKeys'],
        ...['importDocument', 'addAttachment', 'putLogo'],
        ...['getDocumentFile', 'getAttachment', 'getTransmissionFile', 'getLogo', 'getDocumentEvidence'],
        ...['getResponseFile', 'createWebhook', 'rotateWebhookSecret'],
      ].sort(),
    );
  });

  test('have schemas that stand by themselves, and accept what the examples of the interface send', async () => {
    const { tools } = await mcp.client.listTools();
    const ajv = addFormats(new Ajv({ strict: false }));
    const examples = get(service.container, API_ROUTES).flatMap(({ operation }) =>
      Object.values(operation?.examples ?? {})
        .filter(({ request, status = 200 }) => request && status < 400)
        .map(({ request }) => ({ name: operation!.id, body: request! })),
    );
    expect(examples.length).toBeGreaterThan(10);
    for (const { name, description, inputSchema } of tools) {
      const validate = ajv.compile(inputSchema);
      expect({ name, description: description!.length > 5 }).toEqual({ name, description: true });
      const params = Object.fromEntries(
        (inputSchema.required ?? []).filter((one) => one !== CONTROLS.body).map((one) => [one, NO_ID]),
      );
      for (const { body } of examples.filter((example) => example.name === name)) {
        const is_valid = validate({ ...params, body });
        expect({ name, errors: is_valid ? null : validate.errors }).toEqual({ name, errors: null });
      }
      expect(validate({ ...params, unknown: 1 })).toBe(false);
    }
  });

  test('have no parameter with the name of an argument of the tools themselves', () => {
    for (const { route } of toolsOf(get(service.container, API_ROUTES))) {
      const shapes = [route.params, route.query].map((schema) =>
        Object.keys((schema as { shape?: object })?.shape ?? {}),
      );
      expect(shapes.flat().filter((name) => Object.hasOwn(CONTROLS, name))).toEqual([]);
    }
  });

  test('preview each call that cannot be undone', () => {
    const tools = toolsOf(get(service.container, API_ROUTES));
    const paths = new Map(tools.map(({ route }) => [`${route.method} ${route.path}`, route]));
    for (const { name, route, preview } of tools) {
      // What a POST makes can be undone if it can be deleted again; numbers and messages cannot be taken back.
      const is_undone = [...paths].some(
        ([at, { path }]) => at.startsWith('delete ') && path.startsWith(`${route.path}/:`),
      );
      const has_effect = route.method === 'post' && route.has_effect !== false;
      const expected =
        route.method === 'delete' ||
        name === 'createDocument' ||
        (has_effect && !is_undone && !['testWebhook', 'replayWebhook'].includes(name));
      expect({ name, is_previewed: preview !== undefined }).toEqual({ name, is_previewed: expected });
    }
  });

  test('are listed as far as the token permits, and refused beyond as by the API', async () => {
    const { body: client } = await service
      .manage('post', `/management/companies/${tenant.company_id}/clients`)
      .send({ name: 'A reader', permissions: { document: ['read'] } });
    const { client_id, client_secret } = client;
    const { body: tokens } = await tenant
      .post('/auth/token', { grant_type: 'client_credentials', client_id, client_secret })
      .expect(200);
    const reader = await McpCaller.connect(listener.address, tokens.access_token);
    const names = (await reader.client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['getDocument', 'listCurrencies']));
    expect(names).not.toEqual(expect.arrayContaining(['createDocument']));
    for (const [name, given] of [
      ['createDocument', { body: anInvoice() }],
      ['deleteDocument', { id: NO_ID }],
      ['listRelations', {}],
    ] as const) {
      const { is_error, body } = await reader.call(name, given);
      expect({ name, is_error, code: body.error.code }).toEqual({
        name,
        is_error: true,
        code: 'insufficient_permissions',
      });
    }
    await reader.client.close();
  });
});

describe('A call', () => {
  test('has the very response of its route', async () => {
    const { body } = await mcp.call('getRelation', { id: relation_id });
    expect(body).toEqual((await tenant.get(`/relations/${relation_id}`).expect(200)).body);
    const listed = await mcp.call('listRelations', { type: 'company', limit: 1 });
    expect(listed.body).toEqual((await tenant.get('/relations?type=company&limit=1').expect(200)).body);
  });

  test('creates and changes what can be undone at once', async () => {
    const created = await mcp.call('createRelation', {
      body: { type: 'contact', first_name: 'An', last_name: 'Peeters' },
    });
    const { id } = created.body;
    expect(created).toMatchObject({ is_error: false, headers: `ETag: "1"\nLocation: /relations/${id}` });
    const changed = await mcp.call('updateRelation', { id, body: { first_name: 'Anna' }, if_match: '"1"' });
    expect(changed.body.first_name).toBe('Anna');
    const late = await mcp.call('updateRelation', { id, body: { first_name: 'Anke' }, if_match: '"1"' });
    expect(late).toMatchObject({ is_error: true, body: { error: { code: 'precondition_failed' } } });
  });

  test.each<[string, string, Record<string, unknown>, string]>([
    ['an unknown argument', 'listRelations', { nothing: 1 }, 'nothing: unknown parameter'],
    ['a malformed id', 'getRelation', { id: '../bank-accounts' }, 'id: '],
    ['no id', 'getRelation', {}, 'id: is required'],
    ['an id that is no text', 'getRelation', { id: { x: 1 } }, 'id: '],
    ['no body', 'createRelation', {}, 'body: is required'],
    ['an unknown member', 'createDocument', { body: { customer: 'x' } }, 'is required'],
    [
      'a hash that it does not take',
      'getRelation',
      { id: NO_ID, preview_hash: 'x' },
      'preview_hash: unknown parameter',
    ],
    [
      'a key that is no header',
      'createRelation',
      { body: {}, idempotency_key: 'a\r\nb' },
      'idempotency_key: must have 1 to 255 printable ASCII characters',
    ],
    ['a filter that is no text', 'listRelations', { external_id: ['A'] }, 'external_id: expected string'],
    ['an inexact filter', 'listRelations', { external_id: 2 ** 60 }, 'external_id: expected string'],
    ['a limit that is no number', 'listRelations', { limit: true }, 'limit: '],
    ['a version that is no header', 'updateRelation', { id: NO_ID, body: {}, if_match: 1 }, 'if_match: '],
    ['a body that it does not take', 'getRelation', { id: NO_ID, body: {} }, 'body: unknown parameter'],
  ])('with %s is refused as by the API', async (_what, name, given, message) => {
    const { is_error, body } = await mcp.call(name, given);
    expect(is_error).toBe(true);
    expect(body.error).toEqual({ code: 'validation_error', message: expect.stringContaining(message) });
  });

  test('with an inexact number is refused at its place', async () => {
    const [line] = anInvoice().lines;
    const lines = [{ ...line, unit_price: 0.1234567890123456 }];
    const { body } = await mcp.call('previewDocument', { body: anInvoice({ lines }) });
    expect(body.error.message).toBe('lines.0.unit_price: must have at most 15 significant digits');
  });

  test('with any arguments at all has a response of the API, never a failure', async () => {
    const tools = toolsOf(get(service.container, API_ROUTES)).filter(({ name }) => name !== 'listEvents');
    const anyArguments = fc.constantFrom(...tools).chain((tool) => {
      const name = fc.oneof(
        fc.constantFrom(...Object.keys(tool.input_schema.properties), '__proto__'),
        fc.string(),
      );
      const value = fc.oneof(fc.jsonValue(), fc.constant(NO_ID), fc.string({ unit: 'binary' }));
      return fc.record({ name: fc.constant(tool.name), given: fc.dictionary(name, value, { maxKeys: 5 }) });
    });
    const codes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(anyArguments, async ({ name, given }) => {
        const { is_error, body } = await mcp.call(name, given);
        if (is_error) codes.add(body.error.code);
      }),
      { numRuns: 400 },
    );
    expect(codes).toContain('validation_error');
    expect(codes).not.toContain('internal_error');
  });

  test('that removes a file which does not exist has the error of the API', async () => {
    const { is_error, body } = await mcp.call('deleteLogo', { id: NO_ID });
    expect(is_error).toBe(true);
    expect(body.error).toEqual({ code: 'not_found', message: expect.any(String) });
  });

  test('takes a filter that is null as left out', async () => {
    const all = await mcp.call('listRelations', { q: null, external_id: null });
    expect(all.body).toEqual((await mcp.call('listRelations', {})).body);
    expect(all.body.data.length).toBeGreaterThan(0);
  });

  test('of a resource of another company is not found', async () => {
    const other = await aTenant(service);
    const theirs = await aRelation(other);
    expect((await mcp.call('getRelation', { id: theirs })).body.error.code).toBe('not_found');
    expect((await mcp.call('deleteRelation', { id: theirs })).body.error.code).toBe('not_found');
  });

  test('of an unknown tool is an error of the protocol', async () => {
    await expect(mcp.client.callTool({ name: 'dropTables', arguments: {} })).rejects.toMatchObject({
      code: -32602,
    });
  });
});

describe('A call that cannot be undone', () => {
  test('without a hash answers with the preview and its hash, and changes nothing', async () => {
    const before = await numbersOf();
    const { is_error, body } = await mcp.call('createDocument', { body: anInvoice() });
    expect(is_error).toBe(false);
    expect(body.preview_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(body.preview).toEqual((await tenant.post('/documents/preview', anInvoice()).expect(200)).body);
    expect(await numbersOf()).toEqual(before);
  });

  test('with the hash is carried out, once', async () => {
    const given = { body: anInvoice({ note: 'once' }) };
    const before = await numbersOf();
    const created = await mcp.callPreviewed('createDocument', given);
    expect(created).toMatchObject({ is_error: false, body: { note: 'once', status: 'draft' } });
    const again = await mcp.callPreviewed('createDocument', given);
    expect(again.body.id).toBe(created.body.id);
    expect(again.headers).toContain('Idempotency-Replayed: true');
    expect((await numbersOf()).length).toBe(before.length + 1);
    const second = await mcp.callPreviewed('createDocument', { ...given, idempotency_key: 'a second one' });
    expect(second.body.id).not.toBe(created.body.id);
  });

  test('with the hash is carried out again, once, after what it created was deleted', async () => {
    const given = { body: anInvoice({ note: 'deleted and made again' }) };
    const first = await mcp.callPreviewed('createDocument', given);
    await tenant.delete(`/documents/${first.body.id}`).expect(204);
    const second = await mcp.callPreviewed('createDocument', given);
    expect(second).toMatchObject({ is_error: false, body: { number: first.body.number } });
    expect(second.body.id).not.toBe(first.body.id);
    await tenant.get(`/documents/${second.body.id}`).expect(200);
    const again = await mcp.callPreviewed('createDocument', given);
    expect(again.body.id).toBe(second.body.id);
  });

  test('with the hash of another preview, client or call is refused with the preview as it is now', async () => {
    const given = { body: anInvoice({ note: 'changed' }) };
    const { body: shown } = await mcp.call('createDocument', given);
    await tenant.patch(`/relations/${relation_id}`, { name: 'A renamed customer' }).expect(200);
    const before = await numbersOf();
    const refused = await mcp.call('createDocument', { ...given, preview_hash: shown.preview_hash });
    expect(refused).toMatchObject({
      is_error: true,
      body: { error: { code: 'precondition_failed' }, preview: { buyer: { name: 'A renamed customer' } } },
    });
    expect(refused.body.preview_hash).not.toBe(shown.preview_hash);
    const { preview_hash } = refused.body;
    for (const preview of [
      { ...given, body: { ...given.body, note: 'another' }, preview_hash },
      { ...given, send_peppol: true, preview_hash },
      { ...given, preview_hash: 'f'.repeat(64) },
      { ...given, preview_hash: 'f' },
      { ...given, preview_hash: 4 },
    ])
      expect((await mcp.call('createDocument', preview)).body.error.code).toBe('precondition_failed');
    expect(await numbersOf()).toEqual(before);
    const created = await mcp.call('createDocument', { ...given, preview_hash });
    expect(created.body.buyer.name).toBe('A renamed customer');
  });

  test('is made once by calls on two nodes that race with one hash and one idempotency key', async () => {
    const given = { body: anInvoice({ note: 'raced' }) };
    const { body: shown } = await mcp.call('createDocument', given);
    const before = await numbersOf();
    const elsewhere = await McpCaller.connect(other_listener.address, tenant.access_token);
    const hashed = { ...given, preview_hash: shown.preview_hash };
    const answers = await Promise.all(
      [mcp, elsewhere, mcp, elsewhere].map((caller) =>
        caller.call('createDocument', { ...hashed, idempotency_key: 'raced' }),
      ),
    );
    await elsewhere.client.close();
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await numbersOf()).length).toBe(before.length + 1);
  });

  test('is previewed only when its arguments are valid', async () => {
    const { is_error, body } = await mcp.call('createDocument', { body: anInvoice({ customer: 'x' }) });
    expect(is_error).toBe(true);
    expect(body.error.message).toBe('customer: unknown field');
    expect((await mcp.call('sendDocument', { id: 'x' })).body.error.code).toBe('validation_error');
    expect((await mcp.call('sendDocument', { id: NO_ID })).body.error.code).toBe('not_found');
  });

  test('sends, credits, converts and deletes after a preview of the document', async () => {
    const { body: invoice } = await mcp.callPreviewed('createDocument', {
      body: anInvoice({ note: 'to send' }),
    });
    const shown = await mcp.call('sendDocument', { id: invoice.id });
    expect(shown.body.preview).toEqual({
      ...(await tenant.get(`/documents/${invoice.id}`).expect(200)).body,
      receiver: '0088:5412345000013',
    });
    const sent = await mcp.callPreviewed('sendDocument', { id: invoice.id });
    expect(sent).toMatchObject({ is_error: false, body: { peppol_status: 'pending' } });
    await until(
      async () => (await tenant.get(`/documents/${invoice.id}`)).body.peppol_status === 'delivered',
    );
    const credited = await mcp.callPreviewed('creditDocument', { id: invoice.id });
    expect(credited.body).toMatchObject({ type: 'credit_note', totals: { payable: '121.00' } });
    const { body: quote } = await mcp.callPreviewed('createDocument', { body: anInvoice({ type: 'quote' }) });
    const converted = await mcp.callPreviewed('convertDocument', { id: quote.id, body: { type: 'invoice' } });
    expect(converted.body).toMatchObject({ type: 'invoice', converted_from: { id: quote.id } });
    const deleted = await mcp.callPreviewed('deleteDocument', { id: converted.body.id });
    expect(deleted).toMatchObject({ is_error: false, body: '204 No Content' });
    await tenant.get(`/documents/${converted.body.id}`).expect(404);
  });

  test('sends to the address that its preview shows, or not at all', async () => {
    const receiver = async (electronic_address: string) =>
      tenant.patch(`/relations/${addressed}`, { electronic_address }).expect(200);
    const addressed = await aRelation(tenant, { electronic_address: '0088:5412345000037' });
    const { body: invoice } = await tenant
      .post('/documents?send_peppol=true', anInvoice({ relation_id: addressed }))
      .expect(201);
    const { id } = invoice;
    await until(async () => (await tenant.get(`/documents/${id}`)).body.peppol_status === 'failed');
    await receiver('0088:5412345000020');
    for (const [tool, given] of [
      ['creditDocument', { id, send_peppol: true }],
      ['sendDocument', { id }],
    ] as const) {
      const { body: shown } = await mcp.call(tool, given);
      expect(shown.preview.receiver).toBe('0088:5412345000020');
      await receiver('0088:5412345000044');
      const refused = await mcp.call(tool, { ...given, preview_hash: shown.preview_hash });
      expect(refused.body).toMatchObject({
        error: { code: 'precondition_failed' },
        preview: { receiver: '0088:5412345000044' },
      });
      await receiver('0088:5412345000020');
      const sent = await mcp.call(tool, { ...given, preview_hash: shown.preview_hash });
      expect(sent.body.buyer.electronic_address).toBe('0088:5412345000020');
    }
    expect((await mcp.call('creditDocument', { id })).body.preview).not.toHaveProperty('receiver');
  });

  test('deletes nothing that has changed since its preview', async () => {
    const id = await aRelation(tenant);
    const { body: shown } = await mcp.call('deleteRelation', { id });
    await tenant.patch(`/relations/${id}`, { note: 'keep' }).expect(200);
    const refused = await mcp.call('deleteRelation', { id, preview_hash: shown.preview_hash });
    expect(refused.body).toMatchObject({ error: { code: 'precondition_failed' }, preview: { note: 'keep' } });
    await tenant.get(`/relations/${id}`).expect(200);
    expect((await mcp.callPreviewed('deleteRelation', { id })).body).toBe('204 No Content');
    await tenant.get(`/relations/${id}`).expect(404);
  });

  test('deletes a file after a preview of its name and type', async () => {
    const { body: invoice } = await tenant.post('/documents', anInvoice({ note: 'attached' })).expect(201);
    const { body: attachment } = await tenant
      .post(`/documents/${invoice.id}/attachments`)
      .attach('file', Buffer.from('a,b\n1,2\n'), 'hours.csv')
      .expect(201);
    const given = { id: invoice.id, attachment_id: attachment.id };
    const { body } = await mcp.call('deleteAttachment', given);
    expect(body.preview.content_disposition).toContain('hours.csv');
    expect((await mcp.callPreviewed('deleteAttachment', given)).body).toBe('204 No Content');
  });
});
