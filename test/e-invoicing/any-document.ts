import fc from 'fast-check';
import type { Company } from '../../src/domain/master-data/company';
import type { Address } from '../../src/domain/values/address';
import type { Party } from '../../src/domain/documents/document';
import type { LineInput } from '../../src/domain/amounts/lines';
import type { AllowanceChargeInput } from '../../src/domain/amounts/allowance-charges';
import { TRANSPORTED_TYPES, type DocumentMembers } from '../support/documents';

type PartyMembers = Pick<Party, 'name' | 'vat' | 'identifier' | 'electronic_address' | 'email'> &
  Pick<Company, 'address'>;

/** By country: VAT numbers, identifiers and electronic addresses that creation accepts, valid and invalid ones. */
const COUNTRIES: Readonly<Record<string, readonly [string[], string[], string[]]>> = {
  BE: [
    ['BE0123456749', 'BE0876543270'],
    ['0876.543.270', 'BE 0123 456 749', 'Club 7'],
    ['0208:0123456749', '0208:0876543270', '9925:BE0123456749', '0088:5412345000013'],
  ],
  NL: [
    ['NL123456782B12', 'NL1234567'],
    ['12345678', '12345678901234567890', 'KVK 1'],
    ['0106:12345678', '0106:x', '9944:NL123456782B12', '9944:NL1'],
  ],
  DE: [['DE136695976'], ['HRB 1'], ['9930:DE136695976', '0204:991-1-06']],
  DK: [
    ['DK13585628'],
    ['13585628', 'DK13585628', 'x'],
    ['0184:DK13585628', '0184:1', '0096:1234567890', '0198:DK13585628'],
  ],
  IS: [['IS00621'], ['4710080280', '1'], ['0196:4710080280']],
  SE: [
    ['SE123456789701', 'SE1'],
    ['5560160680', '5560160681', '55601606', 'x'],
    ['0007:5560160680', '0007:5560160681'],
  ],
  NO: [['NO995525828MVA', 'NO995525828'], ['995525828'], ['0192:995525828', '0192:995525829']],
  IT: [
    ['IT00743110157'],
    ['x'],
    ['0211:IT00743110157', '0211:IT1', '0201:ABC123', '0201:A', '0210:00743110157', '0210:x'],
  ],
  GR: [['EL094259216', 'EL1'], ['x'], ['9933:094259216', '9933:1', '0088:5412345000013']],
  AU: [['AU51824753556'], ['51824753556'], ['0151:51824753556', '0151:1']],
  US: [[], ['12-3456789'], ['0060:123456789']],
};

function anAddress(country_code: string): fc.Arbitrary<Address> {
  const maybe = (...values: string[]) => fc.option(fc.constantFrom(...values), { freq: 6 });
  return fc
    .record({
      street: maybe('Main Street', 'Rue de l’Église & fils'),
      street_number: maybe('12', '3A'),
      box: fc.constantFrom(null, null, '3', 'bus 4'),
      postal_code: maybe('1000'),
      city: maybe('Brussels'),
      region: fc.constantFrom(null, 'Region'),
    })
    .map((address) => ({
      ...address,
      street_number: address.street === null ? null : address.street_number,
      country_code,
    }));
}

function aParty(name: string, country: string): fc.Arbitrary<PartyMembers> {
  const [vats, identifiers, addresses] = COUNTRIES[country] ?? [[], [], []];
  return fc.record({
    name: fc.constant(name),
    vat: fc.option(fc.constantFrom(...(vats.length === 0 ? ['BE0123456749'] : vats)), { freq: 6 }),
    identifier: fc.option(fc.constantFrom(...identifiers), { freq: 2 }),
    electronic_address: fc.option(fc.constantFrom(...addresses), { freq: 8 }),
    address: anAddress(country),
    email: fc.option(fc.constantFrom('a@example.org', 'b@localhost'), { freq: 3 }),
  });
}

/** Company and relation, in half of the cases of one country, since some rules apply to domestic documents. */
const PARTIES = fc
  .tuple(
    fc.constantFrom('BE', 'BE', 'BE', 'BE', ...Object.keys(COUNTRIES)),
    fc.constantFrom('BE', 'BE', 'BE', 'BE', ...Object.keys(COUNTRIES)),
    fc.boolean(),
  )
  .chain(([country, another, is_inland]) =>
    fc.record({
      company: aParty('Our company', country),
      relation: aParty('Our relation', is_inland ? country : another),
    }),
  );

function aNumber(integers: number, decimals: number): fc.Arbitrary<string> {
  return fc
    .tuple(fc.nat(10 ** integers), fc.nat(10 ** decimals - 1), fc.nat(decimals))
    .map(
      ([whole, part, places]) => `${whole}.${String(part).padStart(decimals, '0').slice(0, places) || '0'}`,
    );
}

const VAT: fc.Arbitrary<
  Pick<LineInput, 'vat_rate' | 'vat_category' | 'vat_exemption_reason' | 'vat_exemption_code'>
> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom('21', '12', '6', '25', '0.4', '5.55').map((vat_rate) => ({ vat_rate })),
  },
  fc
    .constantFrom('Z', 'AE', 'K', 'G')
    .map((vat_category) => ({ vat_rate: '0', vat_category: vat_category as 'Z' })),
  fc.record({
    vat_rate: fc.constant('0'),
    vat_category: fc.constant('E' as const),
    vat_exemption_reason: fc.constantFrom(null, 'Article 44', 'Small enterprise'),
    vat_exemption_code: fc.constantFrom(null, 'VATEX-EU-132', 'VATEX-EU-D'),
  }),
  fc.constant({ vat_rate: '0', vat_category: 'O' as const }),
);

