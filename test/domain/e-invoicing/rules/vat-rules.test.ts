import type { Company } from '../../../../src/domain/master-data/company';
import { VAT_RULES } from '../../../../src/domain/e-invoicing/rules/vat-rules';
import type { DocumentMembers } from '../../../support/documents';
import { addressIn, violationsOf, DUTCH, LINE, lineOf } from './violations';

type Category = 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G';

const DUTCH_BUYER = { ...DUTCH, name: 'Afnemer' };
const AMERICAN = { address: addressIn('US'), vat: null, identifier: null, electronic_address: '0060:1' };
const US_LOCATION = { address: { country_code: 'US' } };

/** A document in the category, which its parties allow. */
const IN: Readonly<Record<Category, DocumentMembers>> = {
  S: { lines: [LINE] },
  Z: { lines: [lineOf('Z')] },
  E: { lines: [lineOf('E')] },
  AE: { lines: [lineOf('AE')] },
  K: { lines: [lineOf('K')], relation: DUTCH_BUYER },
  G: { lines: [lineOf('G')], relation: AMERICAN },
};
const allowance = { kind: 'allowance', amount: '1', reason: 'R' } as const;
const charge = { kind: 'charge', amount: '1', reason: 'R' } as const;

describe('The parties of a document in a VAT category', () => {
  const PREFIXES: readonly (readonly [Category, string])[] = [
    ['S', 'BR-S'],
    ['Z', 'BR-Z'],
    ['E', 'BR-E'],
    ['AE', 'BR-AE'],
    ['K', 'BR-IC'],
    ['G', 'BR-G'],
  ];
  /** A company without a VAT number, which has another one in its place. */
  const company = { vat: null };

  test.each(PREFIXES)('%s need a VAT number of the seller: %s-02, -03 and -04', (category, prefix) => {
    const needs = `/seller/vat The company, as the seller, needs a VAT number for VAT category ${category}.`;
    const told = (members: DocumentMembers) =>
      ['02', '03', '04'].map((number) =>
        violationsOf(`${prefix}-${number}`, { ...IN[category], ...members }),
      );

    expect(told({})).toEqual([[], [], []]);
    expect(told({ company })).toEqual([[needs], [], []]);
    expect(told({ company, allowance_charges: [allowance] })).toEqual([[needs], [needs], []]);
    expect(told({ company, allowance_charges: [charge] })).toEqual([[needs], [], [needs]]);
  });

  test.each(PREFIXES)('%s do not need one by the rules of another category', (category) => {
    const others = PREFIXES.filter(([other]) => other !== category).flatMap(([, prefix]) =>
      ['02', '03', '04'].flatMap((number) =>
        violationsOf(`${prefix}-${number}`, {
          ...IN[category],
          company,
          allowance_charges: [allowance, charge],
        }),
      ),
    );
    expect(others).toEqual([]);
  });

  test('need it for a category of any of the lines', () => {
    const lines = [lineOf('Z'), LINE];
    expect(violationsOf('BR-S-02', { company, lines })).toHaveLength(1);
    expect(violationsOf('BR-Z-02', { company, lines })).toHaveLength(1);
  });

  test('AE need a VAT number or an identifier of the buyer', () => {
    const bill = { type: 'purchase_invoice', lines: [lineOf('AE')] } as const;
    const told = (changes: Partial<Company>) => violationsOf('BR-AE-02', { ...bill, company: changes });
    expect(told({})).toEqual([]);
    expect(told({ vat: null, identifier: '0123.456.749' })).toEqual([]);
    expect(told({ vat: null })).toEqual([
      '/buyer/vat The company, as the buyer, needs a VAT number or an identifier for VAT category AE.',
    ]);
  });

  test('K need a VAT number of the buyer; an identifier is not sufficient', () => {
    const company_of = (changes: Partial<Company>): DocumentMembers => ({
      type: 'purchase_invoice',
      lines: [lineOf('K')],
      relation: DUTCH_BUYER,
      company: changes,
    });
    expect(violationsOf('BR-IC-02', company_of({}))).toEqual([]);
    expect(violationsOf('BR-IC-02', company_of({ vat: null, identifier: '0123.456.749' }))).toEqual([
      '/buyer/vat The company, as the buyer, needs a VAT number for VAT category K.',
    ]);
  });

  test.each(['S', 'Z', 'E', 'G'] as const)('%s need nothing of the buyer', (category) => {
    const prefix = `BR-${category}-02`;
    const relation = category === 'G' ? AMERICAN : { vat: null, identifier: null };
    expect(violationsOf(prefix, { ...IN[category], relation })).toEqual([]);
  });
});

