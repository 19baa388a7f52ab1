import fc from 'fast-check';
import { addDays } from '../../../src/domain/values/calendar';
import { DOCUMENT_TYPE_NAMES } from '../../../src/domain/documents/document-type';
import { createDatabase, type TestDatabase } from '../../support/database';
import { A_LINE } from '../../support/sending';
import {
  aRelation,
  aTenant,
  BELGIAN_ADDRESS,
  startService,
  type Service,
  type Tenant,
} from '../../support/service';

const UNKNOWN = '0198a8e4-0000-7000-8000-000000000000';
const TODAY = new Date().toISOString().slice(0, 10);
const RUNS = 200;
const HANG_GUARD_MS = 120_000;

let database: TestDatabase;
let service: Service;
/** One company with self-billing, and one without self-billing and without journals. */
let tenants: readonly { readonly tenant: Tenant; readonly ids: Ids }[];

interface Ids {
  readonly relations: readonly string[];
  readonly locations: readonly string[];
  readonly journals: readonly string[];
  readonly preceding: readonly object[];
}

beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
  const members = {
    timezone: 'UTC',
    vat: 'BE0123456749',
    address: BELGIAN_ADDRESS,
    books_closed_until: '2025-06-30',
  };
  tenants = await Promise.all(
    [
      { ...members, self_billing_enabled: true },
      { ...members, default_journals: false },
    ].map(async (company) => {
      const tenant = await aTenant(service, company);
      return { tenant, ids: await furnished(tenant) };
    }),
  );
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

async function furnished(tenant: Tenant): Promise<Ids> {
  const id = async (path: string, body: object) =>
    (await tenant.post(path, body).expect(201)).body.id as string;
  const belgian = await aRelation(tenant, { vat: 'BE0876543270' });
  const dutch = await aRelation(tenant, {
    name: 'B.V.',
    vat: 'NL123456782B12',
    address: { country_code: 'NL' },
  });
  const homeless = await aRelation(tenant, { name: 'Nowhere', address: null });
  const at = (relation: string, country_code: string) =>
    id(`/relations/${relation}/delivery-locations`, { name: 'L', address: { country_code } });
  const locations = [await at(belgian, 'US'), await at(dutch, 'NL'), await at(homeless, 'BE')];
  const journal = (code: string, category: string, active = true) =>
    id('/journals', { code, name: code, category, active, default: false });
  const journals = [
    await journal('S1', 'sales'),
    await journal('S2', 'sales', false),
    await journal('Q1', 'quote'),
  ];
  const invoice = { type: 'invoice', relation_id: belgian, journal_id: journals[0], lines: [A_LINE] };
  const preceding = [
    { id: await id('/documents', { ...invoice, issue_date: TODAY }) },
    { id: await id('/documents', { ...invoice, issue_date: TODAY, currency: 'USD' }) },
    { number: 'X-1' },
  ];
  return { relations: [belgian, dutch, homeless, UNKNOWN], locations, journals, preceding };
}

/** A choice by position: absent for the first, an unknown id for the last, else an existing resource. */
const choice = fc.oneof(
  { weight: 30, arbitrary: fc.constant(-1) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 3 }) },
);
/** Most values are valid, so that the first error of a request can be of any step. */
const mostly = <T>(good: T, others: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(good) }, { weight: 1, arbitrary: others });
const sometimes = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const vat = fc.constantFrom<object>(
  ...[{ vat_rate: '6' }, { vat_rate: '0' }, { vat_rate: '21', vat_category: 'AE' }],
  ...['Z', 'AE', 'K', 'G', 'O', 'E'].map((vat_category) => ({ vat_rate: '0', vat_category })),
);
const line = fc
  .tuple(
    mostly('1', fc.constantFrom('2.5', '-1', '-3', '999999999999')),
    mostly('100', fc.constantFrom('0', '0', '19.99', '999999999999')),
    mostly<object>({ vat_rate: '21' }, vat),
    sometimes(fc.constantFrom('5', '1000', '0.001')),
  )
  .map(([quantity, unit_price, category, discount_amount]) => ({
    ...{ name: 'Work', quantity, unit_price, discount_amount },
    ...category,
  }));
const entry = fc
  .tuple(
    fc.constantFrom('allowance', 'charge'),
    mostly<object>(
      { percent: '50' },
      fc.constantFrom({ amount: '10.001' }, {}, { amount: '1', percent: '1' }),
    ),
  )
  .map(([kind, value]) => ({ kind, reason: 'Because', ...value }));
