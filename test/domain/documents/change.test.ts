import {
  assertCurrencyEditable,
  type ChangeContext,
  changedDocument,
  type DocumentChange,
} from '../../../src/domain/documents/change';
import { BOOKED_MEMBERS } from '../../../src/domain/documents/closed-books';
import type { Document } from '../../../src/domain/documents/document';
import { newRelation } from '../../../src/domain/master-data/relation';
import { aCompany } from '../../support/companies';
import { aDocument, BRUSSELS } from '../../support/documents';
import { refusal } from '../refusal';

const NOW = new Date('2026-07-02T10:00:00.000Z');
const LINES = [
  { name: 'Work', quantity: '3', unit_price: '99.99', vat_rate: '21', discount_percent: '10' },
  { name: 'Book', quantity: '1', unit_price: '20', vat_rate: '6' },
];

const document = aDocument({
  lines: LINES,
  allowance_charges: [{ kind: 'allowance', percent: '5', reason: 'Loyalty' }],
  note: 'Thank you',
  paid_amount: '10',
  currency: 'USD',
  exchange_rate: '0.9',
  payment_reference: '+++090/9337/55493+++',
  period_start: '2026-06-01',
});

const context = (members: Partial<ChangeContext> = {}): ChangeContext => ({
  company: aCompany({ books_closed_until: null }),
  relation: null,
  delivery_location: null,
  branding: null,
  preceding_document: null,
  neighbours: { previous: null, next: null },
  linked_amount: null,
  ...members,
});
const change = (patch: DocumentChange, members: Partial<ChangeContext> = {}, of: Document = document) =>
  changedDocument(of, patch, context(members), { now: NOW, days_ahead: 31 });
/** The day of the document itself is in the books that are closed. */
const CLOSED = { company: aCompany({ books_closed_until: '2026-12-31' }) };

/** Each names what the document says already, in one spelling or another. */
const REPEATED: readonly (readonly [string, DocumentChange])[] = [
  ['nothing', {}],
  ['members without a value', { note: undefined, lines: undefined }],
  ['the note', { note: 'Thank you' }],
  ['what is empty', { order_reference: null, delivery_location_id: null, branding_id: null }],
  ['the relation, which has gone since', { relation_id: document.relation_id }],
  ['the date', { issue_date: document.issue_date }],
  ['the due date', { due_date: document.due_date }],
  ['the currency', { currency: 'USD' }],
  ['the lines', { lines: LINES }],
  [
    'the lines with what was filled in',
    { lines: LINES.map((line) => ({ ...line, unit: 'C62', description: null })) },
  ],
  ['the allowances', { allowance_charges: [{ kind: 'allowance', percent: '5.00', reason: 'Loyalty' }] }],
  ['amounts in another spelling', { paid_amount: '10.0', exchange_rate: '0.90' }],
  ['the payment reference in another spelling', { payment_reference: '090933755493' }],
];

describe('A PATCH that names present values', () => {
  test.each(REPEATED)('leaves the very same document: %s', (_, patch) => {
    expect(change(patch)).toBe(document);
  });

  test.each(REPEATED)('is accepted in closed books too: %s', (_, patch) => {
    expect(change(patch, CLOSED)).toBe(document);
  });

  test('leaves a reference that the service made one that it made', () => {
    const made = aDocument();
    expect(made.payment_reference_made).toBe(true);
    expect(change({ payment_reference: made.payment_reference }, {}, made)).toBe(made);
    expect(change({ payment_reference: 'Mine' }, {}, made)).toMatchObject({ payment_reference_made: false });
  });

  test('does not look for a preceding document that is kept', () => {
    const credit = { ...aDocument({ type: 'credit_note' }) };
    const kept = { ...credit, preceding_document: { id: 'a1', number: 'INV-1', issue_date: '2026-01-01' } };
    expect(change({ preceding_document: { id: 'a1' } }, {}, kept)).toBe(kept);
    expect(() => change({ preceding_document: { id: 'a2' } }, {}, kept)).toThrow(
      refusal('validation_error', 'preceding_document: no such document'),
    );
    const external = { ...credit, preceding_document: { id: null, number: 'X-1', issue_date: null } };
    expect(change({ preceding_document: { number: 'X-1' } }, {}, external)).toBe(external);
    expect(
      change({ preceding_document: { number: 'INV-1', issue_date: '2026-01-01' } }, {}, kept),
    ).toMatchObject({
      preceding_document: { id: null, number: 'INV-1' },
    });
  });

  test('renews what is kept of the relation, if it still has an address', () => {
    const company = newRelation(
      { type: 'company', name: 'Renamed NV', address: BRUSSELS },
      document.relation_id,
      NOW,
    );
    const again = { relation_id: document.relation_id };
    const renewed = change(again, { relation: company });
    expect(renewed).toMatchObject({ version: 2, buyer: { name: 'Renamed NV' } });
    expect(change(again, { relation: company }, renewed)).toBe(renewed);
    expect(change(again, { relation: { ...company, address: null } })).toBe(document);
  });

  test('keeps a branding that has gone since', () => {
    const branding = {
      id: 'b1',
      name: 'B',
      primary_color: null,
      header: null,
      footer: 'F',
      logo_sha256: null,
    };
    const branded = change({ branding_id: 'b1' }, { branding });
    expect(branded.branding).toMatchObject({ footer: 'F' });
    expect(change({ branding_id: 'b1' }, {}, branded)).toBe(branded);
    expect(() => change({ branding_id: 'b2' }, {}, branded)).toThrow(
      refusal('validation_error', /^branding_id/),
    );
  });

  test('beside one that is changed changes that one alone', () => {
    const next = change({ note: 'Thanks', relation_id: document.relation_id, lines: LINES });
    expect(next).toEqual({ ...document, note: 'Thanks', version: 2, updated_at: NOW });
  });
});