function aLine(vat: fc.Arbitrary<object>): fc.Arbitrary<LineInput> {
  return fc
    .tuple(
      fc.record({
        name: fc.constantFrom('Work', 'A <b> & "c"', 'Bücher – 本'),
        description: fc.constantFrom(null, 'Two\nlines'),
        quantity: fc
          .tuple(fc.constantFrom('', '', '', '', '', '', '-'), aNumber(3, 6))
          .map(([sign, size]) => (/[1-9]/.test(size) ? sign + size : '1')),
        unit: fc.constantFrom(null, 'HUR', 'KGM'),
        unit_price: aNumber(4, 6),
        item_reference: fc.constantFrom(null, 'X-1'),
        order_line_reference: fc.constantFrom(null, '10'),
      }),
      vat,
      fc.oneof(
        fc.constant({}),
        aNumber(1, 2).map((discount_percent) => ({ discount_percent })),
        fc.constantFrom('0', '1', '2').map((discount_amount) => ({ discount_amount })),
      ),
    )
    .map(([line, rate, discount]) => ({ ...line, ...rate, ...discount }) as LineInput);
}

/** Lines of many rates and categories, or of one. */
const LINES = fc.oneof(
  fc.array(aLine(VAT), { minLength: 1, maxLength: 5 }),
  VAT.chain((vat) => fc.array(aLine(fc.constant(vat)), { minLength: 1, maxLength: 4 })),
);

const ENTRY: fc.Arbitrary<AllowanceChargeInput> = fc
  .tuple(
    fc.constantFrom('allowance', 'charge'),
    fc.oneof(
      aNumber(1, 2).map((percent) => ({ percent })),
      fc.integer({ min: 1, max: 2000 }).map((amount) => ({ amount: String(amount) })),
    ),
  )
  .map(([kind, value]) => ({ kind: kind as 'charge', reason: 'Because', ...value }));

/** What a document may be made of, as far as the rules of the network look at it; creation refuses some of it. */
export const ANY_DOCUMENT: fc.Arbitrary<DocumentMembers> = fc
  .record({
    type: fc.constantFrom(...TRANSPORTED_TYPES),
    lines: LINES,
    allowance_charges: fc.array(ENTRY, { maxLength: 3 }),
    currency: fc.constantFrom(...'EUR EUR EUR EUR EUR EUR EUR USD USD JPY JPY KWD'.split(' ')),
    exchange_rate: fc.constantFrom(null, '0.923456'),
    paid_amount: fc.constantFrom(null, null, '0', '5'),
    note: fc.constantFrom(
      null,
      'Thank you',
      'See #AAI# here',
      '#12#',
      '# #1x2',
      '#a b c#',
      'Order #123#, thanks',
    ),
    buyer_reference: fc.constantFrom(null, 'B-1'),
    order_reference: fc.constantFrom(null, 'PO-1'),
    payment_reference: fc.constantFrom(null, '+++012/3456/78939+++', 'free text'),
    due_date: fc.constantFrom(null, '2026-08-15'),
    delivery_date: fc.constantFrom(null, '2026-06-30'),
    period_start: fc.constantFrom(null, '2026-06-01'),
    period_end: fc.constantFrom(null, '2026-06-30'),
    delivery_location: fc.option(
      fc.record({
        name: fc.constantFrom('Warehouse', null),
        identifier: fc.constant('5412345000013'),
        identifier_scheme: fc.constantFrom('0088', '0088', '0088', '9925'),
        address: fc.constantFrom('BE', 'NL', 'US', 'DE').chain(anAddress),
      }),
    ),
    bank_account: fc.option(
      fc.record({ reference: fc.constant('BE68539007547034'), bic: fc.constantFrom(null, 'KREDBEBB') }),
      { freq: 4 },
    ),
    parties: PARTIES,
    company_address: fc.option(fc.constant(true), { freq: 8 }),
    company_contact: fc.record({
      phone: fc.constantFrom(null, '+49 89 123456', '12'),
      website: fc.constantFrom(null, 'https://company.example'),
      contact_name: fc.constantFrom(null, 'Accounts & co'),
      legal_information: fc.constantFrom(null, 'GmbH, Amtsgericht München, HRB 12345'),
    }),
    relation_phone: fc.constantFrom(null, '+32 2 123 45 67', '12'),
    relation_iban: fc.constantFrom(null, 'BE62510007547061'),
    preceding: fc.option(fc.constant({ number: 'F-1', issue_date: null })),
  })
  .map(
    ({
      parties,
      company_address,
      company_contact,
      relation_phone,
      relation_iban,
      preceding,
      delivery_location,
      ...members
    }) => ({
      ...members,
      ...(delivery_location === null ? {} : { delivery_location }),
      company: {
        ...parties.company,
        ...company_contact,
        ...(company_address === null ? { address: null } : {}),
      },
      relation: { ...parties.relation, phone: relation_phone, iban: relation_iban },
      ...(members.type.endsWith('credit_note') ? { preceding_document: preceding } : {}),
    }),
  );
