import { assertAddsUp } from '../../../src/domain/e-invoicing/received-totals';
import { RECEIVED_VAT_CATEGORIES } from '../../../src/domain/amounts/vat-category';
import { aStatedGroup, aStatedLine, aStatement } from '../../support/parsed-e-invoices';

type Members = Parameters<typeof aStatement>[0];

const EN16931 = 'urn:cen.eu:en16931:2017';
const allowance = {
  kind: 'allowance' as const,
  amount: '10.00',
  percent: null,
  base_amount: null,
  reason: 'Discount',
  vat_category: 'S' as const,
  vat_rate: '21',
};
const charge = { ...allowance, kind: 'charge' as const };

/** One line of category and rate that come to 100.00, its VAT as given. */
function ofCategory(
  category: (typeof RECEIVED_VAT_CATEGORIES)[number],
  rate: string | null,
  vat: string,
  taxable = '100.00',
) {
  const tax_inclusive = (100 + Number(vat)).toFixed(2);
  return aStatement({
    lines: [aStatedLine({ vat_category: category, vat_rate: rate })],
    vat_breakdown: [aStatedGroup({ category, rate, taxable_amount: taxable, vat_amount: vat })],
    totals: { tax: vat, tax_inclusive, payable: tax_inclusive },
  });
}

describe('The totals that a received document states', () => {
  test.each<[string, Members]>([
    ['with lines only', {}],
    ['with a rate in other decimals', { lines: [aStatedLine({ vat_rate: '21.000' })] }],
    [
      'with allowances and charges',
      {
        allowance_charges: [allowance, charge, charge],
        vat_breakdown: [aStatedGroup({ taxable_amount: '110.00', vat_amount: '23.10' })],
        totals: {
          allowances: '10.00',
          charges: '20.00',
          tax_exclusive: '110.00',
          tax: '23.10',
          tax_inclusive: '133.10',
          payable: '133.10',
        },
      },
    ],
    [
      'with an allowance at a rate that the breakdown lacks, where it has the category',
      {
        allowance_charges: [{ ...allowance, vat_rate: '6' }],
        totals: { allowances: '10.00', tax_exclusive: '90.00', tax_inclusive: '111.00', payable: '111.00' },
      },
    ],
    ['with a payment and a rounding', { totals: { paid: '21.03', rounding: '0.03', payable: '100.00' } }],
    [
      'below zero',
      {
        lines: [aStatedLine({ quantity: '-1', net_amount: '-100.00' })],
        vat_breakdown: [aStatedGroup({ taxable_amount: '-100.00', vat_amount: '-21.00' })],
        totals: {
          lines: '-100',
          tax_exclusive: '-100',
          tax: '-21',
          tax_inclusive: '-121',
          payable: '-121.00',
        },
      },
    ],
    [
      'with a price for several',
      { lines: [aStatedLine({ quantity: '500', unit_price: '20', base_quantity: '100' })] },
    ],
    ['with a line that is off by 0.02', { lines: [aStatedLine({ unit_price: '100.02' })] }],
    [
      'with a line that is off, where only Peppol compares lines',
      { customization_id: EN16931, lines: [aStatedLine({ unit_price: '7' })] },
    ],
    [
      'with a line that is off, where no specification is named',
      { customization_id: null, lines: [aStatedLine({ unit_price: '7' })] },
    ],
    [
      'with VAT of a rate that is off by 0.99',
      {
        vat_breakdown: [aStatedGroup({ vat_amount: '21.99' })],
        totals: { tax: '21.99', tax_inclusive: '121.99', payable: '121.99' },
      },
    ],
    [
      'with a taxable amount of a rate that is off by 0.99',
      { vat_breakdown: [aStatedGroup({ taxable_amount: '99.01', vat_amount: '21.00' })] },
    ],
    [
      'with one rate in two groups',
      {
        vat_breakdown: [
          aStatedGroup({ taxable_amount: '40', vat_amount: '8.40' }),
          aStatedGroup({ taxable_amount: '60', vat_amount: '12.60' }),
        ],
      },
    ],
  ])('are consistent %s', (_what, members) => {
    expect(() => assertAddsUp(aStatement(members))).not.toThrow();
  });

  test.each<[string, string, Members]>([
    [
      'PEPPOL-EN16931-R120',
      'lines.0.net_amount: does not add up, by -0.03',
      { lines: [aStatedLine({ unit_price: '100.03' })] },
    ],
    [
      'PEPPOL-EN16931-R120',
      'lines.0.net_amount: does not add up, by 5',
      { lines: [aStatedLine({ allowance_charges: [{ ...allowance, amount: '5' }] })] },
    ],
    [
      'PEPPOL-EN16931-R121',
      'lines.0.base_quantity: must not be 0',
      { lines: [aStatedLine({ base_quantity: '0' })] },
    ],
    ['BR-CO-10', 'totals.lines: does not add up, by 0.01', { totals: { lines: '100.01' } }],
    ['BR-CO-11', 'totals.allowances: does not add up, by 0.01', { totals: { allowances: '0.01' } }],
    ['BR-CO-11', 'totals.allowances: does not add up, by -10', { allowance_charges: [allowance] }],
    ['BR-CO-12', 'totals.charges: does not add up, by -10', { allowance_charges: [charge] }],
    ['BR-CO-13', 'totals.tax_exclusive: does not add up, by -0.01', { totals: { tax_exclusive: '99.99' } }],
    ['BR-CO-14', 'totals.tax: does not add up, by 0.01', { totals: { tax: '21.01' } }],
    ['BR-CO-14', 'totals.tax: does not add up, by -21', { totals: { tax: null } }],
    ['BR-CO-15', 'totals.tax_inclusive: does not add up, by 1', { totals: { tax_inclusive: '122' } }],
    ['BR-CO-16', 'totals.payable: does not add up, by -0.01', { totals: { payable: '120.99' } }],
    ['BR-CO-16', 'totals.payable: does not add up, by 21', { totals: { paid: '21' } }],
    [
      'BR-S-01',
      'vat_breakdown: lacks a category and rate',
      {
        vat_breakdown: [aStatedGroup({ rate: '6', taxable_amount: '0', vat_amount: '0' })],
        totals: { tax: '0', tax_inclusive: '100', payable: '100' },
      },
    ],
    [
      'BR-S-01',
      'vat_breakdown: lacks a category and rate',
      {
        customization_id: EN16931,
        lines: [aStatedLine({ vat_category: 'Z', vat_rate: '0', net_amount: '110' })],
        allowance_charges: [allowance],
        vat_breakdown: [aStatedGroup({ category: 'Z', rate: '0', taxable_amount: '110', vat_amount: '0' })],
        totals: { lines: '110', allowances: '10', tax: '0', tax_inclusive: '100', payable: '100' },
      },
    ],
    [
      'BR-S-08',
      'vat_breakdown.0.taxable_amount: does not add up, by -1',
      { vat_breakdown: [aStatedGroup({ taxable_amount: '99' })] },
    ],
    [
      'BR-S-09',
      'vat_breakdown.0.vat_amount: does not add up, by 1',
      {
        vat_breakdown: [aStatedGroup({ vat_amount: '22' })],
        totals: { tax: '22', tax_inclusive: '122', payable: '122' },
      },
    ],
  ])('violate %s: %s', (rule, message, members) => {
    expect(() => assertAddsUp(aStatement(members))).toThrow(message);
    expect(() => assertAddsUp(aStatement(members))).toThrow(`(${rule})`);
  });

  test.each(['S', 'L', 'M', 'B'] as const)('have a tolerance below 1 in category %s', (category) => {
    expect(() => assertAddsUp(ofCategory(category, '7', '7.99'))).not.toThrow();
    expect(() => assertAddsUp(ofCategory(category, '7', '8.00'))).toThrow(/by 1 /);
  });

  test.each([
    ['Z', 'BR-Z'],
    ['E', 'BR-E'],
    ['AE', 'BR-AE'],
    ['K', 'BR-IC'],
    ['G', 'BR-G'],
    ['O', 'BR-O'],
  ] as const)('have no tolerance in category %s', (category, prefix) => {
    const rate = category === 'O' ? null : '0';
    expect(() => assertAddsUp(ofCategory(category, rate, '0.00'))).not.toThrow();
    expect(() => assertAddsUp(ofCategory(category, rate, '0.01'))).toThrow(`(${prefix}-09)`);
    expect(() => assertAddsUp(ofCategory(category, rate, '0.00', '99.99'))).toThrow(`(${prefix}-08)`);
  });

  test('are compared in every category', () => {
    for (const category of RECEIVED_VAT_CATEGORIES) {
      expect(() => assertAddsUp(ofCategory(category, '0', '0.00'))).not.toThrow();
    }
  });
});

