import { networkFaults, NETWORK_RULES } from '../../../../src/domain/e-invoicing/rules/network-faults';
import { BRUSSELS, TRANSPORTED_TYPES, aDocument, type DocumentMembers } from '../../../support/documents';

const LINE = { name: 'Work', quantity: '1', unit_price: '100', vat_rate: '21' };
const EXEMPT = { ...LINE, vat_rate: '0', vat_category: 'E' } as const;
const OUTSIDE_SCOPE = { ...LINE, vat_rate: '0', vat_category: 'O' } as const;
const INTRA_COMMUNITY = { ...LINE, vat_rate: '0', vat_category: 'K' } as const;
const REVERSE_CHARGE = { ...LINE, vat_rate: '0', vat_category: 'AE' } as const;

const address = (country_code: string) => ({ ...BRUSSELS, country_code });
const party = (
  country: string,
  identifier: string | null,
  electronic_address: string,
  vat: string | null = null,
) => ({
  address: address(country),
  identifier,
  electronic_address,
  vat,
});
const DANISH = party('DK', '13585628', '0184:DK13585628', 'DK13585628');
const DUTCH = party('NL', '12345678', '0106:12345678', 'NL123456782B12');
const GERMAN = party('DE', 'HRB 1', '9930:DE136695976', 'DE136695976');
const ICELANDIC = party('IS', '4710080280', '0196:4710080280', 'IS00621');
const SWEDISH = party('SE', '5560160680', '0007:5560160680', 'SE123456789701');
const GREEK = party('GR', null, '9933:094259216', 'EL094259216');
const DUTCH_BUYER = { ...DUTCH, name: 'Afnemer' };

function faults(members: DocumentMembers) {
  return networkFaults(aDocument(members));
}

describe('A document that the network accepts', () => {
  test.each(TRANSPORTED_TYPES)('has no faults: %s', (type) => {
    expect(faults({ type })).toEqual([]);
  });

  test.each([
    ['within Denmark', { company: DANISH, relation: DANISH }],
    ['within the Netherlands', { company: DUTCH, relation: DUTCH_BUYER }],
    ['within Iceland', { company: ICELANDIC, relation: ICELANDIC }],
    ['of a Swedish seller', { company: SWEDISH, lines: [{ ...LINE, vat_rate: '25' }] }],
    ['with a subject code in its note', { note: '#AAI#General information' }],
    ['outside the scope of VAT', { lines: [OUTSIDE_SCOPE] }],
    [
      'of an intra-Community supply',
      {
        relation: DUTCH_BUYER,
        lines: [INTRA_COMMUNITY],
        period_end: '2026-06-30',
        delivery_location: { address: { country_code: 'NL' } },
      },
    ],
  ] as const)('has no faults: %s', (_, members) => {
    expect(faults(members)).toEqual([]);
  });

  test('is not checked when its type is not transported', () => {
    expect(faults({ type: 'quote', company: { electronic_address: null } })).toEqual([]);
  });
});