const day = fc.constantFrom(-2000, -30, 0, 5, 31, 32, 400).map((days) => addDays(TODAY, days));
const input = fc.record({
  type: mostly<(typeof DOCUMENT_TYPE_NAMES)[number]>('invoice', fc.constantFrom(...DOCUMENT_TYPE_NAMES)),
  relation: choice,
  location: choice,
  journal: choice,
  preceding: choice,
  members: fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    allowance_charges: fc.option(fc.array(entry, { maxLength: 2 }), { freq: 2, nil: undefined }),
    paid_amount: mostly<string | undefined>(undefined, fc.constantFrom('0', '10', '121', '100000', '1.005')),
    issue_date: mostly<string | undefined>(undefined, day),
    due_date: sometimes(day),
    period_start: sometimes(fc.constant('2026-02-01')),
    period_end: sometimes(fc.constantFrom('2026-01-31', '2026-02-28')),
    currency: sometimes(fc.constantFrom('USD', 'JPY')),
    exchange_rate: sometimes(fc.constantFrom('1.1', '99999999999')),
    payment_reference: sometimes(fc.constantFrom('Free', '+++000/0000/00001+++')),
    branding_id: sometimes(fc.constant(UNKNOWN)),
  }),
});

function bodyOf(
  {
    type,
    relation,
    location,
    journal,
    preceding,
    members,
  }: typeof input extends fc.Arbitrary<infer Given> ? Given : never,
  ids: Ids,
) {
  const of = <T>(things: readonly T[], position: number, unknown: T) =>
    position < 0 ? undefined : (things[position] ?? unknown);
  return {
    ...{ type, ...members },
    relation_id: of(ids.relations, relation, UNKNOWN) ?? ids.relations[0],
    delivery_location_id: of(ids.locations, location, UNKNOWN),
    journal_id: of(ids.journals, journal, UNKNOWN),
    preceding_document: of(ids.preceding, preceding, { id: UNKNOWN }),
  };
}

describe('A preview', () => {
  test(
    'has as its first check the refusal of the creation, for any errors',
    async () => {
      const seen = new Set<string>();
      await fc.assert(
        fc.asyncProperty(mostly(0, fc.constant(1)), input, async (which, given) => {
          const { tenant, ids } = tenants[which]!;
          const body = bodyOf(given, ids);
          const preview = await tenant.post('/documents/preview', body);
          const created = await tenant.post('/documents', body);
          if (preview.status !== 200) {
            expect([created.status, created.body]).toEqual([preview.status, preview.body]);
            return;
          }
          const [first] = preview.body.checks.filter(
            (check: { blocks: string }) => check.blocks === 'creation',
          );
          const { code, message } = created.body.error ?? {};
          expect([first?.code, first?.message]).toEqual([code, message]);
          expect(created.status === 201).toBe(first === undefined);
          seen.add(code ?? 'created');
          // The next one may be dated before it.
          if (created.status === 201) await tenant.delete(`/documents/${created.body.id}`).expect(204);
        }),
        { seed: 20_260_701, numRuns: RUNS },
      );
      expect([...seen].sort()).toEqual(
        expect.arrayContaining([
          ...['created', 'invalid_allowance_charge', 'invalid_amount', 'invalid_delivery_location'],
          ...['invalid_issue_date', 'invalid_journal', 'invalid_relation', 'no_default_journal'],
          ...['self_billing_disabled', 'validation_error'],
        ]),
      );
    },
    HANG_GUARD_MS,
  );

  test('reports only the negative total, not the paid amount that exceeds it', async () => {
    const { tenant, ids } = tenants[0]!;
    const body = {
      type: 'invoice',
      relation_id: ids.relations[0],
      paid_amount: '10',
      lines: [{ ...A_LINE, quantity: '-1' }],
    };
    const { body: preview } = await tenant.post('/documents/preview', body).expect(200);
    expect(creationCodes(preview)).toEqual(['invalid_amount']);
  });

  test('has no checks about the delivery location of an unknown relation', async () => {
    const { tenant, ids } = tenants[0]!;
    const { body: preview } = await tenant
      .post('/documents/preview', {
        ...{
          type: 'credit_note',
          relation_id: UNKNOWN,
          lines: [{ ...A_LINE, vat_rate: '0', vat_category: 'G' }],
        },
        ...{ delivery_location_id: ids.locations[0], preceding_document: ids.preceding[0] },
      })
      .expect(200);
    expect(creationCodes(preview)).toEqual(['invalid_relation']);
  });

  test('has no checks about a VAT category that depends on an unknown delivery location', async () => {
    const { tenant, ids } = tenants[0]!;
    const { body: preview } = await tenant
      .post('/documents/preview', {
        ...{ type: 'invoice', relation_id: ids.relations[0], delivery_location_id: UNKNOWN },
        lines: [{ ...A_LINE, vat_rate: '0', vat_category: 'G' }],
      })
      .expect(200);
    expect(creationCodes(preview)).toEqual(['invalid_delivery_location']);
  });
});

const creationCodes = ({ checks }: { checks: { code: string; blocks: string }[] }) =>
  checks.filter(({ blocks }) => blocks === 'creation').map(({ code }) => code);
