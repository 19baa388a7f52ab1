import { createDatabase, type TestDatabase } from '../../support/database';
import { A_LINE, aReceiver, aSender, DELIVERS, NOT_REGISTERED, refusal } from '../../support/sending';
import { BELGIAN_ADDRESS, startService, type Service, type Tenant } from '../../support/service';

const UNKNOWN = '0198a8e4-0000-7000-8000-000000000000';

let database: TestDatabase;
let service: Service;
let tenant: Tenant;
/** Can be sent to, as the tenant can send. */
let relation_id: string;

beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});
beforeEach(async () => {
  tenant = await aSender(service);
  relation_id = await aReceiver(tenant, DELIVERS, { vat: 'BE0428759497' });
});

const preview = (members: object = {}) =>
  tenant.post('/documents/preview', { type: 'invoice', relation_id, lines: [A_LINE], ...members });

async function anInvoice(members: object = {}) {
  const { status, body } = await tenant.post('/documents', {
    ...{ type: 'invoice', relation_id, lines: [A_LINE] },
    ...members,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}

describe('POST /documents/preview', () => {
  test('returns the document of a creation, without a number', async () => {
    const { status, body } = await preview();
    expect(status).toBe(200);
    const created = await anInvoice();
    const { checks, ...document } = body;
    expect(checks).toEqual([]);
    expect(document).toEqual({
      ...created,
      id: null,
      number: null,
      payment_reference: null,
      created_at: null,
      updated_at: null,
    });
  });

  test('warns of texts with characters that no font contains', async () => {
    const { body } = await preview({ note: '謝謝 🎉', lines: [{ ...A_LINE, name: 'شكرا' }] });
    expect(body.checks).toEqual([
      expect.objectContaining({ code: 'unprintable_characters', pointer: '/note', blocks: 'nothing' }),
    ]);
    expect(body.checks[0].message).toContain('🎉');
  });

  test('reports every error with its path, and takes no number', async () => {
    const { status, body } = await preview({
      type: 'purchase_invoice',
      relation_id: UNKNOWN,
      journal_id: UNKNOWN,
      branding_id: UNKNOWN,
      issue_date: '2999-01-01',
      paid_amount: '1000',
    });
    expect(status).toBe(200);
    expect(
      body.checks.map((check: Record<string, unknown>) => [check.code, check.pointer, check.blocks]),
    ).toEqual([
      ['self_billing_disabled', '/type', 'creation'],
      ['invalid_relation', '/relation_id', 'creation'],
      ['invalid_journal', '/journal_id', 'creation'],
      ['validation_error', '/branding_id', 'creation'],
      ['invalid_paid_amount', '/paid_amount', 'creation'],
      ['invalid_issue_date', '/issue_date', 'creation'],
    ]);
    expect(body).toMatchObject({ relation_id: null, buyer: null, totals: { tax_inclusive: '121.00' } });
    expect((await anInvoice()).number).toMatch(/00001$/);
  });

  test('reports that the sequence has a later date', async () => {
    await anInvoice({ issue_date: '2025-05-05' });
    const { body } = await preview({ issue_date: '2025-05-04' });
    expect(body.checks).toEqual([
      expect.objectContaining({ code: 'invalid_issue_date', pointer: '/issue_date' }),
    ]);
  });

  test('refuses an invalid body, as a creation does', async () => {
    expect(refusal(await tenant.post('/documents/preview', { type: 'invoice', relation_id }))).toEqual([
      422,
      'validation_error',
    ]);
  });

  test('reports refusals of the creation before refusals of the send', async () => {
    await anInvoice({ issue_date: '2025-05-05' });
    const blocked = await aReceiver(tenant, null);
    const { body } = await preview({ issue_date: '2025-05-04', relation_id: blocked, paid_amount: '1000' });
    expect(blocks(body)).toEqual([
      ['invalid_paid_amount', 'creation'],
      ['invalid_issue_date', 'creation'],
      ['send_failed', 'sending'],
    ]);
  });

  test('has no checks of the network when the document cannot be computed', async () => {
    tenant = await aSender(service, { electronic_address: null });
    const { body } = await preview({ relation_id: UNKNOWN });
    expect(blocks(body)).toEqual([['invalid_relation', 'creation']]);
  });

  test.each(['proforma', 'quote'])('has no checks of the network for a %s', async (type) => {
    tenant = await aSender(service, { electronic_address: null, vat: null, address: null });
    const { body } = await preview({ type, relation_id: await aReceiver(tenant, null) });
    expect(body.checks).toEqual([]);
  });

  test('reports warnings of the network', async () => {
    const members = { vat: 'NL123456782B12', address: { ...BELGIAN_ADDRESS, country_code: 'NL' } };
    tenant = await aSender(service, { ...members, electronic_address: '0106:1' });
    const relation = await aReceiver(tenant, DELIVERS, { ...members, identifier: '12345678' });
    const { body } = await preview({ relation_id: relation, type: 'credit_note' });
    const warnings = body.checks.filter((check: { code: string }) => check.code === 'network_warning');
    expect(warnings).toContainEqual({
      ...{ code: 'network_warning', rule: 'PEPPOL-COMMON-R054', blocks: 'nothing' },
      ...{ message: expect.any(String), pointer: '/seller/electronic_address' },
    });
  });
});

const blocks = ({ checks }: { checks: { code: string; blocks: string }[] }) =>
  checks.map((check) => [check.code, check.blocks]);

describe('A check of the preview that blocks sending', () => {
  const EXEMPT = { ...A_LINE, vat_rate: '0', vat_category: 'E' };
  const OUTSIDE_SCOPE = { ...A_LINE, vat_rate: '0', vat_category: 'O' };
  const DUTCH = { ...BELGIAN_ADDRESS, country_code: 'NL' };

  interface Situation {
    readonly company?: object;
    readonly participant?: string | null;
    readonly relation?: object;
    readonly document?: object;
  }

  const SITUATIONS: readonly (readonly [what: string, first: string | null, situation: Situation])[] = [
    ['nothing', null, {}],
    ['zero, of a credit note', null, { document: { type: 'credit_note' } }],
    ['a company without an electronic address', '', { company: { electronic_address: null } }],
    ['a relation without an electronic address', '', { participant: null }],
    ['neither with one', '', { company: { electronic_address: null }, participant: null }],
    [
      'a relation with no such address for a company',
      '',
      { participant: null, document: { type: 'credit_note' } },
    ],
    ['a receiver that is not on the network', '', { participant: NOT_REGISTERED }],
    [
      'such a receiver of a document that the network refuses',
      '',
      { participant: NOT_REGISTERED, document: { lines: [EXEMPT] } },
    ],
    ['a company without an address', 'BR-08', { company: { address: null } }],
    ['a seller without any identity', 'BR-CO-26', { company: { vat: null, identifier: null } }],
    ['two rules at once', 'BR-08', { company: { vat: null, address: null } }],
    ['a note that is read as a code', 'BR-CL-08', { document: { note: '#123#' } }],
    ['an exemption without a reason', 'BR-E-10', { document: { lines: [EXEMPT] } }],
    [
      'lines within and outside the scope of VAT',
      'BR-O-02',
      { document: { lines: [A_LINE, OUTSIDE_SCOPE] } },
    ],
    [
      'an intra-Community supply without a date',
      'BR-IC-11',
      {
        relation: { vat: 'NL123456782B12', address: DUTCH },
        document: { lines: [{ ...A_LINE, vat_rate: '0', vat_category: 'K' }] },
      },
    ],
    ['a currency with three decimals', 'UBL-DT-01', { document: { currency: 'KWD' } }],
    ['a currency that the network does not have', 'BR-CL-04', { document: { currency: 'XAD' } }],
    [
      'a self-billed invoice',
      'BR-10',
      { company: { self_billing_enabled: true, address: null }, document: { type: 'purchase_invoice' } },
    ],
    [
      'a self-billed invoice of a company without an electronic address',
      '',
      {
        company: { self_billing_enabled: true, electronic_address: null },
        document: { type: 'purchase_invoice' },
      },
    ],
  ];

  test.each(SITUATIONS)('is the error of the send: %s', async (_, first, situation) => {
    tenant = await aSender(service, situation.company);
    const { participant = DELIVERS, relation, document } = situation;
    relation_id = await aReceiver(tenant, participant, { vat: 'BE0428759497', ...relation });
    const told = (await preview(document)).body.checks.filter(
      (check: { blocks: string }) => check.blocks === 'sending',
    );
    const { id } = await anInvoice(document);
    const { status, body } = await tenant.post(`/documents/${id}/send`);
    const at_once = await tenant.post('/documents?send_peppol=true', {
      ...{ type: 'invoice', relation_id, lines: [A_LINE] },
      ...document,
    });
    if (first === null) {
      expect([told, status, at_once.status]).toEqual([[], 202, 201]);
      return;
    }
    const [{ rule, pointer }] = body.error.details;
    expect(rule).toBe(first || null);
    expect(told[0]).toEqual({
      ...{ code: body.error.code, message: body.error.message, blocks: 'sending' },
      ...{ rule, pointer },
    });
    expect(at_once.body.error.details).toMatchObject([{ rule, pointer }]);
    expect(at_once.body.error.message).toContain(told[0].message);
    // Each names a rule once at a place.
    const places = told.map((check: { rule: string; pointer: string }) => `${check.rule} ${check.pointer}`);
    expect(new Set(places).size).toBe(places.length);
  });
});
