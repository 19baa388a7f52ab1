import { createDatabase, type TestDatabase } from '../../support/database';
import { aRelation, aTenant, startService, type Service, type Tenant } from '../../support/service';

let database: TestDatabase;
let service: Service;
let tenant: Tenant;
let relation_id: string;

beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
  tenant = await aTenant(service);
  relation_id = await aRelation(tenant, {});
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const LINE = { name: 'Consulting', quantity: '1', unit_price: '100', vat_rate: '21' };
const entry = (amount: string) => ({ kind: 'allowance', reason: 'Loyalty', amount });

/** Every member whose decimals are those of the currency, and how a message names it. */
const MEMBERS: readonly (readonly [string, (amount: string) => object])[] = [
  ['paid_amount', (amount) => ({ paid_amount: amount })],
  ['lines.0.discount_amount', (amount) => ({ lines: [{ ...LINE, discount_amount: amount }] })],
  ['allowance_charges.0.amount', (amount) => ({ allowance_charges: [entry(amount)] })],
  ['allowance_charges.0.amount', (amount) => ({ allowance_charges: [{ ...entry(amount), kind: 'charge' }] })],
];
/** Written with as many decimals as the currency has, and with one more, which is a zero. */
const CURRENCIES = [
  ['EUR', '1.00', '1.000', 2],
  ['JPY', '1', '1.0', 0],
  ['KWD', '1.000', '1.0000', 3],
] as const;
const CASES = MEMBERS.flatMap(([path, members]) =>
  CURRENCIES.map(([currency, right, wrong, decimals]) => ({
    ...{ path, currency, wrong, decimals },
    refused: { ...members(wrong), currency },
    taken: { ...members(right), currency },
    changed: members(wrong),
  })),
);
const body = (members: object) => ({ type: 'invoice', relation_id, lines: [LINE], ...members });

describe.each(CASES)(
  '$path of $wrong in $currency',
  ({ path, refused, taken, changed, decimals, currency }) => {
    const message = `${path}: must have at most ${decimals} decimals in this currency`;
    const fault = { code: 'validation_error', message };

    test('is refused when a document is created, and accepted with one decimal fewer', async () => {
      const answer = await tenant.post('/documents', body(refused));
      expect([answer.status, answer.body.error]).toEqual([422, fault]);
      expect((await tenant.post('/documents', body(taken))).status).toBe(201);
    });

    test('is reported by a preview', async () => {
      const answer = await tenant.post('/documents/preview', body(refused));
      expect(answer.status).toBe(200);
      expect(answer.body.checks).toContainEqual(expect.objectContaining(fault));
    });

    test('is refused when a document is changed', async () => {
      const { id } = (await tenant.post('/documents', body({ currency }))).body;
      const answer = await tenant.patch(`/documents/${id}`, changed);
      expect([answer.status, answer.body.error]).toEqual([422, fault]);
    });
  },
);

test.each(CURRENCIES)(
  'a link in %s has at most the decimals of the currency, as written',
  async (currency, right, wrong) => {
    const { id } = (await tenant.post('/documents', body({ currency }))).body;
    const link = (amount: string) =>
      service
        .manage('post', `/management/companies/${tenant.company_id}/links`)
        .send({ target: 'document', target_id: id, kind: 'reconciliation', amount });
    expect((await link(wrong)).status).toBe(422);
    expect((await link(right)).status).toBe(201);
  },
);

test('fields with a fixed number of decimals count them as written too', async () => {
  for (const [path, line] of [
    ['vat_rate', { vat_rate: '21.000' }],
    ['discount_percent', { discount_percent: '10.000' }],
    ['quantity', { quantity: '1.0000000' }],
    ['unit_price', { unit_price: '1.0000000' }],
  ] as const) {
    const texts = JSON.stringify(body({ lines: [{ ...LINE, ...line }] }));
    const numbers = texts.replace(/"(\d+\.\d+)"/g, '$1');
    for (const given of [texts, numbers]) {
      const { status, body: answer } = await tenant.post('/documents').type('json').send(given);
      expect([status, answer.error.message]).toEqual([
        422,
        expect.stringMatching(`^lines\\.0\\.${path}: must have at most \\d decimals$`),
      ]);
    }
  }
});

