import fc from 'fast-check';
import { DOCUMENT_TYPE_NAMES } from '../../../src/domain/documents/document-type';
import type { LineInput } from '../../../src/domain/amounts/lines';
import type { DocumentInput } from '../../../src/domain/documents/draft';
import type { DocumentPreview } from '../../../src/domain/e-invoicing/preview';
import { DomainError } from '../../../src/domain/errors';
import { addDays } from '../../../src/domain/values/calendar';
import { DeliveryLocations } from '../../../src/use-cases/master-data/delivery-locations';
import { Journals } from '../../../src/use-cases/numbering/journals';
import { aBusiness, type Business } from '../../support/business';
import { A_LINE } from '../../support/documents';
import { MemoryService } from '../../support/memory/service';

const UNKNOWN = '0198a8e4-0000-7000-8000-000000000000';
const RUNS = 200;

let service: MemoryService;
let today: string;
/** One company with self-billing, and one without self-billing and without default journals. */
let tenants: readonly { readonly business: Business; readonly ids: Ids }[];

interface Ids {
  readonly relations: readonly string[];
  readonly locations: readonly string[];
  readonly journals: readonly string[];
  readonly preceding: readonly ({ readonly id: string } | { readonly number: string })[];
}

beforeEach(async () => {
  service = new MemoryService();
  today = service.clock.now().toISOString().slice(0, 10);
  const furnish = async (self_billing_enabled: boolean) => {
    const company = { timezone: 'UTC', books_closed_until: '2025-06-30', self_billing_enabled };
    const settings = { clock: service.clock, company, default_journals: self_billing_enabled };
    const business = await aBusiness(service.units, settings);
    return { business, ids: await furnished(business) };
  };
  tenants = [await furnish(true), await furnish(false)];
});

const unit = () => service.units.open();
const creation = ({ company_id }: Business, given: DocumentInput) =>
  service.documents.create(unit(), company_id, given);
const previewOf = ({ company_id }: Business, given: DocumentInput) =>
  service.previews.preview(unit(), company_id, given);

async function furnished(business: Business): Promise<Ids> {
  const { clock, ids, company_id, relation: belgian } = business;
  const dutch = await business.newRelation({
    ...{ name: 'B.V.', vat: 'NL123456782B12', address: { country_code: 'NL' } },
  });
  const homeless = await business.newRelation({ name: 'Nowhere', address: null });
  const at = async (relation: { readonly id: string }, country_code: string) => {
    const location = { name: 'L', address: { country_code } };
    const made = new DeliveryLocations(clock, ids).create(unit(), company_id, relation.id, location);
    return (await made).id;
  };
  const locations = [await at(belgian, 'US'), await at(dutch, 'NL'), await at(homeless, 'BE')];
  const journal = async (code: string, category: 'sales' | 'quote', active = true) => {
    const input = { code, name: code, category, active, default: false };
    return (await new Journals(clock, ids).create(unit(), company_id, input)).id;
  };
  const journals = [
    await journal('S1', 'sales'),
    await journal('S2', 'sales', false),
    await journal('Q1', 'quote'),
  ];
  const invoice = { journal_id: journals[0], issue_date: today };
  const preceding = [
    { id: (await business.issued({ ...invoice, external_id: 'taken' })).id },
    { id: (await business.issued({ ...invoice, currency: 'USD' })).id },
    { number: 'X-1' },
  ];
  return { relations: [belgian.id, dutch.id, homeless.id, UNKNOWN], locations, journals, preceding };
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
type Vat = Pick<LineInput, 'vat_rate' | 'vat_category'>;
const vats: readonly Vat[] = [
  ...[{ vat_rate: '6' }, { vat_rate: '0' }, { vat_rate: '21', vat_category: 'AE' as const }],
  ...(['Z', 'AE', 'K', 'G', 'O', 'E'] as const).map((vat_category) => ({ vat_rate: '0', vat_category })),
];
const vat = fc.constantFrom(...vats);
const line = fc
  .tuple(
    mostly('1', fc.constantFrom('2.5', '-1', '-3', '999999999999')),
    mostly('100', fc.constantFrom('0', '0', '19.99', '999999999999')),
    mostly<Vat>({ vat_rate: '21' }, vat),
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
const day = fc.constantFrom(-2000, -30, 0, 5, 31, 32, 400).map((days) => addDays('2026-07-01', days));
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
    external_id: sometimes(fc.constantFrom('taken', 'free')),
  }),
});