describe('The VAT groups of a received document', () => {
  test.each([
    ['S', 'BR-S-08'],
    ['Z', 'BR-Z-08'],
    ['E', 'BR-E-08'],
    ['AE', 'BR-AE-08'],
    ['K', 'BR-IC-08'],
    ['G', 'BR-G-08'],
    ['O', 'BR-O-08'],
    ['L', 'BR-AF-08'],
    ['M', 'BR-AG-08'],
    ['B', 'BR-S-08'],
  ] as const)('are refused by the rule of their category: %s by %s', (category, rule) => {
    expect(() => assertAddsUp(ofCategory(category, '0', '0.00', '90.00'))).toThrow(`by -10 (${rule})`);
  });

  test('have a rate of 0 when none is stated', () => {
    expect(() => assertAddsUp(ofCategory('S', null, '0.00'))).not.toThrow();
    expect(() => assertAddsUp(ofCategory('S', null, '1.00'))).toThrow('(BR-S-09)');
  });

  test('are compared without their rate in a category whose VAT is 0', () => {
    const { vat_breakdown, totals } = ofCategory('E', '0', '0.00');
    const lines = [aStatedLine({ vat_category: 'E', vat_rate: '6' })];
    expect(() => assertAddsUp(aStatement({ lines, vat_breakdown, totals }))).not.toThrow();
  });
});