describe('A rule that a document violates', () => {
  const TABLE: readonly (readonly [rule: string, pointer: string, members: DocumentMembers])[] = [
    ['BR-08', '/seller/address', { company: { address: null } }],
    ['BR-10', '/buyer/address', { type: 'purchase_invoice', company: { address: null } }],
    ['PEPPOL-EN16931-R020', '/seller/electronic_address', { company: { electronic_address: null } }],
    [
      'PEPPOL-EN16931-R020',
      '/relation_id',
      { type: 'purchase_invoice', relation: { electronic_address: null } },
    ],
    ['PEPPOL-EN16931-R010', '/relation_id', { relation: { electronic_address: null } }],
    [
      'PEPPOL-EN16931-R010',
      '/buyer/electronic_address',
      { type: 'purchase_invoice', company: { electronic_address: null } },
    ],
    ['PEPPOL-EN16931-CL008', '/relation_id', { relation: { electronic_address: '0193:1' } }],
    ['BR-CO-26', '/seller/identifier', { company: { vat: null } }],
    ['BR-CO-09', '/relation_id', { relation: { vat: '0876543270' } }],
    ['BR-CL-08', '/note', { note: 'Order #123#' }],
    [
      'BR-CL-26',
      '/delivery_location_id',
      { delivery_location: { identifier: '1', identifier_scheme: '9925' } },
    ],
    ['UBL-DT-01', '/currency', { currency: 'KWD' }],
    [
      'PEPPOL-EN16931-R120',
      '/lines/1/unit_price',
      { currency: 'JPY', lines: [LINE, { ...LINE, unit_price: '100.4' }] },
    ],
    ['BR-CO-17', '/lines/1/vat_rate', { lines: [LINE, { ...LINE, vat_rate: '0.49', unit_price: '1000' }] }],

    ['BR-S-02', '/seller/vat', { company: { vat: null } }],
    ['BR-S-02', '/relation_id', { type: 'purchase_invoice', relation: { vat: null } }],
    [
      'BR-S-03',
      '/seller/vat',
      { company: { vat: null }, allowance_charges: [{ kind: 'allowance', amount: '1', reason: 'R' }] },
    ],
    [
      'BR-S-04',
      '/seller/vat',
      { company: { vat: null }, allowance_charges: [{ kind: 'charge', amount: '1', reason: 'R' }] },
    ],
    [
      'BR-Z-02',
      '/seller/vat',
      { company: { vat: null }, lines: [{ ...LINE, vat_rate: '0', vat_category: 'Z' }] },
    ],
    ['BR-AE-02', '/buyer/vat', { type: 'purchase_invoice', company: { vat: null }, lines: [REVERSE_CHARGE] }],
    ['BR-IC-02', '/seller/vat', { company: { vat: null }, relation: DUTCH_BUYER, lines: [INTRA_COMMUNITY] }],
    ['BR-E-10', '/lines/1/vat_exemption_reason', { lines: [LINE, EXEMPT] }],
    ['BR-IC-11', '/delivery_date', { relation: DUTCH_BUYER, lines: [INTRA_COMMUNITY] }],
    ['BR-IC-12', '/delivery_location_id', { relation: DUTCH_BUYER, lines: [INTRA_COMMUNITY] }],
    ['BR-O-02', '/lines/1/vat_category', { lines: [LINE, OUTSIDE_SCOPE] }],
    ['BR-O-11', '/lines', { lines: [LINE, OUTSIDE_SCOPE] }],
    ['BR-O-12', '/lines/0/vat_category', { lines: [LINE, OUTSIDE_SCOPE] }],
    [
      'BR-O-13',
      '/allowance_charges/0',
      { lines: [LINE, OUTSIDE_SCOPE], allowance_charges: [{ kind: 'allowance', amount: '1', reason: 'R' }] },
    ],
    [
      'BR-O-04',
      '/allowance_charges/0',
      { lines: [LINE, OUTSIDE_SCOPE], allowance_charges: [{ kind: 'charge', amount: '1', reason: 'R' }] },
    ],

    ['PEPPOL-COMMON-R040', '/relation_id', { relation: { electronic_address: '0088:5412345000014' } }],
    ['PEPPOL-COMMON-R041', '/relation_id', { relation: { electronic_address: '0192:995525829' } }],
    ['PEPPOL-COMMON-R042', '/relation_id', { relation: { electronic_address: '0184:1' } }],
    ['PEPPOL-COMMON-R043', '/relation_id', { relation: { electronic_address: '0208:0123456748' } }],
    ['PEPPOL-COMMON-R049', '/relation_id', { relation: { electronic_address: '0007:5560160681' } }],
    ['PEPPOL-COMMON-R050', '/relation_id', { relation: { electronic_address: '0151:51824753557' } }],
    ['PEPPOL-COMMON-R052', '/relation_id', { relation: { electronic_address: '0096:1' } }],
    ['PEPPOL-COMMON-R053', '/relation_id', { relation: { electronic_address: '0198:13585628' } }],

    [
      'IT-R-002',
      '/seller/address/street',
      { company: { vat: 'IT00743110157', address: { ...address('IT'), street: null, street_number: null } } },
    ],
    ['NL-R-001', '/preceding_document', { type: 'credit_note', company: DUTCH }],
    [
      'NL-R-002',
      '/seller/address/city',
      { company: { ...DUTCH, address: { ...address('NL'), city: null } } },
    ],
    ['NL-R-003', '/seller/identifier', { company: { ...DUTCH, identifier: 'KVK 1' } }],
    [
      'NL-R-004',
      '/relation_id',
      { company: DUTCH, relation: { ...DUTCH_BUYER, address: { country_code: 'NL' } } },
    ],
    ['NL-R-005', '/relation_id', { company: DUTCH, relation: { ...DUTCH_BUYER, identifier: 'KVK 1' } }],
    ['NL-R-007', '/journal_id', { company: DUTCH, bank_account: null }],
    [
      'NL-R-008',
      '/journal_id',
      { company: DUTCH, relation: DUTCH_BUYER, bank_account: null, payment_reference: 'R' },
    ],
    [
      'NL-R-009',
      '/lines/0/order_line_reference',
      { company: DUTCH, lines: [{ ...LINE, order_line_reference: '1' }] },
    ],
    ['DE-R-001', '/journal_id', { company: GERMAN, relation: GERMAN, bank_account: null }],
    ['DE-R-006', '/seller/phone', { company: { ...GERMAN, email: 'a@example.org' }, relation: GERMAN }],
    ['DE-R-015', '/buyer_reference', { company: GERMAN, relation: GERMAN, order_reference: 'PO' }],
    ['DK-R-002', '/seller/identifier', { company: { ...DANISH, identifier: null } }],
    ['DK-R-014', '/seller/identifier', { company: { ...DANISH, identifier: 'x' } }],
    ['DK-R-017', '/relation_id', { company: DANISH, relation: { ...DANISH, identifier: 'x' } }],
    ['IS-R-002', '/seller/identifier', { company: { ...ICELANDIC, identifier: null } }],
    [
      'IS-R-005',
      '/relation_id',
      { company: ICELANDIC, relation: { ...ICELANDIC, address: { country_code: 'IS' } } },
    ],
    ['NO-R-001', '/seller/vat', { company: { vat: 'NO995525828' } }],
    ['SE-R-001', '/seller/vat', { company: { ...SWEDISH, vat: 'SE1' } }],
    ['SE-R-004', '/seller/identifier', { company: { ...SWEDISH, identifier: '55601606' } }],
    ['SE-R-006', '/lines/0/vat_rate', { company: SWEDISH }],
    ['SE-R-013', '/seller/identifier', { company: { ...SWEDISH, identifier: '5560160681' } }],
    ['GR-R-001-1', '/journal_id', { company: GREEK }],
    ['GR-R-004-1', '/seller/address', { company: GREEK }],
    [
      'GR-R-009',
      '/seller/electronic_address',
      { company: { ...GREEK, electronic_address: '0088:5412345000013' } },
    ],
  ];

  test.each(TABLE)('is reported with the field to fix: %s at %s', (rule, pointer, members) => {
    expect(faults(members)).toContainEqual({
      rule,
      pointer,
      severity: 'fatal',
      message: expect.stringMatching(/^[A-Z].{20,}\.$/) as string,
    });
  });

  test('is a warning when the network only warns', () => {
    const [fault, ...others] = faults({ relation: { electronic_address: '0106:x' } });
    expect(fault).toMatchObject({ rule: 'PEPPOL-COMMON-R054', severity: 'warning' });
    expect(others).toEqual([]);
  });

  test('does not apply to a national seller under self-billing', () => {
    expect(faults({ type: 'purchase_credit_note', relation: { ...DUTCH, identifier: 'KVK 1' } })).toEqual([]);
  });

  test('never repeats values of the document', () => {
    const messages = TABLE.flatMap(([, , members]) => faults(members)).map(({ message }) => message);
    const said = ['#123#', 'KVK 1', '0088:', 'HRB', '5412345000014'];
    expect(messages.filter((message) => said.some((text) => message.includes(text)))).toEqual([]);
  });
});