describe('A changed document', () => {
  test('computes with the company currency that it keeps', () => {
    const company = aCompany({ currency: 'JPY' });
    const next = change({ exchange_rate: '0.8' }, { company });
    expect(next.totals.tax_in_company_currency).toMatch(/^\d+\.\d\d$/);
    expect(next.company_currency).toBe('EUR');
  });

  test('needs its lines for another currency, and takes the same ones', () => {
    expect(() => change({ currency: 'EUR' })).toThrow(refusal('invalid_document_lines', /./));
    expect(change({ currency: 'EUR', lines: LINES })).toMatchObject({ currency: 'EUR', version: 2 });
  });

  test.each([
    ['an amount that was linked', '20.00', 'USD', false],
    ['an amount that was linked', '20.00', 'EUR', true],
    ['amounts that cancel each other', '0', 'EUR', true],
    ['links without an amount', null, 'EUR', false],
  ])('beside %s (%s) may not become %s: %s', (_, linked_amount, currency, is_refused) => {
    const check = () => {
      assertCurrencyEditable(document, { currency }, { linked_amount });
    };
    if (is_refused) expect(check).toThrow(refusal('document_not_editable', /currency/));
    else expect(check).not.toThrow();
  });
});

describe('In closed books', () => {
  const relation = newRelation({ type: 'company', name: 'Other NV', address: BRUSSELS }, 'r2', NOW);
  const [work, book] = LINES;
  test.each<[string, DocumentChange]>([
    ['the relation', { relation_id: 'r2' }],
    ['the date', { issue_date: '2026-07-05' }],
    ['the currency', { currency: 'EUR', lines: LINES }],
    ['the exchange rate', { exchange_rate: '0.8' }],
    ['what was paid', { paid_amount: null }],
    ['an allowance', { allowance_charges: null }],
    ['a quantity', { lines: [{ ...work!, quantity: '4' }, book!] }],
    [
      'a price that a discount makes up for',
      { lines: [work!, { ...book!, unit_price: '25', discount_amount: '5' }] },
    ],
    ['a rate', { lines: [work!, { ...book!, vat_rate: '21' }] }],
  ])('a change of %s is refused', (_, patch) => {
    expect(() => change(patch, { ...CLOSED, relation })).toThrow(
      refusal('invalid_issue_date', /books are closed/),
    );
    expect(change(patch, { relation })).not.toBe(document);
  });

  test('texts, references and other dates can change', () => {
    const patch = {
      ...{ note: 'Late', due_date: '2026-12-01', order_reference: '7', payment_reference: 'Mine' },
      lines: LINES.map((line) => ({ ...line, name: `${line.name}, corrected` })),
    };
    const next = change(patch, CLOSED);
    expect(next).toMatchObject({ note: 'Late', version: 2 });
    expect(next.totals).toEqual(document.totals);
  });

  test('a refusal names a member of the PATCH, or the totals', () => {
    expect(BOOKED_MEMBERS.at(-1)).toBe('totals');
  });

  test('a later document is open', () => {
    const company = aCompany({ books_closed_until: '2026-06-30' });
    expect(change({ paid_amount: '20' }, { company })).toMatchObject({ paid_amount: '20.00' });
  });
});
