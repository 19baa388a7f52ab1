import { GERMAN_RULES } from '../../../../src/domain/e-invoicing/rules/german-rules';
import { networkFaults } from '../../../../src/domain/e-invoicing/rules/network-faults';
import { aDocument, BRUSSELS, type DocumentMembers } from '../../../support/documents';
import { addressIn, violationsOf, GERMAN, LINE, lineOf } from './violations';

const BUYER = { ...GERMAN, name: 'Käufer' };

/** A document within Germany that breaks no rule. */
const INLAND: DocumentMembers = { company: GERMAN, relation: BUYER, buyer_reference: 'B-1' };

const without = (...members: string[]) =>
  addressIn('DE', Object.fromEntries(members.map((member) => [member, null])));
const seller = (changes: object): DocumentMembers => ({ ...INLAND, company: { ...GERMAN, ...changes } });
const buyer = (changes: object): DocumentMembers => ({ ...INLAND, relation: { ...BUYER, ...changes } });
const deliveredTo = (members: object): DocumentMembers => ({
  ...INLAND,
  delivery_location: { address: { country_code: 'DE', ...members } },
});
const of_seller = (member: string, what: string) =>
  `/seller/${member} The company, as the seller, needs ${what}.`;

type Row = readonly [rule: string, what: string, members: DocumentMembers, expected: string[]];

const ROWS: readonly Row[] = [
  [
    'DE-R-001',
    'nothing about payment',
    { ...INLAND, bank_account: null, payment_reference: null },
    [
      '/journal_id Within Germany a document must state a bank account: add one to the company or the journal.',
    ],
  ],
  [
    'DE-R-015',
    'an order reference alone',
    { company: GERMAN, relation: BUYER, order_reference: 'PO' },
    ['/buyer_reference Within Germany a buyer_reference is required.'],
  ],
  ['DE-R-016', 'no VAT number of the seller', seller({ vat: null }), [of_seller('vat', 'a VAT number')]],
  ['DE-R-016', 'nothing but category O', { ...INLAND, lines: [lineOf('O')] }, []],
  [
    'DE-R-016',
    'category O beside another one',
    { ...seller({ vat: null }), lines: [lineOf('O'), LINE] },
    [of_seller('vat', 'a VAT number')],
  ],
  [
    'DE-R-002',
    'no contact of the seller',
    seller({ phone: null, email: null }),
    [of_seller('phone', 'a phone number and an email address')],
  ],
  [
    'DE-R-003',
    'no city of the seller',
    seller({ address: without('city') }),
    [of_seller('address/city', 'a city in its address')],
  ],
  [
    'DE-R-004',
    'no postal code of the seller',
    seller({ address: without('postal_code') }),
    [of_seller('address/postal_code', 'a postal code in its address')],
  ],
  ['DE-R-006', 'no phone', seller({ phone: null }), [of_seller('phone', 'a phone number')]],
  ['DE-R-006', 'neither phone nor email', seller({ phone: null, email: null }), []],
  ['DE-R-007', 'no email', seller({ email: null }), [of_seller('email', 'an email address')]],
  ['DE-R-007', 'neither phone nor email', seller({ phone: null, email: null }), []],
  ...[null, '12', 'x1y2z'].map((phone): Row => [
    'DE-R-027',
    `the phone ${phone}`,
    seller({ phone }),
    [of_seller('phone', 'a phone number with at least three digits')],
  ]),
  ...['123', '1-2-3', '+49 30'].map((phone): Row => [
    'DE-R-027',
    `the phone ${phone}`,
    seller({ phone }),
    [],
  ]),
  ['DE-R-027', 'neither phone nor email', seller({ phone: null, email: null }), []],
  ...[
    null,
    'a',
    'a@b',
    'a@b.',
    'a@.b',
    '@b.example',
    'a b@c.example',
    'a@b.example c',
    'a@b@c.example',
    'x y@b c.example',
  ].map((email): Row => [
    'DE-R-028',
    `the email ${email}`,
    seller({ email }),
    [of_seller('email', 'an email address with a domain')],
  ]),
  ...['a@b.example', 'a.b@mail.firma.example'].map((email): Row => [
    'DE-R-028',
    `the email ${email}`,
    seller({ email }),
    [],
  ]),
  ['DE-R-028', 'neither phone nor email', seller({ phone: null, email: null }), []],
  [
    'DE-R-008',
    'no city of the buyer',
    buyer({ address: without('city') }),
    ['/relation_id The relation, as the buyer, needs a city in its address.'],
  ],
  [
    'DE-R-009',
    'no postal code of the buyer',
    buyer({ address: without('postal_code') }),
    ['/relation_id The relation, as the buyer, needs a postal code in its address.'],
  ],
  [
    'DE-R-010',
    'a delivery location without a city',
    deliveredTo({ postal_code: '10115' }),
    ['/delivery_location_id The delivery location needs a city in its address.'],
  ],
  [
    'DE-R-011',
    'a delivery location without a postal code',
    deliveredTo({ city: 'Berlin' }),
    ['/delivery_location_id The delivery location needs a postal code in its address.'],
  ],
  ['DE-R-010', 'a delivery location with a city', deliveredTo({ city: 'Berlin' }), []],
  ['DE-R-011', 'a delivery location with a postal code', deliveredTo({ postal_code: '10115' }), []],
  [
    'DE-R-014',
    'category O',
    { ...INLAND, lines: [LINE, lineOf('O')] },
    ['/lines Within Germany VAT category O (not subject to VAT) is not allowed, because it has no rate.'],
  ],
];

describe('A rule of Germany', () => {
  test.each(GERMAN_RULES.map(({ rule }) => rule))('lets a complete document pass: %s', (rule) => {
    expect(violationsOf(rule, INLAND)).toEqual([]);
  });

  test.each(ROWS)('%s, %s', (rule, _, members, expected) => {
    expect(violationsOf(rule, members)).toEqual(expected);
    // It is about documents from a seller there to a buyer there.
    const foreign = (party: object | undefined) => ({ ...party, address: BRUSSELS });
    expect(violationsOf(rule, { ...members, company: foreign(members.company) })).toEqual([]);
    expect(violationsOf(rule, { ...members, relation: foreign(members.relation) })).toEqual([]);
  });

  test('does not apply to a self-billed document', () => {
    const own_bill = {
      type: 'purchase_invoice',
      company: GERMAN,
      relation: { ...BUYER, phone: null },
    } as const;
    expect(violationsOf('DE-R-006', own_bill)).toEqual([]);
  });

  test('refuses two attachments of one name', () => {
    const attachment = (filename: string) => ({ filename, content_type: 'application/pdf' });
    const told = (members: DocumentMembers) =>
      networkFaults(aDocument(members), [attachment('a.pdf'), attachment('b.pdf'), attachment('a.pdf')]);
    expect(told(INLAND)).toEqual([
      {
        rule: 'DE-R-022',
        severity: 'fatal',
        pointer: '/attachments/2',
        message: 'Within Germany two attachments must not have the same name.',
      },
    ]);
    expect(told({})).toEqual([]);
  });

  test('is fatal, except for the formats of phone and email', () => {
    const warnings = GERMAN_RULES.filter(({ severity }) => severity !== 'fatal').map(({ rule }) => rule);
    expect(warnings).toEqual(['DE-R-027', 'DE-R-028']);
  });
});
