import {
  DOCUMENT_TYPES,
  DOCUMENT_TYPE_NAMES,
  isTransported,
  transportedType,
  typeOfCode,
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

  test.each([
    ['380', 'invoice'],
    ['381', 'credit_note'],
    ['389', 'purchase_invoice'],
    ['261', 'purchase_credit_note'],
    ['325', undefined],
  ] as const)('have, for the code %s of a sent document: %s', (code, type) => {
    expect(typeOfCode(code)).toBe(type);
  });

  test.each(DOCUMENT_TYPE_NAMES)('have a credit note of the same direction when there is one: %s', (type) => {
    const { direction, is_credit_note, is_paid, credited_by } = DOCUMENT_TYPES[type];
    const has_credit_note = is_paid && !is_credit_note;
    expect(credited_by).toBe(has_credit_note ? transportedType(direction, true) : null);
  });

  test('differ in the meaning of their total', () => {
    expect(DOCUMENT_TYPE_NAMES.map((type) => DOCUMENT_TYPES[type].total_is)).toEqual([
      ...['payable', 'credited', 'payable', 'offered', 'payable', 'credited'],
    ]);
  });
});
