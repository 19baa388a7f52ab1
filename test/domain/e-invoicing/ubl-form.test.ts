import { canBeEmbedded, canBeUbl, ublRefusal } from '../../../src/domain/e-invoicing/ubl-form';
import { TRANSPORTED_TYPES, aDocument } from '../../support/documents';

describe('A document can be UBL', () => {
  test.each(TRANSPORTED_TYPES)('of type %s, in a currency of two decimals or none', (type) => {
    expect(canBeUbl(aDocument({ type }))).toBe(true);
    expect(canBeUbl(aDocument({ type, currency: 'JPY' }))).toBe(true);
    expect(canBeUbl(aDocument({ type, currency: 'USD', exchange_rate: '0.9' }))).toBe(true);
  });

  test.each(['proforma', 'quote'] as const)('but not a %s', (type) => {
    expect(ublRefusal(aDocument({ type }))).toContain('type');
    expect(canBeUbl(aDocument({ type }))).toBe(false);
  });

  test('but not one that was received', () => {
    expect(ublRefusal({ ...aDocument(), status: 'received' })).toContain('received');
  });

  test('but not with amounts of three decimals, of the document or of its VAT for the books', () => {
    expect(ublRefusal(aDocument({ currency: 'KWD' }))).toContain('two decimals');
    const dinars = { currency: 'KWD' };
    expect(ublRefusal(aDocument({ company: dinars, currency: 'EUR' }))).toBeNull();
    const with_rate = aDocument({ company: dinars, currency: 'EUR', exchange_rate: '0.3' });
    expect(ublRefusal(with_rate)).toContain("company's currency");
  });
});

test('Six types of files can be embedded, XML and text are not among them', () => {
  expect(['application/pdf', 'image/png', 'image/jpeg', 'text/csv'].every(canBeEmbedded)).toBe(true);
  expect(canBeEmbedded('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')).toBe(true);
  expect(canBeEmbedded('application/vnd.oasis.opendocument.spreadsheet')).toBe(true);
  expect(['application/xml', 'text/plain', 'image/tiff', 'toString'].some(canBeEmbedded)).toBe(false);
});