describe('The reason for an exemption', () => {
  test('is needed in category E, a text or a code', () => {
    const lines = [LINE, lineOf('E')];
    expect(violationsOf('BR-E-10', { lines })).toEqual([
      '/lines/1/vat_exemption_reason VAT category E needs a vat_exemption_reason or a vat_exemption_code.',
    ]);
    expect(
      violationsOf('BR-E-10', { lines: [{ ...lines[1]!, vat_exemption_reason: 'Article 44' }] }),
    ).toEqual([]);
    expect(
      violationsOf('BR-E-10', { lines: [{ ...lines[1]!, vat_exemption_code: 'VATEX-EU-132' }] }),
    ).toEqual([]);
  });

  test('is needed by the lines of that category alone', () => {
    expect(violationsOf('BR-E-10', { lines: [lineOf('E')] })).toHaveLength(1);
    expect(violationsOf('BR-E-10', { lines: [LINE] })).toEqual([]);
  });

  test('is required once for each category that needs one', () => {
    const rules = VAT_RULES.map(({ rule }) => rule).filter((rule) => /-10$/.test(rule));
    expect(rules).toEqual(['BR-E-10', 'BR-AE-10', 'BR-IC-10', 'BR-G-10', 'BR-O-10']);
  });

  test.each([
    ['BR-AE-10', IN.AE],
    ['BR-IC-10', IN.K],
    ['BR-G-10', IN.G],
    ['BR-O-10', { lines: [lineOf('O')] }],
  ])('is present by default: %s', (rule, members) => {
    expect(violationsOf(rule, members)).toEqual([]);
  });
});

describe('An intra-Community supply', () => {
  test.each<[string, DocumentMembers, boolean]>([
    ['without any date', {}, true],
    ['with a delivery date', { delivery_date: '2026-06-30' }, false],
    ['with the start of a period', { period_start: '2026-06-01' }, false],
    ['with the end of a period', { period_end: '2026-06-30' }, false],
    ['that is none', { lines: [LINE] }, false],
  ])('needs a date, BR-IC-11: %s', (_, members, is_refused) => {
    const message =
      '/delivery_date An intra-Community supply (category K) needs a delivery_date or a period.';
    expect(violationsOf('BR-IC-11', { ...IN.K, ...members })).toEqual(is_refused ? [message] : []);
  });

  test.each<[string, DocumentMembers, boolean]>([
    ['without one', {}, true],
    ['with one', { delivery_location: { address: { country_code: 'NL' } } }, false],
    ['that is none', { lines: [LINE] }, false],
  ])('needs a delivery location, BR-IC-12: %s', (_, members, is_refused) => {
    const message =
      '/delivery_location_id An intra-Community supply (category K) needs a delivery location, which states the country of delivery.';
    expect(violationsOf('BR-IC-12', { ...IN.K, ...members })).toEqual(is_refused ? [message] : []);
  });

  test('is not an export, which needs neither', () => {
    const members = { ...IN.G, delivery_location: US_LOCATION };
    expect([...violationsOf('BR-IC-11', members), ...violationsOf('BR-IC-12', IN.G)]).toEqual([]);
  });
});

