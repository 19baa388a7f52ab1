import { GENERAL_RULES } from '../../../../src/domain/e-invoicing/rules/general-rules';
import { networkFaults } from '../../../../src/domain/e-invoicing/rules/network-faults';
import { aDocument, type DocumentMembers } from '../../../support/documents';
import { violationsOf, LINE } from './violations';

type Row = readonly [rule: string, what: string, members: DocumentMembers, expected: string[]];

const BILL = { type: 'purchase_invoice' } as const;
const of_seller = (member: string, what: string) => [
  `/seller/${member} The company, as the seller, needs ${what}.`,
];
const of_relation = (role: string, what: string) => [
  `/relation_id The relation, as the ${role}, needs ${what}.`,
];

const ADDRESS = 'an electronic address';
const SCHEME = 'an electronic address with a scheme of the EAS list';
const IDENTIFIER = 'a VAT number or an identifier; outside the scope of VAT, an identifier';
const VAT = 'a VAT number that begins with its country code';
const COUNTRY = 'an address with a country code of ISO 3166-1';
const DECIMALS =
  '/currency The network allows at most two decimals: use a currency whose amounts have no more.';
const COMPANY_DECIMALS =
  "/exchange_rate The network allows at most two decimals, and the company's currency has more: leave out exchange_rate.";
const CURRENCY = '/currency The network does not have the currency: use another one.';
const COMPANY_CURRENCY =
  "/exchange_rate The network does not have the company's currency: leave out exchange_rate.";
const SUBJECT =
  '/note The three characters between number signs are not a subject code (UNTDID 4451): remove the number signs.';
const PRICE = 'Quantity times unit_price must differ from the rounded amount of the line by at most 0.02.';
const in_yen = (unit_price: string, changes: object = {}): DocumentMembers => ({
  currency: 'JPY',
  lines: [{ ...LINE, vat_rate: '0', vat_category: 'Z', unit_price, ...changes }],
});
const entry = { kind: 'allowance', amount: '1', reason: 'R' } as const;

