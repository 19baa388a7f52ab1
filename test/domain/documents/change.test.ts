import {
  type ChangeContext,
  changedDocument,
  type DocumentChange,
} from '../../../src/domain/documents/change';
import { BOOKED_FIELDS } from '../../../src/domain/documents/closed-books';
import type { Document } from '../../../src/domain/documents/document';
import type { Settlement } from '../../../src/domain/documents/payments/payment-status';
import { newRelation } from '../../../src/domain/master-data/relation';
import { aCompany } from '../../support/companies';
import { aDocument, BRUSSELS } from '../../support/documents';
import { refusal } from '../refusal';
import { UNCREDITED } from './builders';

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
  metadata: { shop: 'gent', till: '3' },
});

const context = (members: Partial<ChangeContext> = {}): ChangeContext => ({
  company: aCompany({ books_closed_until: null }),
  relation: null,
  delivery_location: null,
  branding: null,
  preceding_document: null,
  neighbours: { previous: null, next: null },
  ...members,
});
const settlementOf = (sums: Partial<Settlement> | null): Settlement | null =>
  sums && { payments: null, links: null, set_off: null, ...sums };
const change = (patch: DocumentChange, members: Partial<ChangeContext> = {}, of: Document = document) =>
  changedDocument(of, patch, context(members), { now: NOW, days_ahead: 31 });
const BRANDING = {
  ...{ id: 'b1', name: 'B', primary_color: null, address_position: 'left' as const },
  ...{ header: null, footer: null, logo_sha256: null },
};
/** The books are closed up to the issue date of the document. */
const CLOSED = { company: aCompany({ books_closed_until: '2026-12-31' }) };

/** Each has the present value of the document, in some spelling. */
const REPEATED: readonly (readonly [string, DocumentChange])[] = [
  ['nothing', {}],
  ['members without a value', { note: undefined, lines: undefined }],
  ['the note', { note: 'Thank you' }],
  ['what is empty', { order_reference: null, delivery_location_id: null, branding_id: null }],
  ['the relation, which was deleted', { relation_id: document.relation_id }],
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
  ['the own data', { external_id: null, metadata: { till: '3', shop: 'gent' } }],
  ['the payment reference in another spelling', { payment_reference: '090933755493' }],
];

