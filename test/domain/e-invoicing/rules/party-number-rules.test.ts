import { peppolDocument } from '../../../../src/domain/e-invoicing/peppol-document';
import { PARTY_NUMBER_RULES } from '../../../../src/domain/e-invoicing/rules/party-number-rules';
import { aDocument } from '../../../support/documents';
import { violationsOf } from './violations';

interface Row {
  readonly rule: string;
  readonly scheme: string;
  readonly severity: 'fatal' | 'warning';
  readonly form: string;
  readonly right: readonly string[];
  readonly wrong: readonly string[];
}

const ROWS: readonly Row[] = [
  {
    ...{ rule: 'PEPPOL-COMMON-R040', scheme: '0088', severity: 'fatal' },
    form: 'a GLN with its check digit',
    right: ['5412345000013', '5412345000020', '96385074', '0', ' 5412345000013 '],
    wrong: ['5412345000014', '541234500001', '541234500001x', 'x5412345000013', '5412345000013x', ''],
  },
  {
    ...{ rule: 'PEPPOL-COMMON-R041', scheme: '0192', severity: 'fatal' },
    form: 'a Norwegian organisation number',
    right: ['995525828', '100000040'],
    wrong: ['995525829', '000000000', '10000009', '1000000007', '1000000015', '100000131', '99552582x'],
  },
  {
    ...{ rule: 'PEPPOL-COMMON-R042', scheme: '0184', severity: 'fatal' },
    form: 'a Danish CVR number',
    right: ['13585628', 'DK13585628'],
    wrong: ['1358562', '135856280', 'dk13585628', 'xDK13585628', 'DK13585628x'],
  },
  {
    ...{ rule: 'PEPPOL-COMMON-R043', scheme: '0208', severity: 'fatal' },
    form: 'a Belgian enterprise number',
    right: ['0123456749', '1000002197'],
    wrong: ['0123456748', '123456749', '01234567490', 'x0123456749', '1000002100'],
  },
  {
    ...{ rule: 'PEPPOL-COMMON-R044', scheme: '0201', severity: 'warning' },
    form: 'an Italian IPA code',
    right: ['abc123', 'ABCDEF'],
    wrong: ['abcde', 'abcdefg', 'abc-12', '-abc123'],
  },
  {
    ...{ rule: 'PEPPOL-COMMON-R045', scheme: '0210', severity: 'warning' },
    form: 'an Italian tax code',
    right: ['00743110157', 'RSSMRA85T10A562S', 'rssmra85t10a562s'],
    wrong: [
      ...['0074311015', '007431101570', 'x00743110157', 'RSSMRA85T10A562', 'RSSMRA85T10A562S1'],
      ...['1RSSMRA85T10A562S', 'RSSMR185T10A562S', 'RSSMRAX5T10A562S', 'RSSMRA85110A562S'],
      ...['RSSMRA85TX0A562S', 'RSSMRA85T10A56XS', 'RSSMRA85T10A5621', 'RSSMRA8T10A562S', 'RSSMRA85T1A562S'],
    ],
  },
  {
    ...{ rule: 'PEPPOL-COMMON-R047', scheme: '0211', severity: 'warning' },
    form: 'an Italian VAT number',
    right: ['IT00743110157', 'it00743110157', 'DE1', 'XIT1'],
    wrong: ['IT00743110158', 'IT007431101570', 'IT0074311002', 'ITx00743110157'],
  },
  {
    ...{ rule: 'PEPPOL-COMMON-R049', scheme: '0007', severity: 'fatal' },
    form: 'a Swedish organisation number',
    right: ['5560160680', '5561234567'],
    wrong: ['5560160681', '556016061', '55601606803', 'x5560160680'],
  },
  {
    ...{ rule: 'PEPPOL-COMMON-R050', scheme: '0151', severity: 'fatal' },
    form: 'an Australian business number',
    right: ['51824753556'],
    wrong: ['51824753557', '1000000000', '518247535560', 'x51824753556', '61824753556', '51824753565'],
  },
  {
    ...{ rule: 'PEPPOL-COMMON-R052', scheme: '0096', severity: 'fatal' },
    form: 'a Danish P number',
    right: ['1234567890'],
    wrong: ['123456789', '12345678901', 'x1234567890'],
  },
  {
    ...{ rule: 'PEPPOL-COMMON-R053', scheme: '0198', severity: 'fatal' },
    form: 'a Danish SE number',
    right: ['DK13585628'],
    wrong: ['13585628', 'DK1358562', 'DK135856281', 'xDK13585628'],
  },
  {
    ...{ rule: 'PEPPOL-COMMON-R054', scheme: '0106', severity: 'warning' },
    form: 'a Dutch KVK number',
    right: ['12345678'],
    wrong: ['1234567', '123456789', 'x12345678'],
  },
  {
    ...{ rule: 'PEPPOL-COMMON-R055', scheme: '0190', severity: 'warning' },
    form: 'a Dutch OIN',
    right: ['12345678901234567890'],
    wrong: ['1234567890123456789', '123456789012345678901', 'x12345678901234567890'],
  },
  {
    ...{ rule: 'PEPPOL-COMMON-R056-1', scheme: '9944', severity: 'warning' },
    form: 'a Dutch VAT number',
    right: ['NL123456782B12'],
    wrong: ['NL12345678B12', 'NL123456782B1', 'NL123456782B123', 'nl123456782b12', 'xNL123456782B12'],
  },
];

