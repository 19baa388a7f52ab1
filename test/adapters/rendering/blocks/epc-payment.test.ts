import { epcPayment } from '../../../../src/adapters/rendering/blocks/epc-payment';
import { qrCode } from '../../../../src/adapters/rendering/blocks/payment-block';
import { A_LINE, aDocument, type DocumentMembers } from '../../../support/documents';

const fields = (members: DocumentMembers) => epcPayment(aDocument(members))?.split('\n');

describe('EPC payment', () => {
  test('holds the fields of EPC069-12, in order', () => {
    expect(fields({ payment_reference: '+++012/3456/78939+++', company: { name: 'Janssens BV' } })).toEqual([
      'BCD',
      '002',
      '1',
      'SCT',
      'KREDBEBB',
      'Janssens BV',
      'BE68539007547034',
      'EUR121.00',
      '',
      '',
      '+++012/3456/78939+++',
    ]);
  });

  test('writes a creditor reference of ISO 11649 as structured, without text after it', () => {
    const [structured, ...rest] = fields({ payment_reference: 'RF18 5390 0754 7034' })!.slice(9);
    expect(structured).toBe('RF18539007547034');
    expect(rest).toEqual([]);
  });

  test.each(['RF19539007547034', 'RF18', 'Invoice 42'])('writes %s as text', (payment_reference) => {
    expect(fields({ payment_reference })!.slice(9)).toEqual(['', payment_reference]);
  });

  test('refers to the number where there is no reference', () => {
    const members = { company: { vat: 'NL123456782B12' }, number: 'INV-7' } as const;
    expect(fields(members)!.at(-1)).toBe('INV-7');
  });

  test('asks for the amount that is still to be paid', () => {
    expect(fields({ paid_amount: '20.5' })).toContain('EUR100.50');
  });

  test('cuts a name at 70 characters and keeps it on its line', () => {
    const name = fields({ company: { name: `One\nTwo ${'ß'.repeat(80)}` } })![5]!;
    expect(name).toHaveLength(70);
    expect(name).toMatch(/^One Two ß+$/);
  });

  test('names the payee of a received document in place of its seller', () => {
    expect(epcPayment({ ...aDocument(), payee: 'Factor\nAG' })!.split('\n')[5]).toBe('Factor AG');
  });

  test('omits the BIC within the European Economic Area only', () => {
    expect(fields({ bank_account: { reference: 'BE68539007547034', bic: null } })![4]).toBe('');
    expect(fields({ bank_account: { reference: 'CH9300762011623852957', bic: null } })).toBeUndefined();
    expect(fields({ bank_account: { reference: 'CH9300762011623852957', bic: 'POFICHBE' } })).toBeDefined();
  });

  test.each<[string, DocumentMembers]>([
    ['another currency', { currency: 'USD' }],
    ['no account', { bank_account: null }],
    ['nothing left to pay', { paid_amount: '121' }],
    ['a credit note', { type: 'credit_note' }],
    ['a quote', { type: 'quote' }],
    ['a self-billed document of the payer', { type: 'purchase_invoice' }],
    ['more than a transfer can hold', { lines: [{ ...A_LINE, unit_price: '1000000000' }] }],
    ['a reference that does not fit', { payment_reference: 'x'.repeat(141) }],
    [
      'more bytes than the code holds',
      { company: { name: 'Ω'.repeat(70) }, payment_reference: 'Ω'.repeat(140) },
    ],
  ])('is absent for %s', (_case, members) => {
    expect(fields(members)).toBeUndefined();
  });

  test('is drawn as a square that grows with it', () => {
    const small = qrCode('BCD');
    const large = qrCode('B'.repeat(331));
    expect(small.every((row) => row.length === small.length)).toBe(true);
    expect(large).toHaveLength(4 * 13 + 17); // version 13, the largest that EPC069-12 allows
  });
});
