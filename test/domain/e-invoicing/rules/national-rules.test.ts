import { NATIONAL_RULES } from '../../../../src/domain/e-invoicing/rules/national-rules';
import { BRUSSELS, type DocumentMembers } from '../../../support/documents';
import { addressIn, violationsOf, DUTCH, LINE } from './violations';

const BUYER = { ...DUTCH, name: 'Afnemer' };
const BELGIAN = { address: BRUSSELS };

/** A document within the Netherlands that breaks no rule. */
const INLAND: DocumentMembers = { company: DUTCH, relation: BUYER };

const FULL = { street: 'a street', city: 'a city', postal_code: 'a postal code' } as const;

describe('The address of an Italian seller', () => {
  const italian = (changes: Partial<typeof BRUSSELS>): DocumentMembers => ({
    company: { vat: 'IT00743110157', address: addressIn('IT', changes) },
  });

  test.each([
    ['IT-R-002', 'street', { street: null, street_number: null }],
    ['IT-R-003', 'city', { city: null }],
    ['IT-R-004', 'postal_code', { postal_code: null }],
  ] as const)('%s: has a %s', (rule, member, without) => {
    const broken = italian(without);
    expect(violationsOf(rule, italian({}))).toEqual([]);
    expect(violationsOf(rule, broken)).toEqual([
      `/seller/address/${member} The company, as the seller, needs ${FULL[member]} in its address.`,
    ]);
    // The country of its VAT number decides, then that of its address.
    expect(violationsOf(rule, { company: { ...broken.company, vat: 'BE0123456749' } })).toEqual([]);
    expect(violationsOf(rule, { company: { ...broken.company, vat: null } })).toHaveLength(1);
    expect(violationsOf(rule, { company: { vat: 'IT00743110157', address: null } })).toHaveLength(1);
    expect(violationsOf(rule, { company: { vat: null, address: null } })).toEqual([]);
  });
});

