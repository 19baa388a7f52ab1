import { networkFaults } from '../../../../src/domain/e-invoicing/rules/network-faults';
import { GREEK_RULES } from '../../../../src/domain/e-invoicing/rules/greek-rules';
import { aDocument, BRUSSELS, type DocumentMembers } from '../../../support/documents';
import { addressIn, violationsOf, GREEK } from './violations';

const NUMBER = '094259216|01/07/2026|0|1.1|A|1';
const BUYER = { ...GREEK, name: 'Αγοραστής' };
const INLAND: DocumentMembers = { company: GREEK, relation: BUYER, number: NUMBER };
const VAT = 'needs a VAT number of EL and nine digits.';
const ENDPOINT = 'needs its tax number under scheme 9933 as its electronic address.';

describe('The number of a Greek document', () => {
  const REQUIREMENTS = {
    1: 'have six parts, separated by |',
    2: "begin with the seller's VAT number without EL",
    3: 'have the issue date, such as 31/12/2026, as its second part',
    4: 'have a whole number as its third part',
    5: 'have a Greek document type as its fourth part',
    6: 'have a fifth part',
    7: 'have a sixth part',
  } as const;
  const broken = (number: string, company: object = {}) =>
    ([1, 2, 3, 4, 5, 6, 7] as const).filter((part) => {
      const found = violationsOf(`GR-R-001-${part}`, { number, company: { ...GREEK, ...company } });
      if (found.length > 0) {
        expect(found).toEqual([
          `/journal_id The number of a Greek seller's document must ${REQUIREMENTS[part]}.`,
        ]);
      }
      return found.length > 0;
    });

  test.each<[string, number[]]>([
    [NUMBER, []],
    ['094259216|01/07/2026|12|5.2|B|x', []],
    ['094259216|01/07/2026|0|1.1|A', [1, 7]],
    ['094259216|01/07/2026|0|1.1|A|1|2', [1]],
    ['094259217|01/07/2026|0|1.1|A|1', [2]],
    ['000000000|01/07/2026|0|1.1|A|1', [2]],
    ['09425921|01/07/2026|0|1.1|A|1', [2]],
    ['094259216 |01/07/2026|0|1.1|A|1', [2]],
    ['0942592160|01/07/2026|0|1.1|A|1', [2]],
    ['094259216|2026-07-01|0|1.1|A|1', [3]],
    ['094259216|02/07/2026|0|1.1|A|1', [3]],
    ['094259216|01/07/2026|x|1.1|A|1', [4]],
    ['094259216|01/07/2026|1x|1.1|A|1', [4]],
    ['094259216|01/07/2026|x1|1.1|A|1', [4]],
    ['094259216|01/07/2026||1.1|A|1', [4]],
    ['094259216|01/07/2026|0|9.9|A|1', [5]],
    ['094259216|01/07/2026|0|1.1||1', [6]],
    ['094259216|01/07/2026|0|1.1|A|', [7]],
    ['', [1, 2, 3, 4, 5, 6, 7]],
  ])('%s violates the rules of its parts %p', (number, parts) => {
    expect(broken(number)).toEqual(parts);
  });

  test.each(['1.1', '1.6', '2.1', '2.4', '5.1', '5.2'])('can be of the type %s', (type) => {
    expect(broken(`094259216|01/07/2026|0|${type}|A|1`)).toEqual([]);
  });

  test('begins with the tax number of its seller', () => {
    // Another valid tax number; an invalid one that is the seller's own; none.
    expect(broken('094259070|01/07/2026|0|1.1|A|1')).toEqual([2]);
    expect(broken('094259217|01/07/2026|0|1.1|A|1', { vat: 'EL094259217' })).toEqual([2]);
    expect(broken(NUMBER, { vat: null })).toEqual([2]);
  });

  test('is not checked before the document has one', () => {
    const rules = networkFaults({ ...aDocument({ company: GREEK }), number: null }).map(({ rule }) => rule);
    expect(rules.filter((rule) => rule.startsWith('GR-R-001'))).toEqual([]);
  });

  test('is not required in other countries', () => {
    for (const part of [1, 2, 3, 4, 5, 6, 7]) expect(violationsOf(`GR-R-001-${part}`, {})).toEqual([]);
  });
});

type Row = readonly [rule: string, what: string, members: DocumentMembers, expected: string[]];