test('an amount that is a JSON number has at most the decimals of the currency, as written', async () => {
  const given = (paid_amount: string) =>
    JSON.stringify(body({ paid_amount })).replace(`"${paid_amount}"`, paid_amount);
  const post = (paid_amount: string) => tenant.post('/documents').type('json').send(given(paid_amount));
  const { status, body: answer } = await post('1.000');
  expect([status, answer.error.message]).toEqual([
    422,
    'paid_amount: must have at most 2 decimals in this currency',
  ]);
  expect((await post('1.50').expect(201)).body.paid_amount).toBe('1.50');
});

test('amounts that stay when the currency changes need no decimals of the old one', async () => {
  const amounts = { paid_amount: '10.00', allowance_charges: [entry('5.00')] };
  const { id } = (await tenant.post('/documents', body(amounts))).body;
  const { status, body: changed } = await tenant.patch(`/documents/${id}`, {
    currency: 'JPY',
    lines: [LINE],
  });
  expect([status, changed.paid_amount, changed.allowance_charges[0].amount]).toEqual([200, '10', '5']);
  const cents = (await tenant.post('/documents', body({ ...amounts, paid_amount: '10.50' }))).body;
  const refused = await tenant.patch(`/documents/${cents.id}`, { currency: 'JPY', lines: [LINE] });
  expect([refused.status, refused.body.error.code]).toEqual([422, 'validation_error']);
});

describe('the bounds of amounts', () => {
  const line = (members: object) => ({ lines: [{ ...LINE, ...members }] });

  test.each([
    ['a quantity', line({ quantity: '999999999999.999999', unit_price: '0' })],
    ['a negative quantity', line({ quantity: '-999999999999.999999', unit_price: '0' })],
    ['a price', line({ unit_price: '999999999999.999999' })],
    ['an exchange rate', { currency: 'USD', exchange_rate: '999999999999.9999999999' }],
  ])('accept %s just below 10^12', async (_what, members) => {
    const { status, body: answer } = await tenant.post('/documents', body(members));
    expect([status, answer.error]).toEqual([201, undefined]);
  });

  test.each([
    ['lines.0.quantity', line({ quantity: '1000000000000', unit_price: '0' })],
    ['lines.0.quantity', line({ quantity: '-1000000000000', unit_price: '0' })],
    ['lines.0.unit_price', line({ unit_price: '1000000000000' })],
    ['exchange_rate', { currency: 'USD', exchange_rate: '1000000000000.0000000001' }],
  ])('refuse 10^12 as %s', async (path, members) => {
    const { status, body: answer } = await tenant.post('/documents', body(members));
    const message = `${path}: must be below 1,000,000,000,000`;
    expect([status, answer.error]).toEqual([422, { code: 'validation_error', message }]);
  });

  test('let an amount just below 10^15 be judged by its own rule', async () => {
    const { body: answer } = await tenant.post('/documents', body({ paid_amount: '999999999999999.99' }));
    expect(answer.error.code).toBe('invalid_paid_amount');
  });
});

describe('members that exclude each other', () => {
  const both = { ...LINE, discount_percent: '1', discount_amount: '1' };
  const cases = [
    ['lines.0.discount_amount: cannot be combined with discount_percent', { lines: [both] }],
    [
      'allowance_charges.0: must have exactly one of amount and percent',
      { allowance_charges: [{ ...entry('1'), percent: '1' }] },
    ],
    [
      'allowance_charges.0: must have exactly one of amount and percent',
      { allowance_charges: [{ kind: 'charge', reason: 'Freight' }] },
    ],
  ] as const;

  test.each(cases)('are a fault of the body, before any rule: %s', async (message, members) => {
    const fault = { code: 'validation_error', message };
    const unknown = { relation_id: '0190b3a6-4d0e-7000-8000-000000000000' };
    for (const path of ['/documents', '/documents/preview']) {
      const answer = await tenant.post(path, { ...body(members), ...unknown });
      expect([answer.status, answer.body.error]).toEqual([422, fault]);
    }
    const { id } = (await tenant.post('/documents', body({}))).body;
    await tenant.post(`/documents/${id}/mark-sent`);
    const answer = await tenant.patch(`/documents/${id}`, members);
    expect([answer.status, answer.body.error]).toEqual([422, fault]);
  });
});