type Given = typeof input extends fc.Arbitrary<infer Value> ? Value : never;

function inputOf({ type, relation, location, journal, preceding, members }: Given, ids: Ids): DocumentInput {
  const of = <T>(things: readonly T[], position: number, unknown: T) =>
    position < 0 ? undefined : (things[position] ?? unknown);
  return {
    ...{ type, ...members },
    relation_id: of(ids.relations, relation, UNKNOWN) ?? ids.relations[0]!,
    delivery_location_id: of(ids.locations, location, UNKNOWN),
    journal_id: of(ids.journals, journal, UNKNOWN),
    preceding_document: of(ids.preceding, preceding, { id: UNKNOWN }),
  };
}

const refusals = ({ checks }: DocumentPreview) => checks.filter(({ blocks }) => blocks === 'creation');
const codes = (preview: DocumentPreview) => refusals(preview).map(({ code }) => code);

describe('A preview', () => {
  test('has as its first check the refusal of the creation, for any errors', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(mostly(0, fc.constant(1)), input, async (which, given) => {
        const { business, ids } = tenants[which]!;
        const [first] = refusals(await previewOf(business, inputOf(given, ids)));
        const created = await creation(business, inputOf(given, ids)).catch((error: unknown) => error);
        if (created instanceof Error) {
          if (!(created instanceof DomainError)) throw created;
          expect([first?.code, first?.message]).toEqual([created.code, created.message]);
          seen.add(created.code);
          return;
        }
        expect(first).toBeUndefined();
        seen.add('created');
        // The next one may be dated before it.
        const { id } = created as { id: string };
        await service.documents.delete(unit(), business.company_id, id, undefined);
      }),
      { seed: 20_260_701, numRuns: RUNS },
    );
    expect([...seen].sort()).toEqual(
      expect.arrayContaining([
        ...['created', 'invalid_allowance_charge', 'invalid_amount', 'invalid_delivery_location'],
        ...['invalid_issue_date', 'invalid_journal', 'invalid_relation', 'no_default_journal'],
        ...['self_billing_disabled', 'validation_error', 'external_id_in_use'],
      ]),
    );
  });

  test('reports only the negative total, not the paid amount that exceeds it', async () => {
    const { business } = tenants[0]!;
    const given = business.input({ paid_amount: '10', lines: [{ ...A_LINE, quantity: '-1' }] });
    expect(codes(await previewOf(business, given))).toEqual(['invalid_amount']);
  });

  test('has no checks about the delivery location of an unknown relation', async () => {
    const { business, ids } = tenants[0]!;
    const given = business.input({
      ...{ type: 'credit_note', relation_id: UNKNOWN, delivery_location_id: ids.locations[0] },
      lines: [{ ...A_LINE, vat_rate: '0', vat_category: 'G' }],
      preceding_document: ids.preceding[0],
    });
    expect(codes(await previewOf(business, given))).toEqual(['invalid_relation']);
  });

  test('has no checks about a VAT category that depends on an unknown delivery location', async () => {
    const { business } = tenants[0]!;
    const given = business.input({
      ...{ delivery_location_id: UNKNOWN, lines: [{ ...A_LINE, vat_rate: '0', vat_category: 'G' }] },
    });
    expect(codes(await previewOf(business, given))).toEqual(['invalid_delivery_location']);
  });
});