describe('Faults', () => {
  test('are in the order of the table of rules, whatever the order of the lines', () => {
    const members = { company: { vat: null, electronic_address: null }, note: '#123#' };
    const rules = faults({ ...members, lines: [EXEMPT, LINE, OUTSIDE_SCOPE] }).map(({ rule }) => rule);
    const order = NETWORK_RULES.map(({ rule }) => rule);
    expect(rules).toEqual([...rules].sort((a, b) => order.indexOf(a) - order.indexOf(b)));
    expect(
      new Set(faults({ ...members, lines: [OUTSIDE_SCOPE, LINE, EXEMPT] }).map(({ rule }) => rule)),
    ).toEqual(new Set(rules));
    expect(new Set(order).size).toBe(order.length);
  });

  test('include attachments that are not sent, as warnings', () => {
    const attachments = [
      { filename: 'a.pdf', content_type: 'application/pdf' },
      { filename: 'a.xml', content_type: 'application/xml' },
    ];
    expect(networkFaults(aDocument(), attachments)).toEqual([
      expect.objectContaining({
        rule: 'PEPPOL-EN16931-CL001',
        severity: 'warning',
        pointer: '/attachments/1',
      }),
    ]);
  });

  test('can be reported before there is a number', () => {
    const { number: _, ...draft } = aDocument({ company: GREEK });
    const rules = networkFaults(draft).map(({ rule }) => rule);
    expect(rules).toContain('GR-R-004-1');
    expect(rules.filter((rule) => rule.startsWith('GR-R-001'))).toEqual([]);
  });
});
