import {
  type ConversionInput,
  conversionOf,
  relatedTo,
} from '../../../../src/domain/documents/derived/conversion';
import { DOCUMENT_TYPE_NAMES } from '../../../../src/domain/documents/document-type';
import { newDraft } from '../../../../src/domain/documents/draft';
import { newJournal } from '../../../../src/domain/numbering/journal';
import { A_LINE, aDocument } from '../../../support/documents';
import { refusal } from '../../refusal';
import { foundReferences, NOW } from '../builders';

const LINES = [
  { ...A_LINE, description: 'Two days', discount_percent: '10', item_reference: 'C-1', unit: 'DAY' },
  { ...A_LINE, name: 'Book', quantity: '2.5', discount_amount: '1', vat_rate: '6' },
];
const quote = aDocument({
  type: 'quote',
  currency: 'JPY',
  language: 'fr',
  note: 'Valid for 30 days',
  order_reference: 'PO-1',
  buyer_reference: 'B-1',
  external_id: 'quote-1',
  metadata: { shop: 'gent' },
  due_date: '2026-08-31',
  lines: LINES,
  allowance_charges: [
    { kind: 'allowance', percent: '5', reason: 'Loyalty' },
    { kind: 'charge', amount: '10', reason: 'Freight' },
  ],
});

describe('The conversion of a quote', () => {
  test('asks for its lines, entries, texts and what these depend on', () => {
    const input = conversionOf(quote, {
      type: 'proforma',
      journal_id: 'journal-2',
      issue_date: '2026-07-02',
    });
    expect(input).toEqual({
      ...{ type: 'proforma', journal_id: 'journal-2', issue_date: '2026-07-02' },
      ...{ relation_id: quote.relation_id, delivery_location_id: null, currency: 'JPY', language: 'fr' },
      lines: quote.lines,
      allowance_charges: [
        { kind: 'allowance', amount: null, percent: '5.00', reason: 'Loyalty' },
        { kind: 'charge', amount: '10', percent: null, reason: 'Freight' },
      ],
      ...{ buyer_reference: 'B-1', order_reference: 'PO-1', note: 'Valid for 30 days' },
    });
  });

  test('makes a document with the same amounts, and nothing that is only the quote’s', () => {
    const input = conversionOf(quote, { type: 'invoice' });
    const journal = newJournal({ code: 'INV', name: 'Invoices', category: 'sales' }, 'journal-1', {
      ...{ now: NOW, time_zone: 'Europe/Brussels' },
    });
    const draft = newDraft(input, foundReferences({ journal }), 'id-1', { now: NOW, days_ahead: 31 });
    const { lines, totals, vat_breakdown, allowance_charges } = quote;
    expect(draft).toMatchObject({
      ...{ type: 'invoice', lines, totals, vat_breakdown, allowance_charges },
      ...{ external_id: null, metadata: {}, due_date: '2026-07-31', paid_amount: null },
    });
  });
});

describe('A conversion', () => {
  test('is remembered with the id, number and type of the source', () => {
    expect(relatedTo(quote)).toEqual({ id: quote.id, number: '2026-00042', type: 'quote' });
  });

  test('refuses another type with the types that are possible', () => {
    const to_credit_note = { type: 'credit_note' } as unknown as ConversionInput;
    expect(() => conversionOf(quote, to_credit_note)).toThrow(
      refusal('validation_error', 'type: must be invoice or proforma for a quote'),
    );
  });

  test.each(DOCUMENT_TYPE_NAMES)('of a document of type %s', (type) => {
    const attempt = (to: 'invoice' | 'proforma') => () => conversionOf(aDocument({ type }), { type: to });
    const refused = refusal('validation_error', /^type: /);
    if (type === 'quote') expect(attempt('proforma')).not.toThrow();
    else expect(attempt('proforma')).toThrow(refused);
    if (type === 'quote' || type === 'proforma') expect(attempt('invoice')).not.toThrow();
    else expect(attempt('invoice')).toThrow(refused);
  });
});