describe('A line outside the scope of VAT', () => {
  const OWN_DOCUMENT =
    'Category O (not subject to VAT) must not be used in a document that states VAT numbers: create a separate document for it.';
  const NOT_SHARED =
    'Category O (not subject to VAT) must not be combined with another category in one document.';
  const mixed = (
    ...allowance_charges: NonNullable<DocumentMembers['allowance_charges']>
  ): DocumentMembers => ({
    lines: [LINE, lineOf('O'), lineOf('O')],
    allowance_charges,
  });
  const alone = (
    ...allowance_charges: NonNullable<DocumentMembers['allowance_charges']>
  ): DocumentMembers => ({
    lines: [lineOf('O')],
    allowance_charges,
  });

  test.each<[string, DocumentMembers, string[]]>([
    ['BR-O-02', mixed(), [`/lines/1/vat_category ${OWN_DOCUMENT}`, `/lines/2/vat_category ${OWN_DOCUMENT}`]],
    ['BR-O-03', mixed(charge, allowance), [`/allowance_charges/1 ${OWN_DOCUMENT}`]],
    ['BR-O-04', mixed(charge, allowance), [`/allowance_charges/0 ${OWN_DOCUMENT}`]],
    ['BR-O-11', mixed(), [`/lines ${NOT_SHARED}`]],
    ['BR-O-12', mixed(), [`/lines/0/vat_category ${NOT_SHARED}`]],
    ['BR-O-13', mixed(charge, allowance), [`/allowance_charges/1 ${NOT_SHARED}`]],
    ['BR-O-14', mixed(charge, allowance), [`/allowance_charges/0 ${NOT_SHARED}`]],
  ])('cannot be in a document with: %s', (rule, members, expected) => {
    expect(violationsOf(rule, members)).toEqual(expected);
    expect(violationsOf(rule, alone(charge, allowance))).toEqual([]);
    expect(
      violationsOf(rule, { lines: [LINE, lineOf('Z')], allowance_charges: [charge, allowance] }),
    ).toEqual([]);
  });

  test('excludes a VAT number of either party', () => {
    const told = (members: DocumentMembers) => violationsOf('BR-O-02', { ...mixed(), ...members }).length;
    expect(told({ company: { vat: null } })).toBe(2);
    expect(told({ relation: { vat: null } })).toBe(2);
    expect(told({ company: { vat: null }, relation: { vat: null } })).toBe(0);
    expect(
      violationsOf('BR-O-03', { ...mixed(allowance), company: { vat: null }, relation: { vat: null } }),
    ).toEqual([]);
    expect(
      violationsOf('BR-O-04', { ...mixed(charge), company: { vat: null }, relation: { vat: null } }),
    ).toEqual([]);
  });

  test('reports an entry once that is spread over several rates', () => {
    const lines = [LINE, { ...LINE, vat_rate: '6' }, lineOf('O')];
    expect(violationsOf('BR-O-13', { lines, allowance_charges: [allowance] })).toHaveLength(1);
  });
});

describe('A rate below 0.5 %', () => {
  const MESSAGE = 'The network rounds a rate below 0.5 % to 0 %: the VAT at this rate must be below 0.50.';
  const line = (vat_rate: string, unit_price: string, quantity = '1') => ({
    ...LINE,
    vat_rate,
    unit_price,
    quantity,
  });

  test.each([
    ['0.49', '100', '1', false], // VAT 0.49
    ['0.49', '102.05', '1', true], // 0.50
    ['0.49', '102.03', '-1', false], // -0.50, which rounds to 0
    ['0.49', '104.09', '-1', true], // -0.51
    ['0.5', '1000', '1', false],
    ['21', '1000', '1', false],
    ['21', '1000', '-1', false],
  ])('BR-CO-17, %s %% of %s × %s: refused %p', (rate, unit_price, quantity, is_refused) => {
    const lines = [line('21', '2000'), line(rate, unit_price, quantity)];
    expect(violationsOf('BR-CO-17', { lines })).toEqual(is_refused ? [`/lines/1/vat_rate ${MESSAGE}`] : []);
  });
});

test('The rules about VAT categories are fatal', () => {
  expect(new Set(VAT_RULES.map(({ severity }) => severity))).toEqual(new Set(['fatal']));
});
