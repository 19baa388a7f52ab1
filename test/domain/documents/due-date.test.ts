import { DOCUMENT_TYPE_NAMES, type DocumentType } from '../../../src/domain/documents/document-type';
import { assertDueDate, assertInvoicingPeriod, defaultDueDate } from '../../../src/domain/documents/due-date';
import { refusal } from '../refusal';

describe('the due date of a document', () => {
  test.each([
    [null, '2026-02-14'],
    [0, '2026-01-15'],
    [60, '2026-03-16'],
  ])('with a payment term of %s days is %s', (term, expected) => {
    expect(defaultDueDate('invoice', '2026-01-15', term)).toBe(expected);
  });

  test.each<[DocumentType, string | null]>(
    DOCUMENT_TYPE_NAMES.map((type) => [type, type.includes('credit_note') ? null : '2026-01-25']),
  )('of type %s defaults to %s', (type, expected) => {
    expect(defaultDueDate(type, '2026-01-15', 10)).toBe(expected);
  });

  test.each([null, '2026-01-15', '2026-01-16'])('may be %s', (due_date) => {
    expect(() => {
      assertDueDate(due_date, '2026-01-15');
    }).not.toThrow();
  });

  test('is not before the issue date', () => {
    expect(() => {
      assertDueDate('2026-01-14', '2026-01-15');
    }).toThrow(refusal('validation_error', 'due_date: must not be before the issue date'));
  });
});

describe('the invoicing period of a document', () => {
  test.each([
    [null, null],
    ['2026-01-01', null],
    [null, '2026-01-31'],
    ['2026-01-01', '2026-01-31'],
    ['2026-01-01', '2026-01-01'],
  ])('may be from %s to %s', (start, end) => {
    expect(() => {
      assertInvoicingPeriod(start, end);
    }).not.toThrow();
  });

  test('does not end before it starts', () => {
    expect(() => {
      assertInvoicingPeriod('2026-01-02', '2026-01-01');
    }).toThrow(refusal('validation_error', 'period_end: must not be before period_start'));
  });
});