describe('A document of a Dutch seller', () => {
  const no_account = { bank_account: null, payment_reference: null };
  const with_reference = { bank_account: null, payment_reference: 'R' };
  const ABROAD = { company: DUTCH };
  const KVK = 'a KVK number (8 digits) or an OIN (20 digits) as its identifier, if any';
  const credited = { preceding_document: { number: 'X-1' } };
  const no_city = addressIn('NL', { city: null });
  const nothing = addressIn('NL', {
    street: null,
    street_number: null,
    city: null,
    postal_code: null,
  });
  const HOW_TO_PAY =
    '/journal_id A document of a Dutch seller must state a bank account: add one to the company or the journal.';
  const NO_ACCOUNT =
    '/journal_id A document with a payment reference must state a bank account: add one to the company or the journal.';

  test.each(NATIONAL_RULES.map(({ rule }) => rule))(
    'within the Netherlands that is complete keeps %s',
    (rule) => {
      expect(violationsOf(rule, INLAND)).toEqual([]);
      expect(violationsOf(rule, { ...INLAND, ...credited, type: 'credit_note' })).toEqual([]);
    },
  );

  test.each<[string, string, DocumentMembers, string[]]>([
    [
      'NL-R-001',
      'a credit note that names no invoice',
      { ...ABROAD, type: 'credit_note' },
      ['/preceding_document A credit note of a Dutch seller must refer to the credited invoice.'],
    ],
    ['NL-R-001', 'a credit note that names one', { ...ABROAD, ...credited, type: 'credit_note' }, []],
    ['NL-R-001', 'an invoice', ABROAD, []],
    [
      'NL-R-002',
      'an address without a city',
      { company: { ...DUTCH, address: no_city } },
      ['/seller/address/city The company, as the seller, needs a city in its address.'],
    ],
    [
      'NL-R-002',
      'an address of the country alone',
      { company: { ...DUTCH, address: nothing } },
      [
        '/seller/address/street The company, as the seller, needs a street in its address.',
        '/seller/address/city The company, as the seller, needs a city in its address.',
        '/seller/address/postal_code The company, as the seller, needs a postal code in its address.',
      ],
    ],
    [
      'NL-R-003',
      'another identifier',
      { company: { ...DUTCH, identifier: 'KVK 1' } },
      [`/seller/identifier The company, as the seller, needs ${KVK}.`],
    ],
    ['NL-R-003', 'no identifier', { company: { ...DUTCH, identifier: null } }, []],
    ['NL-R-003', 'an OIN', { company: { ...DUTCH, identifier: '12345678901234567890' } }, []],
    [
      'NL-R-004',
      'a buyer without a city',
      { ...INLAND, relation: { ...BUYER, address: no_city } },
      ['/relation_id The relation, as the buyer, needs a city in its address.'],
    ],
    [
      'NL-R-005',
      'a buyer with another identifier',
      { ...INLAND, relation: { ...BUYER, identifier: 'KVK 1' } },
      [`/relation_id The relation, as the buyer, needs ${KVK}.`],
    ],
    [
      'NL-R-005',
      'a foreign buyer with another identifier',
      { ...ABROAD, relation: { identifier: 'X 1' } },
      [],
    ],
    ['NL-R-007', 'nothing about payment', { ...ABROAD, ...no_account }, [HOW_TO_PAY]],
    ['NL-R-007', 'a payment reference', { ...ABROAD, ...with_reference }, []],
    ['NL-R-007', 'nothing to pay', { ...ABROAD, ...no_account, paid_amount: '121' }, []],
    ['NL-R-007', 'a credit note', { ...ABROAD, ...no_account, type: 'credit_note', ...credited }, []],
    [
      'NL-R-007',
      'a credit note that is paid back',
      { ...ABROAD, ...no_account, type: 'credit_note', ...credited, paid_amount: '121' },
      [],
    ],
    ['NL-R-008', 'a reference without an account', { ...INLAND, ...with_reference }, [NO_ACCOUNT]],
    ['NL-R-008', 'nothing about payment', { ...INLAND, ...no_account }, []],
    ['NL-R-008', 'a foreign buyer', { ...ABROAD, ...with_reference }, []],
    [
      'NL-R-009',
      'references to lines of an order that is not named',
      { ...ABROAD, lines: [LINE, { ...LINE, order_line_reference: '1' }] },
      [
        '/lines/1/order_line_reference A document of a Dutch seller with an order_line_reference must have an order_reference.',
      ],
    ],
    [
      'NL-R-009',
      'references to lines of an order that is named',
      { ...ABROAD, order_reference: 'PO', lines: [{ ...LINE, order_line_reference: '1' }] },
      [],
    ],
  ])('%s, %s', (rule, _, members, expected) => {
    expect(violationsOf(rule, members)).toEqual(expected);
    // The rules apply to sellers in the Netherlands, but not to self-billed documents.
    expect(violationsOf(rule, { ...members, company: { ...members.company, ...BELGIAN } })).toEqual([]);
    const { company: seller, relation: buyer, ...rest } = members;
    const type = members.type === 'credit_note' ? 'purchase_credit_note' : 'purchase_invoice';
    const own_bill = { ...rest, type, company: buyer ?? {}, relation: { name: 'Verkoper', ...seller } };
    expect(violationsOf(rule, own_bill as DocumentMembers)).toEqual([]);
  });
});

test('The rules of Italy and the Netherlands are fatal', () => {
  expect(NATIONAL_RULES.map(({ rule, severity }) => [rule, severity])).toEqual(
    ['IT-R-002', 'IT-R-003', 'IT-R-004']
      .concat([
        'NL-R-001',
        'NL-R-002',
        'NL-R-003',
        'NL-R-004',
        'NL-R-005',
        'NL-R-007',
        'NL-R-008',
        'NL-R-009',
      ])
      .map((rule) => [rule, 'fatal']),
  );
});