const ROWS: readonly Row[] = [
  ['BR-08', 'no address of the seller', { company: { address: null } }, of_seller('address', 'an address')],
  [
    'BR-10',
    'no address of the buyer',
    { ...BILL, company: { address: null } },
    ['/buyer/address The company, as the buyer, needs an address.'],
  ],
  [
    'PEPPOL-EN16931-R020',
    'no electronic address of the seller',
    { company: { electronic_address: null } },
    of_seller('electronic_address', ADDRESS),
  ],
  [
    'PEPPOL-EN16931-R010',
    'no electronic address of the buyer',
    { relation: { electronic_address: null } },
    of_relation('buyer', ADDRESS),
  ],
  [
    'PEPPOL-EN16931-CL008',
    'a scheme that is not listed',
    { relation: { electronic_address: '0193:1' } },
    of_relation('buyer', SCHEME),
  ],
  [
    'PEPPOL-EN16931-CL008',
    'one of the seller',
    { company: { electronic_address: '0193:1' } },
    of_seller('electronic_address', SCHEME),
  ],
  ['PEPPOL-EN16931-CL008', 'no electronic address', { relation: { electronic_address: null } }, []],
  [
    'BR-CO-26',
    'nothing that identifies the seller',
    { company: { vat: null } },
    of_seller('identifier', IDENTIFIER),
  ],
  ['BR-CO-26', 'a legal registration', { company: { vat: null, identifier: '0123.456.749' } }, []],
  ['BR-CO-26', 'a VAT number that is no registration', { company: { vat: 'BE1' } }, []],
  [
    'BR-CO-09',
    'a VAT number without a country',
    { relation: { vat: '0876543270' } },
    of_relation('buyer', VAT),
  ],
  ['BR-CO-09', 'one of the seller', { company: { vat: '0123456749' } }, of_seller('vat', VAT)],
  ['BR-CO-09', 'no VAT number', { relation: { vat: null } }, []],
  ['BR-CO-09', 'a Greek VAT number', { relation: { vat: 'EL094259216' } }, []],
  ['BR-CO-09', 'one of Kosovo', { relation: { vat: '1A1' } }, []],
  ['BR-CO-09', 'one of Northern Ireland', { relation: { vat: 'XI123456789' } }, []],
  ['BR-29', 'a period', { period_start: '2026-06-01', period_end: '2026-06-01' }, []],
  ['BR-29', 'a period without an end', { period_start: '2026-06-01' }, []],
  ['BR-29', 'a period without a start', { period_end: '2026-06-01' }, []],
  ['BR-CL-04', 'the dobra', { currency: 'STN' }, [CURRENCY]],
  ['BR-CL-04', 'the Arab accounting dinar', { currency: 'XAD' }, [CURRENCY]],
  [
    'BR-CL-05',
    'a currency of the company that is not listed',
    { company: { currency: 'STN' }, currency: 'EUR', exchange_rate: '24.5' },
    [COMPANY_CURRENCY],
  ],
  [
    'BR-CL-05',
    'a currency of the company that is not listed, without a rate',
    { company: { currency: 'STN' }, currency: 'EUR' },
    [],
  ],
  ['BR-CL-08', 'no note', { note: null }, []],
  ['BR-CL-08', 'an unknown subject', { note: 'Order #123#' }, [SUBJECT]],
  ['BR-CL-08', 'a known subject', { note: '#AAI#General' }, []],
  ['BR-CL-08', 'two characters', { note: '#12#' }, []],
  ['BR-CL-08', 'four characters', { note: '#1234#' }, []],
  ['BR-CL-08', 'three characters of two units each', { note: '#😀😀😀#' }, [SUBJECT]],
  ['BR-CL-08', 'one sign', { note: '#123' }, []],
  [
    'BR-CL-26',
    'an unlisted register',
    { delivery_location: { identifier: '1', identifier_scheme: '9925' } },
    [
      '/delivery_location_id The identifier_scheme of the delivery location must be on the ISO/IEC 6523 ICD list.',
    ],
  ],
  [
    'BR-CL-26',
    'a listed register',
    { delivery_location: { identifier: '1', identifier_scheme: '0208' } },
    [],
  ],
  ['BR-CL-26', 'no register', { delivery_location: {} }, []],
  [
    'BR-CL-14',
    'a buyer in a country that is not listed',
    { relation: { address: { country_code: 'UK' } } },
    of_relation('buyer', COUNTRY),
  ],
  [
    'BR-CL-14',
    'a seller in a country that is not listed',
    { ...BILL, relation: { address: { country_code: 'EL' } } },
    of_relation('seller', COUNTRY),
  ],
  [
    'BR-CL-14',
    'a delivery to a country that is not listed',
    { delivery_location: { address: { country_code: 'EL' } } },
    ['/delivery_location_id The address of the delivery location needs a country code of ISO 3166-1.'],
  ],
  ['BR-CL-14', 'Kosovo', { relation: { address: { country_code: '1A' } } }, []],
  ['BR-CL-14', 'Northern Ireland', { relation: { address: { country_code: 'XI' } } }, []],
  ['BR-CL-14', 'no address', { company: { address: null } }, []],
  ['BR-CL-14', 'a delivery to a listed country', { delivery_location: {} }, []],
  ['UBL-DT-01', 'three decimals', { currency: 'KWD' }, [DECIMALS]],
  ['UBL-DT-01', 'no decimals', { currency: 'JPY' }, []],
  [
    'UBL-DT-01',
    'three decimals of the company',
    { company: { currency: 'KWD' }, currency: 'EUR', exchange_rate: '0.34' },
    [COMPANY_DECIMALS],
  ],
  [
    'UBL-DT-01',
    'three decimals of the company without a rate',
    { company: { currency: 'KWD' }, currency: 'EUR' },
    [],
  ],
  ['PEPPOL-EN16931-R120', 'yen that come out even', in_yen('100.02'), []],
  ['PEPPOL-EN16931-R120', 'yen that do not', in_yen('100.03'), [`/lines/0/unit_price ${PRICE}`]],
  [
    'PEPPOL-EN16931-R120',
    'a discount that evens them out',
    in_yen('100.5', { discount_percent: '0.49' }),
    [`/lines/0/unit_price ${PRICE}`],
  ],
  ['PEPPOL-EN16931-R120', 'a discount on an even price', in_yen('100', { discount_amount: '7' }), []],
];

describe('A general rule', () => {
  test.each(GENERAL_RULES.map(({ rule }) => rule))('lets a complete document pass: %s', (rule) => {
    expect(violationsOf(rule, { allowance_charges: [entry] })).toEqual([]);
    expect(violationsOf(rule, { ...BILL, currency: 'USD', exchange_rate: '0.9' })).toEqual([]);
  });

  test.each(ROWS)('%s, %s', (rule, _, members, expected) => {
    expect(violationsOf(rule, members)).toEqual(expected);
  });

  test('BR-29 refuses a period that ends before it starts', () => {
    const document = { ...aDocument(), period_start: '2026-06-02', period_end: '2026-06-01' };
    expect(networkFaults(document)).toEqual([
      {
        rule: 'BR-29',
        severity: 'fatal',
        pointer: '/period_end',
        message: 'The period must not end before it starts.',
      },
    ]);
  });

  test('warns of attachments that are not sent, and only of those', () => {
    const files = ['application/pdf', 'application/xml'].map((content_type) => ({
      filename: 'a',
      content_type,
    }));
    expect(networkFaults(aDocument(), files)).toEqual([
      {
        rule: 'PEPPOL-EN16931-CL001',
        severity: 'warning',
        pointer: '/attachments/1',
        message:
          'A file of this type is not sent. Files of the types PDF, PNG, JPEG, CSV, XLSX and ODS are sent.',
      },
    ]);
    const warnings = GENERAL_RULES.filter(({ severity }) => severity !== 'fatal').map(({ rule }) => rule);
    expect(warnings).toEqual(['PEPPOL-EN16931-CL001']);
  });
});