const seller = (changes: object): DocumentMembers => ({ ...INLAND, company: { ...GREEK, ...changes } });
const buyer = (changes: object): DocumentMembers => ({ ...INLAND, relation: { ...BUYER, ...changes } });
const of_seller = (member: string, needs: string) => [
  `/seller/${member} The company, as the seller, ${needs}`,
];
const of_buyer = (needs: string) => [`/relation_id The relation, as the buyer, ${needs}`];

const ROWS: readonly Row[] = [
  ['GR-R-003', 'a wrong check digit', seller({ vat: 'EL094259217' }), of_seller('vat', VAT)],
  ['GR-R-003', 'eight digits', seller({ vat: 'EL09425921' }), of_seller('vat', VAT)],
  ['GR-R-003', 'a number whose check digit is 10, written 0', seller({ vat: 'EL094259070' }), []],
  ['GR-R-003', 'no VAT number', seller({ vat: null }), []],
  ['GR-R-003', 'a VAT number of another country', seller({ vat: 'BE0123456749' }), []],
  ['GR-S-011', 'no VAT number', seller({ vat: null }), of_seller('vat', VAT)],
  ['GR-S-011', 'a wrong check digit', seller({ vat: 'EL094259217' }), of_seller('vat', VAT)],
  [
    'GR-R-004-1',
    'any document',
    INLAND,
    [
      "/seller/address A Greek seller's document must have a MARK of the tax authority, which this service cannot obtain.",
    ],
  ],
  ['GR-R-004-1', 'a seller that sits elsewhere', seller({ address: BRUSSELS }), []],
  [
    'GR-S-008-1',
    'any document',
    INLAND,
    [
      "/seller/address A Greek seller's document must have a verification URL of the tax authority, which this service cannot obtain.",
    ],
  ],
  ['GR-S-008-1', 'a seller that sits elsewhere', seller({ address: BRUSSELS }), []],
  [
    'GR-R-009',
    'another scheme',
    seller({ electronic_address: '0088:094259216' }),
    of_seller('electronic_address', ENDPOINT),
  ],
  [
    'GR-R-009',
    'a wrong tax number',
    seller({ electronic_address: '9933:094259217' }),
    of_seller('electronic_address', ENDPOINT),
  ],
  [
    'GR-R-009',
    'letters',
    seller({ electronic_address: '9933:x094259216' }),
    of_seller('electronic_address', ENDPOINT),
  ],
  ['GR-R-009', 'no electronic address', seller({ electronic_address: null }), []],
  ['GR-R-006', 'no VAT number of a buyer in Greece', buyer({ vat: null }), of_buyer(VAT)],
  ['GR-R-006', 'a wrong one', buyer({ vat: 'EL094259217' }), of_buyer(VAT)],
  ['GR-R-006', 'a buyer elsewhere', buyer({ vat: null, address: BRUSSELS }), []],
  [
    'GR-R-010',
    'another scheme of a buyer in Greece',
    buyer({ electronic_address: '0088:1' }),
    of_buyer(ENDPOINT),
  ],
  ['GR-R-010', 'no electronic address', buyer({ electronic_address: null }), []],
  [
    'GR-R-010',
    'a buyer elsewhere',
    buyer({ electronic_address: '0088:1', vat: null, address: BRUSSELS }),
    [],
  ],
];

describe('A rule of Greece', () => {
  test.each(
    GREEK_RULES.map(({ rule }) => rule).filter((rule) => !['GR-R-004-1', 'GR-S-008-1'].includes(rule)),
  )('accepts a complete document: %s', (rule) => {
    expect(violationsOf(rule, INLAND)).toEqual([]);
  });

  test.each(ROWS)('%s, %s', (rule, _, members, expected) => {
    expect(violationsOf(rule, members)).toEqual(expected);
    const belgian = { ...members.company, vat: 'BE0123456749', address: BRUSSELS };
    expect(violationsOf(rule, { ...members, company: belgian })).toEqual([]);
  });

  test('does not apply to a self-billed document', () => {
    const own_bill = {
      type: 'purchase_invoice',
      company: { address: addressIn('GR'), vat: 'EL1' },
      relation: GREEK,
    } as const;
    expect(GREEK_RULES.flatMap(({ rule }) => violationsOf(rule, own_bill))).toEqual([]);
  });

  test('is fatal, except for two rules', () => {
    const warnings = GREEK_RULES.filter(({ severity }) => severity !== 'fatal').map(({ rule }) => rule);
    expect(warnings).toEqual(['GR-S-011', 'GR-S-008-1']);
  });
});
