import {
  DOCUMENT_TYPES,
  DOCUMENT_TYPE_NAMES,
  isTransported,
  transportedType,
} from '../../../src/domain/documents/document-type';
import { JOURNAL_CATEGORIES } from '../../../src/domain/numbering/journal';

describe('document types', () => {
  test('are six, each with a journal category of its own', () => {
    expect(DOCUMENT_TYPE_NAMES.map((type) => [type, DOCUMENT_TYPES[type].category])).toEqual([
      ['invoice', 'sales'],
      ['credit_note', 'sales_credit'],
      ['proforma', 'proforma'],
      ['quote', 'quote'],
      ['purchase_invoice', 'purchase'],
      ['purchase_credit_note', 'purchase_credit'],
    ]);
    expect(new Set(DOCUMENT_TYPE_NAMES.map((type) => DOCUMENT_TYPES[type].category))).toEqual(
      new Set(JOURNAL_CATEGORIES),
    );
  });

  test('are sent over the network, except pro forma and quote', () => {
    expect(DOCUMENT_TYPE_NAMES.filter((type) => !isTransported(type))).toEqual(['proforma', 'quote']);
  });

  test('are self-billed when the company is the buyer', () => {
    for (const type of DOCUMENT_TYPE_NAMES) {
      expect(DOCUMENT_TYPES[type].self_billed).toBe(DOCUMENT_TYPES[type].direction === 'purchase');
    }
  });

  test.each([
    ['sales', false, 'invoice'],
    ['sales', true, 'credit_note'],
    ['purchase', false, 'purchase_invoice'],
    ['purchase', true, 'purchase_credit_note'],
  ] as const)(
    'are, for e-invoices of the direction %s, credit note: %s: %s',
    (direction, is_credit_note, type) => {
      expect(transportedType(direction, is_credit_note)).toBe(type);
    },
  );

  test('differ in the meaning of their total', () => {
    expect(DOCUMENT_TYPE_NAMES.map((type) => DOCUMENT_TYPES[type].total_is)).toEqual([
      ...['payable', 'credited', 'payable', 'offered', 'payable', 'credited'],
    ]);
  });
});