const CASES = (which: 'right' | 'wrong') =>
  ROWS.flatMap((row) => row[which].map((value) => [row.rule, row.scheme, value, row] as const));

describe('A number in an electronic address', () => {
  test.each(CASES('right'))('satisfies %s: %s:%s', (rule, scheme, value) => {
    expect(violationsOf(rule, { relation: { electronic_address: `${scheme}:${value}` } })).toEqual([]);
  });

  test.each(CASES('wrong'))('violates %s: %s:%s', (rule, scheme, value, { form }) => {
    const members = { relation: { electronic_address: `${scheme}:${value}` } };
    const needs = `needs ${form} under scheme ${scheme}.`;
    expect(violationsOf(rule, members)).toEqual([`/relation_id The relation, as the buyer, ${needs}`]);
    expect(violationsOf(rule, { company: members.relation })).toEqual([
      `/seller/electronic_address The company, as the seller, ${needs}`,
    ]);
  });

  test('may be absent', () => {
    const members = { relation: { electronic_address: null }, company: { electronic_address: null } };
    expect(ROWS.flatMap(({ rule }) => violationsOf(rule, members))).toEqual([]);
  });
});

describe('A number in a legal registration', () => {
  const document = peppolDocument(aDocument())!;
  const violations = (row: Row, value: string) =>
    PARTY_NUMBER_RULES.find(({ rule }) => rule === row.rule)!.violations({
      ...document,
      seller: { ...document.seller, legal: { scheme: row.scheme, value } },
      buyer: { ...document.buyer, legal: { scheme: row.scheme, value } },
    });

  test.each(ROWS.map((row) => [row.rule, row] as const))('keeps or breaks %s alike', (_, row) => {
    const needs = `needs ${row.form} under scheme ${row.scheme}.`;
    expect(violations(row, row.right[0]!)).toEqual([]);
    expect(violations(row, row.wrong[0]!)).toEqual([
      { pointer: '/seller/identifier', message: `The company, as the seller, ${needs}` },
      { pointer: '/relation_id', message: `The relation, as the buyer, ${needs}` },
    ]);
  });
});

describe('The VAT number of a party', () => {
  test.each([['NL123456782B12'], ['DE136695976'], ['BE0123456749'], [null]])(
    'satisfies PEPPOL-COMMON-R056-2: %p',
    (vat) => {
      expect(violationsOf('PEPPOL-COMMON-R056-2', { relation: { vat } })).toEqual([]);
    },
  );

  test.each([['NL123456782'], ['NL12345678B12']])('violates PEPPOL-COMMON-R056-2: %p', (vat) => {
    expect(violationsOf('PEPPOL-COMMON-R056-2', { relation: { vat } })).toEqual([
      '/relation_id The relation, as the buyer, needs a Dutch VAT number of the form NL123456789B12.',
    ]);
  });
});

test('The rules about numbers have the severity of Peppol BIS', () => {
  const expected = [...ROWS, { rule: 'PEPPOL-COMMON-R056-2', severity: 'warning' }];
  expect(PARTY_NUMBER_RULES.map(({ rule, severity }) => [rule, severity])).toEqual(
    expected.map(({ rule, severity }) => [rule, severity]),
  );
});
