import { NORDIC_RULES } from '../../../../src/domain/e-invoicing/rules/nordic-rules';
import { BRUSSELS, type DocumentMembers } from '../../../support/documents';
import { addressIn, violationsOf, DANISH, ICELANDIC, LINE, SWEDISH } from './violations';

const CVR = 'a CVR number as its identifier';
const KENNITALA = 'a kennitala (10 digits) as its identifier';
const SWEDISH_VAT = 'a VAT number of SE and twelve digits';
const SWEDISH_NUMBER = 'an organisation number of ten digits as its identifier';
const NORWEGIAN = { address: addressIn('NO'), vat: 'NO995525828MVA' };

const seller = (member: string, what: string) =>
  `/seller/${member} The company, as the seller, needs ${what}.`;
const buyer = (what: string) => `/relation_id The relation, as the buyer, needs ${what}.`;
const without = (country: string, ...members: string[]) =>
  addressIn(country, Object.fromEntries(members.map((member) => [member, null])));

const IN_DENMARK: DocumentMembers = { company: DANISH, relation: DANISH };
const IN_ICELAND: DocumentMembers = { company: ICELANDIC, relation: ICELANDIC };
const FROM_SWEDEN: DocumentMembers = { company: SWEDISH, lines: [{ ...LINE, vat_rate: '25' }] };
const FROM_NORWAY: DocumentMembers = { company: NORWEGIAN };
const swedish = (changes: DocumentMembers['company']): DocumentMembers => ({
  ...FROM_SWEDEN,
  company: { ...SWEDISH, ...changes },
});
const norwegian = (vat: string | null): DocumentMembers => ({ company: { ...NORWEGIAN, vat } });

type Row = readonly [rule: string, what: string, members: DocumentMembers, expected: string[]];

const ROWS: readonly Row[] = [
  ['DK-R-002', 'no identifier', { company: { ...DANISH, identifier: null } }, [seller('identifier', CVR)]],
  [
    'DK-R-014',
    'another identifier',
    { company: { ...DANISH, identifier: 'x' } },
    [seller('identifier', CVR)],
  ],
  ['DK-R-014', 'no identifier', { company: { ...DANISH, identifier: null } }, []],
  [
    'DK-R-017',
    'a buyer with another one',
    { ...IN_DENMARK, relation: { ...DANISH, identifier: 'x' } },
    [buyer(CVR)],
  ],
  ['DK-R-017', 'a buyer without one', { ...IN_DENMARK, relation: { ...DANISH, identifier: null } }, []],
  [
    'DK-R-017',
    'a foreign buyer',
    { company: DANISH, relation: { identifier: 'x', address: addressIn('NL') } },
    [],
  ],

  [
    'IS-R-002',
    'no identifier',
    { company: { ...ICELANDIC, identifier: null } },
    [seller('identifier', KENNITALA)],
  ],
  [
    'IS-R-002',
    'another one',
    { company: { ...ICELANDIC, identifier: 'x' } },
    [seller('identifier', KENNITALA)],
  ],
  [
    'IS-R-003',
    'an address of the country alone',
    { company: { ...ICELANDIC, address: without('IS', 'street', 'street_number', 'postal_code', 'city') } },
    [
      seller('address/street', 'a street in its address'),
      seller('address/postal_code', 'a postal code in its address'),
    ],
  ],
  ['IS-R-003', 'no city', { company: { ...ICELANDIC, address: without('IS', 'city') } }, []],
  [
    'IS-R-004',
    'a buyer without an identifier',
    { ...IN_ICELAND, relation: { ...ICELANDIC, identifier: null } },
    [buyer(KENNITALA)],
  ],
  ['IS-R-004', 'a foreign buyer', { company: ICELANDIC }, []],
  [
    'IS-R-005',
    'a buyer without a postal code',
    { ...IN_ICELAND, relation: { ...ICELANDIC, address: without('IS', 'postal_code') } },
    [buyer('a postal code in its address')],
  ],
  [
    'IS-R-005',
    'a foreign buyer',
    { company: ICELANDIC, relation: { address: without('NL', 'street', 'street_number') } },
    [],
  ],

  ...['NO995525828', 'NO995525829MVA', 'NO99552582MVA', 'NO995525828MVAx'].map((vat): Row => [
    'NO-R-001',
    vat,
    norwegian(vat),
    [seller('vat', 'a VAT number of the form NO123456785MVA')],
  ]),
  ['NO-R-001', 'no VAT number', norwegian(null), []],
  ['NO-R-001', 'a VAT number of another country', norwegian('BE0123456749'), []],
  [
    'NO-R-002',
    'any document',
    FROM_NORWAY,
    [
      '/note A Norwegian seller that is registered in Foretaksregisteret must state this: add it to the note.',
    ],
  ],

  [
    'SE-R-001',
    'a VAT number of another length',
    swedish({ vat: 'SE12345678970' }),
    [seller('vat', SWEDISH_VAT)],
  ],
  ['SE-R-001', 'one of another country', swedish({ vat: 'BE0123456749' }), []],
  ['SE-R-001', 'none', swedish({ vat: null }), []],
  ['SE-R-002', 'a letter in it', swedish({ vat: 'SE12345678970X' }), [seller('vat', SWEDISH_VAT)]],
  ['SE-R-002', 'a letter at its start', swedish({ vat: 'SEX23456789701' }), [seller('vat', SWEDISH_VAT)]],
  ['SE-R-002', 'a letter behind its twelve digits', swedish({ vat: 'SE123456789701X' }), []],
  ['SE-R-002', 'letters in one of another country', swedish({ vat: 'NL123456782B12' }), []],
  ['SE-R-002', 'none', swedish({ vat: null }), []],
  [
    'SE-R-003',
    'a letter in the identifier',
    swedish({ identifier: '556016068X' }),
    [seller('identifier', SWEDISH_NUMBER)],
  ],
  [
    'SE-R-003',
    'a letter before it',
    swedish({ identifier: 'X556016068' }),
    [seller('identifier', SWEDISH_NUMBER)],
  ],
  ['SE-R-003', 'no identifier', swedish({ identifier: null }), []],
  [
    'SE-R-004',
    'a short identifier',
    swedish({ identifier: '556016068' }),
    [seller('identifier', SWEDISH_NUMBER)],
  ],
  ['SE-R-004', 'no identifier', swedish({ identifier: null }), []],
  [
    'SE-R-013',
    'a wrong check digit',
    swedish({ identifier: '5560160681' }),
    [seller('identifier', SWEDISH_NUMBER)],
  ],
  ['SE-R-013', 'no identifier', swedish({ identifier: null }), []],
  [
    'SE-R-006',
    'another rate',
    { ...FROM_SWEDEN, lines: [{ ...LINE, vat_rate: '25' }, LINE] },
    ['/lines/1/vat_rate The VAT rate of a Swedish seller must be 25, 12 or 6.'],
  ],
  ...['25', '12', '6'].map((vat_rate): Row => [
    'SE-R-006',
    `the rate of ${vat_rate}`,
    { ...FROM_SWEDEN, lines: [{ ...LINE, vat_rate }] },
    [],
  ]),
  ['SE-R-006', 'a rate of 0', { ...FROM_SWEDEN, lines: [{ ...LINE, vat_rate: '0', vat_category: 'E' }] }, []],
  [
    'SE-R-006',
    'another rate under a VAT number of another country',
    { ...swedish({ vat: 'BE0123456749' }), lines: [LINE] },
    [],
  ],
];