describe('A PATCH with the present values', () => {
  test.each(REPEATED)('returns the same document: %s', (_, patch) => {
    expect(change(patch)).toBe(document);
  });

  test.each(REPEATED)('is accepted in closed books too: %s', (_, patch) => {
    expect(change(patch, CLOSED)).toBe(document);
  });

  test('keeps a generated payment reference generated', () => {
    const made = aDocument();
    expect(made.payment_reference_made).toBe(true);
    expect(change({ payment_reference: made.payment_reference }, {}, made)).toBe(made);
    expect(change({ payment_reference: 'Mine' }, {}, made)).toMatchObject({ payment_reference_made: false });
  });

  test('has the present number and date of the invoice that it names again, until the invoice is deleted', () => {
    const invoice = aDocument({ type: 'invoice' });
    const { id, number, issue_date } = invoice;
    const stale = { id, number, issue_date: '2026-01-01' };
    const credit = { ...aDocument({ type: 'credit_note' }), preceding_document: stale };
    const found = { preceding_document: { ...invoice, credited: null } };
    expect(change({ preceding_document: { id } }, found, credit)).toMatchObject({
      preceding_document: { id, number, issue_date },
      version: credit.version + 1,
    });
    expect(change({ preceding_document: { id } }, { preceding_document: null }, credit)).toBe(credit);
    expect(change({ preceding_document: { id } }, { ...CLOSED, ...found }, credit)).toBe(credit);
    expect(change({ note: 'x' }, found, credit).preceding_document).toEqual(stale);
  });

  test('does not look up a preceding document that stays', () => {
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

  test('takes the preceding document as it is answered', () => {
    const { id, number, issue_date } = aDocument({ type: 'invoice' });
    const present = { id, number, issue_date };
    const credit = { ...aDocument({ type: 'credit_note' }), preceding_document: present };
    const moved = { ...aDocument({ type: 'invoice' }), id, number: 'another', credited: null };
    for (const preceding_document of [null, moved])
      expect(change({ preceding_document: present }, { preceding_document }, credit)).toBe(credit);
    expect(() => change({ preceding_document: { ...present, number: 'another' } }, {}, credit)).toThrow(
      refusal('validation_error', 'preceding_document: must be {"id"} or {"number", "issue_date"}'),
    );
  });

  const company = newRelation(
    { type: 'company', name: 'Renamed NV', address: BRUSSELS },
    document.relation_id,
    NOW,
  );
  const again = { relation_id: document.relation_id };

  test('renews the snapshot of the relation, if it still has an address', () => {
    const renewed = change(again, { relation: company });
    expect(renewed).toMatchObject({ version: 2, buyer: { name: 'Renamed NV' } });
    expect(change(again, { relation: company }, renewed)).toBe(renewed);
    expect(change(again, { relation: { ...company, address: null } })).toBe(document);
  });

  test('keeps the snapshots in closed books', () => {
    expect(change(again, { ...CLOSED, relation: company })).toBe(document);
    expect(change({ ...again, note: 'Paid' }, { ...CLOSED, relation: company })).toMatchObject({
      ...{ note: 'Paid', buyer: document.buyer },
    });
  });

  test('keeps the snapshot of a relation that the stored lines no longer fit', () => {
    const lines = [
      { name: 'Work', quantity: '1', unit_price: '100', vat_rate: '0', vat_category: 'AE' },
    ] as const;
    const charged = aDocument({ lines: [...lines] });
    const relation = newRelation(
      { type: 'company', name: 'Without VAT number', address: BRUSSELS },
      charged.relation_id,
      NOW,
    );
    const named = { relation_id: charged.relation_id };
    expect(change(named, { relation }, charged)).toBe(charged);
    expect(change({ ...named, lines: [...lines] }, { relation }, charged)).toBe(charged);
    const branding = { ...BRANDING, header: 'New' };
    const branded = change({ branding_id: 'b1' }, { branding: BRANDING }, charged);
    expect(change({ ...named, branding_id: 'b1' }, { relation, branding }, branded)).toMatchObject({
      ...{ buyer: charged.buyer, branding: { header: 'New' } },
    });
    expect(() =>
      change(
        { ...named, lines: [...lines] },
        { relation },
        { ...aDocument(), relation_id: charged.relation_id },
      ),
    ).toThrow(refusal('validation_error', /^lines\.0\.vat_category/));
    const moved = { ...relation, id: 'another' };
    expect(() => change({ relation_id: moved.id }, { relation: moved }, charged)).toThrow(
      refusal('invalid_document_lines', /AE|VAT number/),
    );
  });

  test('keeps the snapshot of a branding that was deleted', () => {
    const branding = { ...BRANDING, footer: 'F' };
    const branded = change({ branding_id: 'b1' }, { branding });
    expect(branded.branding).toMatchObject({ footer: 'F' });
    expect(change({ branding_id: 'b1' }, {}, branded)).toBe(branded);
    expect(() => change({ branding_id: 'b2' }, {}, branded)).toThrow(
      refusal('validation_error', /^branding_id/),
    );
  });

  test('and one changed value changes only that value', () => {
    const next = change({ note: 'Thanks', relation_id: document.relation_id, lines: LINES });
    expect(next).toEqual({ ...document, note: 'Thanks', version: 2, updated_at: NOW });
  });
});

describe('A changed document', () => {
  test('is computed with its own snapshot of the currency of the company', () => {
    const company = aCompany({ currency: 'JPY' });
    const next = change({ exchange_rate: '0.8' }, { company });
    expect(next.totals.tax_in_company_currency).toMatch(/^\d+\.\d\d$/);
    expect(next.company_currency).toBe('EUR');
  });

  test('needs its lines for another currency, which may be the same ones', () => {
    expect(() => change({ currency: 'EUR' })).toThrow(refusal('invalid_document_lines', /./));
    expect(change({ currency: 'EUR', lines: LINES })).toMatchObject({ currency: 'EUR', version: 2 });
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

  test('a refusal names a field of the PATCH, or the totals', () => {
    expect(BOOKED_FIELDS.at(-1)).toBe('totals');
  });

  test('a later document can be changed', () => {
    const company = aCompany({ books_closed_until: '2026-06-30' });
    expect(change({ paid_amount: '20' }, { company })).toMatchObject({ paid_amount: '20.00' });
  });
});

describe('The dates of a changed document', () => {
  const dated = aDocument({ issue_date: '2026-07-01', due_date: '2026-07-10' });
  const of_dates = (patch: DocumentChange, members: Partial<ChangeContext> = {}) =>
    change(patch, members, dated);

  test.each<[string, DocumentChange, string, string]>([
    ['a due date before the issue date', { due_date: '2026-06-30' }, 'validation_error', 'due_date'],
    [
      'an issue date after the due date that is kept',
      { issue_date: '2026-07-11' },
      'validation_error',
      'due_date',
    ],
    [
      'a period that ends before it starts',
      { period_start: '2026-06-02', period_end: '2026-06-01' },
      'validation_error',
      'period_end',
    ],
    [
      'an issue date too far ahead',
      { issue_date: '2026-08-03', due_date: null },
      'invalid_issue_date',
      'The',
    ],
    ['an issue date of another period', { issue_date: '2025-12-31' }, 'invalid_issue_date', 'The'],
  ])('are refused: %s', (_, patch, code, message) => {
    expect(() => of_dates(patch)).toThrow(refusal(code, new RegExp(`^${message}`)));
  });

  test('are between those of the neighbours in the sequence', () => {
    const neighbours = { previous: '2026-06-20', next: '2026-07-05' };
    for (const issue_date of ['2026-06-20', '2026-07-05']) {
      expect(of_dates({ issue_date }, { neighbours })).toMatchObject({ issue_date, version: 2 });
    }
    for (const issue_date of ['2026-06-19', '2026-07-06']) {
      expect(() => of_dates({ issue_date }, { neighbours })).toThrow(
        refusal('invalid_issue_date', /neighbouring/),
      );
    }
  });

  test('are after the closed books', () => {
    const company = aCompany({ books_closed_until: '2026-06-25' });
    expect(() => of_dates({ issue_date: '2026-06-25' }, { company })).toThrow(
      refusal('invalid_issue_date', /from 2026-06-26/),
    );
    expect(of_dates({ issue_date: '2026-06-26' }, { company })).toMatchObject({ issue_date: '2026-06-26' });
  });

  test('are checked with today in the time zone of the company', () => {
    const time = { now: new Date('2026-07-01T23:30:00.000Z'), days_ahead: 1 };
    const changed = (timezone: string) => () =>
      changedDocument(
        dated,
        { issue_date: '2026-07-03' },
        context({ company: aCompany({ timezone }) }),
        time,
      );
    expect(changed('Europe/Brussels')).not.toThrow();
    expect(changed('America/New_York')).toThrow(refusal('invalid_issue_date', /until 2026-07-02/));
  });

  test('are not checked when they stay', () => {
    const later = { now: new Date('2030-01-01T00:00:00.000Z'), days_ahead: 31 };
    const neighbours = { previous: '2026-07-02', next: null };
    expect(changedDocument(dated, { note: 'x' }, context({ neighbours }), later)).toMatchObject({
      note: 'x',
    });
    const overdue: Document = { ...dated, due_date: '2026-06-01' };
    expect(change({ note: 'x' }, {}, overdue)).toMatchObject({ note: 'x' });
  });

  test('can be cleared, except for the issue date', () => {
    expect(of_dates({ due_date: null, delivery_date: '2026-06-30' })).toMatchObject({
      due_date: null,
      delivery_date: '2026-06-30',
    });
  });
});

describe('The lines of a changed document', () => {
  const abroad = newRelation(
    {
      type: 'company',
      name: 'Afnemer BV',
      vat: 'NL123456782B12',
      address: { ...BRUSSELS, country_code: 'NL' },
    },
    'r2',
    NOW,
  );
  const without_vat = { ...abroad, vat: null };
  const american = { ...abroad, vat: null, address: { ...BRUSSELS, country_code: 'US' } };
  const in_category = (vat_category: 'AE' | 'K' | 'G') => [
    { name: 'Work', quantity: '1', unit_price: '100', vat_rate: '0', vat_category } as const,
  ];
  const reverse_charge = aDocument({ lines: in_category('AE') });
  const STORED = /^Stored line 0 no longer fits, its VAT category .+: send all lines\.$/;

  test('that are stored must fit a new relation', () => {
    const moved = { relation_id: 'r2' };
    expect(change(moved, { relation: abroad }, reverse_charge)).toMatchObject({ relation_id: 'r2' });
    expect(() => change(moved, { relation: without_vat }, reverse_charge)).toThrow(
      refusal('invalid_document_lines', STORED),
    );
  });

  test('that are stored must fit new parties when their amounts are fixed, too', () => {
    const credited = { amount: '1.00', notes: [], is_made: true, is_complete: false };
    const fixed: Document = { ...reverse_charge, credited };
    expect(() => change({ relation_id: 'r2' }, { relation: without_vat }, fixed)).toThrow(
      refusal('invalid_document_lines', /^Stored line 0 no longer fits, .+: a credit note fixes it\.$/),
    );
    expect(() => change({ relation_id: 'r2', lines: fixed.lines }, { relation: without_vat }, fixed)).toThrow(
      refusal('validation_error', /^lines\.0\.vat_category: /),
    );
    expect(change({ lines: fixed.lines }, { relation: without_vat }, fixed)).toBe(fixed);
  });

  test('that are given must fit the relation', () => {
    const lines = in_category('K');
    expect(() => change({ lines }, {}, aDocument())).toThrow(
      refusal('validation_error', /^lines\.0\.vat_category: /),
    );
    expect(change({ lines, relation_id: 'r2' }, { relation: abroad }, aDocument())).toMatchObject({
      totals: { tax: '0.00' },
    });
    // The company's country is that of its address where it has no VAT number.
    const unregistered = aDocument({ company: { vat: null, address: { ...BRUSSELS, country_code: 'NL' } } });
    expect(() => change({ lines, relation_id: 'r2' }, { relation: abroad }, unregistered)).toThrow(
      refusal('validation_error', /^lines\.0\.vat_category: /),
    );
    const unsettled = aDocument({ company: { vat: null, address: null } });
    expect(change({ lines, relation_id: 'r2' }, { relation: abroad }, unsettled)).toMatchObject({
      version: 2,
    });
  });

  test('that are stored must fit a new delivery location', () => {
    const exported = aDocument({
      relation: { address: { country_code: 'US' } },
      lines: in_category('G'),
    });
    const location = (country_code: string) => ({
      ...{ id: 'l1', name: 'Warehouse', identifier: null, identifier_scheme: null },
      address: { ...BRUSSELS, country_code },
    });
    const moved = { delivery_location_id: 'l1' };
    expect(change(moved, { delivery_location: location('GB') }, exported)).toMatchObject(moved);
    expect(() => change(moved, { delivery_location: location('BE') }, exported)).toThrow(
      refusal('invalid_document_lines', STORED),
    );
    expect(() => change({ relation_id: 'r2' }, { relation: abroad }, exported)).toThrow(
      refusal('invalid_document_lines', STORED),
    );
    expect(change({ relation_id: 'r2' }, { relation: american }, exported)).toMatchObject({
      relation_id: 'r2',
    });
  });

  test('are not checked again when neither they nor the parties change', () => {
    const unfit: Document = { ...reverse_charge, buyer: { ...reverse_charge.buyer, vat: null } };
    expect(change({ note: 'x' }, {}, unfit)).toMatchObject({ note: 'x' });
    expect(() => change({ lines: in_category('AE') }, {}, unfit)).toThrow(
      refusal('validation_error', /^lines\.0\.vat_category: /),
    );
  });

  test('may total less than was paid with links, as the payment status shows', () => {
    const linked = { ...document, settlement: settlementOf({ links: '1000' }) };
    expect(change({ note: 'x' }, {}, linked)).toMatchObject({ payment_status: 'paid' });
    expect(change({ paid_amount: null })).toMatchObject({ payment_status: 'unpaid' });
  });

  test('may not total less than what is stated as paid and the payments together', () => {
    const total = Number(document.totals.tax_inclusive);
    const paid = { ...document, settlement: settlementOf({ payments: String(total - 10) }) };
    expect(change({ note: 'x' }, {}, paid)).toMatchObject({ payment_status: 'paid' });
    expect(change({ paid_amount: '9.99' }, {}, paid)).toMatchObject({ payment_status: 'partial' });
    const refused = refusal('invalid_paid_amount', /payments/);
    expect(() => change({ paid_amount: '10.01' }, {}, paid)).toThrow(refused);
    expect(() => change({ lines: LINES.slice(0, 1) }, {}, paid)).toThrow(refused);
  });
});

describe('The preceding document of a changed credit note', () => {
  const credit = aDocument({ type: 'credit_note', preceding_document: { number: 'X-1' } });

  test.each<[string, DocumentChange['preceding_document'], Document['preceding_document']]>([
    ['is cleared', null, null],
    ['has another number', { number: 'X-2' }, { id: null, number: 'X-2', issue_date: null }],
    [
      'has a date',
      { number: 'X-1', issue_date: '2026-01-01' },
      { id: null, number: 'X-1', issue_date: '2026-01-01' },
    ],
  ])('%s', (_, preceding_document, expected) => {
    expect(change({ preceding_document }, {}, credit)).toMatchObject({
      preceding_document: expected,
      version: 2,
    });
  });

  test('stays when the PATCH repeats it, or repeats null', () => {
    const none = aDocument({ type: 'credit_note' });
    expect(change({ preceding_document: null }, {}, none)).toBe(none);
    expect(change({ preceding_document: { number: 'X-1', issue_date: null } }, {}, credit)).toBe(credit);
  });

  test('must have the new relation and the new currency of the credit note', () => {
    const invoice = {
      id: 'a1',
      type: 'invoice',
      number: 'INV-1',
      issue_date: '2026-01-01',
      relation_id: credit.relation_id,
      currency: 'EUR',
      ...UNCREDITED,
    } as const;
    const patch = { preceding_document: { id: 'a1' } };
    expect(change(patch, { preceding_document: invoice }, credit)).toMatchObject({
      preceding_document: { id: 'a1', number: 'INV-1', issue_date: '2026-01-01' },
    });
    expect(() =>
      change({ ...patch, currency: 'USD', lines: LINES }, { preceding_document: invoice }, credit),
    ).toThrow(refusal('validation_error', /same currency/));
    const relation = newRelation({ type: 'company', name: 'Other', address: BRUSSELS }, 'r2', NOW);
    expect(() =>
      change({ ...patch, relation_id: 'r2' }, { relation, preceding_document: invoice }, credit),
    ).toThrow(refusal('validation_error', /same relation/));
  });

  test('that stays must have the new relation of the credit note, unless it was deleted', () => {
    const preceding_document = { id: 'a1', number: 'INV-1', issue_date: '2026-01-01' };
    const kept = { ...credit, preceding_document };
    const invoice = {
      ...{
        type: 'invoice' as const,
        ...preceding_document,
        relation_id: credit.relation_id,
        currency: 'EUR',
      },
      ...UNCREDITED,
    };
    const relation = newRelation({ type: 'company', name: 'Other', address: BRUSSELS }, 'r2', NOW);
    const moved = (of_invoice: ChangeContext['preceding_document'], patch: DocumentChange = {}) =>
      change({ relation_id: 'r2', ...patch }, { relation, preceding_document: of_invoice }, kept);
    const is_refused = refusal(
      'validation_error',
      'preceding_document: must be an invoice of the same relation',
    );
    expect(() => moved(invoice)).toThrow(is_refused);
    expect(() => moved(invoice, { preceding_document: { id: 'a1' } })).toThrow(is_refused);
    expect(moved(invoice, { preceding_document: null })).toMatchObject({ relation_id: 'r2' });
    expect(moved(null)).toMatchObject({ relation_id: 'r2', preceding_document });
    expect(moved({ ...invoice, relation_id: 'r2' })).toMatchObject({ relation_id: 'r2', preceding_document });
    expect(change({ relation_id: credit.relation_id, note: 'Thanks' }, {}, kept)).toMatchObject({
      preceding_document,
    });
  });

  test('is refused on an invoice', () => {
    expect(() => change({ preceding_document: { number: 'X-1' } })).toThrow(
      refusal('validation_error', 'preceding_document: is allowed only for a credit note'),
    );
  });
});
