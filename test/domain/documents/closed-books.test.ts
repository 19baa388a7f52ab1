import { assertBooksOpen, BOOKED_FIELDS } from '../../../src/domain/documents/closed-books';
import type { Document } from '../../../src/domain/documents/document';
import { aDocument } from '../../support/documents';
import { refusal } from '../refusal';

const stored = aDocument({
  issue_date: '2026-06-30',
  currency: 'USD',
  exchange_rate: '0.9',
  paid_amount: '10',
  allowance_charges: [{ kind: 'allowance', percent: '5', reason: 'Loyalty' }],
});
const [line] = stored.lines;
const [entry] = stored.allowance_charges;

const check = (changes: Partial<Document>, closed: string | null) => () => {
  assertBooksOpen(stored, { ...stored, ...changes }, closed);
};

/** Each changes one field that closed books cover. */
const CHANGES: readonly (readonly [(typeof BOOKED_FIELDS)[number], Partial<Document>])[] = [
  ['relation_id', { relation_id: 'another' }],
  ['lines', { lines: [{ ...line!, quantity: '2' }] }],
  ['lines', { lines: [{ ...line!, unit_price: '99' }] }],
  ['lines', { lines: [{ ...line!, discount_percent: '1.00' }] }],
  ['lines', { lines: [{ ...line!, discount_amount: '1.00' }] }],
  ['lines', { lines: [{ ...line!, vat_rate: '6.00' }] }],
  ['lines', { lines: [{ ...line!, vat_category: 'E' }] }],
  ['lines', { lines: [{ ...line!, net_amount: '99.00' }] }],
  ['lines', { lines: [line!, line!] }],
  ['issue_date', { issue_date: '2026-06-29' }],
  ['currency', { currency: 'EUR' }],
  ['exchange_rate', { exchange_rate: '0.91' }],
  ['allowance_charges', { allowance_charges: [{ ...entry!, kind: 'charge' }] }],
  ['allowance_charges', { allowance_charges: [{ ...entry!, percent: '6.00' }] }],
  ['allowance_charges', { allowance_charges: [{ ...entry!, amount: '5.00' }] }],
  ['allowance_charges', { allowance_charges: [{ ...entry!, shares: [] }] }],
  ['allowance_charges', { allowance_charges: [] }],
  ['paid_amount', { paid_amount: null }],
  ['totals', { totals: { ...stored.totals, payable: '0.00' } }],
];

describe('In closed books', () => {
  test('every field that closed books cover has a test here', () => {
    expect(new Set(CHANGES.map(([member]) => member))).toEqual(new Set(BOOKED_FIELDS));
  });

  test.each(CHANGES)('%s cannot change', (member, changes) => {
    expect(check(changes, '2026-06-30')).toThrow(
      refusal(
        'invalid_issue_date',
        `The books are closed for the document's issue date: ${member} cannot change.`,
      ),
    );
    expect(check(changes, '2026-06-29')).not.toThrow();
    expect(check(changes, null)).not.toThrow();
  });

  test.each<[string, Partial<Document>]>([
    ['nothing', {}],
    ['the note', { note: 'Late' }],
    ['the due date', { due_date: '2026-12-01' }],
    ['the name of a line', { lines: [{ ...line!, name: 'Other work', unit: 'HUR' }] }],
    ['the reason of an allowance', { allowance_charges: [{ ...entry!, reason: 'Early payment' }] }],
  ])('%s can change', (_, changes) => {
    expect(check(changes, '2026-12-31')).not.toThrow();
  });
});