describe('A Nordic rule', () => {
  test.each(NORDIC_RULES.map(({ rule }) => rule).filter((rule) => rule !== 'NO-R-002'))(
    'lets a complete document pass: %s',
    (rule) => {
      for (const members of [IN_DENMARK, IN_ICELAND, FROM_SWEDEN, FROM_NORWAY]) {
        expect(violationsOf(rule, members)).toEqual([]);
      }
    },
  );

  test.each(ROWS)('%s, %s', (rule, _, members, expected) => {
    expect(violationsOf(rule, members)).toEqual(expected);
    // It is about a seller of that country.
    const vat = members.company?.vat?.startsWith('NO') ? 'BE0123456749' : members.company?.vat;
    const belgian = { ...members.company, address: BRUSSELS, vat: vat ?? 'BE0123456749' };
    expect(violationsOf(rule, { ...members, company: belgian })).toEqual([]);
  });

  test('does not apply to a self-billed document of a seller of that country', () => {
    const own_bill = { type: 'purchase_invoice', relation: { ...DANISH, identifier: 'x' } } as const;
    expect(violationsOf('DK-R-014', own_bill)).toEqual([]);
    expect(violationsOf('NO-R-002', { type: 'purchase_invoice', relation: NORWEGIAN })).toEqual([]);
  });

  test('about a Norwegian seller depends on its VAT number, then on its address', () => {
    const told = (company: DocumentMembers['company']) =>
      violationsOf('NO-R-002', { company: company ?? {} }).length;
    expect(told({ vat: 'NO995525828MVA', address: BRUSSELS })).toBe(1);
    expect(told({ vat: null, address: addressIn('NO') })).toBe(1);
    expect(told({ vat: 'BE0123456749', address: addressIn('NO') })).toBe(0);
  });

  test('is fatal, except for the note about Foretaksregisteret', () => {
    const warnings = NORDIC_RULES.filter(({ severity }) => severity !== 'fatal').map(({ rule }) => rule);
    expect(warnings).toEqual(['NO-R-002']);
  });
});
