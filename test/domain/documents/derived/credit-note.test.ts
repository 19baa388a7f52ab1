import { type CreditInput, creditNoteDraft } from '../../../../src/domain/documents/derived/credit-note';
import { type Document, UNNUMBERED } from '../../../../src/domain/documents/document';
import type { FoundJournal } from '../../../../src/domain/documents/references';
import type { Company } from '../../../../src/domain/master-data/company';
import { newJournal } from '../../../../src/domain/numbering/journal';
import { aCompany } from '../../../support/companies';
import { creditedSums, type MadeCredit } from '../../../support/credited-sums';
import { aDocument, type DocumentMembers } from '../../../support/documents';
import { refusal } from '../../refusal';
import { aLine } from '../builders';

const NOW = new Date('2026-08-31T22:30:00.000Z');

const journal = (changes: Partial<Parameters<typeof newJournal>[0]> = {}): FoundJournal =>
  newJournal({ code: 'CN', name: 'Credit notes', category: 'sales_credit', ...changes }, 'journal-2', {
    ...{ now: NOW, time_zone: 'Europe/Brussels' },
  });
const FOUND = {
  company: aCompany({ name: 'Janssens & Co BV', vat: 'BE0123456749', email: 'new@janssens.example' }),
  journal: journal(),
  bank_account: { reference: 'BE71096123456769', bic: 'GKCCBEBB' },
};

/** The second quantity is 2, so that a part can be credited. */
const anInvoice = (members: DocumentMembers = {}): Document => ({
  ...aDocument({ lines: [aLine({ name: 'Setup' }), aLine({ quantity: '2', vat_rate: '6' })], ...members }),
  ...{ branding_id: 'branding-1' },
  branding: { name: 'House style', primary_color: null, header: 'Hello', footer: null, logo_sha256: null },
});

type Found = Partial<Parameters<typeof creditNoteDraft>[3]>;
function credit(invoice: Document, input: CreditInput = {}, found: Found = {}, earlier: MadeCredit[] = []) {
  const before = creditedSums(earlier);
  return creditNoteDraft(invoice, input, before, { ...FOUND, ...found }, { id: 'note-1', now: NOW });
}
/** The invoice as it is after the credit notes. */
const creditedWith = (amount: string, is_complete = false) => ({
  credited: { amount, notes: [{ id: 'note-1', number: 'CN-1' }], is_made: true, is_complete },
});

const SELF_BILLING = aCompany({ self_billing_enabled: true });
const PURCHASE_CREDIT = journal({ category: 'purchase_credit' });

describe('A credit note for an invoice', () => {
  const invoice = anInvoice({
    ...{ buyer_reference: 'B-1', order_reference: 'PO-1', note: 'Thank you', due_date: '2026-07-20' },
    ...{ delivery_date: '2026-06-30', period_start: '2026-06-01', period_end: '2026-06-30' },
    ...{
      currency: 'USD',
      exchange_rate: '0.9',
      language: 'fr',
      paid_amount: '50',
      payment_reference: 'Ours',
    },
    ...{ delivery_location: {}, external_id: 'shop-1', metadata: { shop: 'gent' } },
  });
  const note = () => credit(invoice);

  test('has the relation, delivery, branding, references, currency and language of the invoice', () => {
    const { relation_id, delivery_location_id, delivery, delivery_date, buyer, branding_id } = invoice;
    expect(note()).toMatchObject({
      ...{ relation_id, buyer, delivery_location_id, delivery, branding_id, branding: invoice.branding },
      ...{ delivery_date, period_start: '2026-06-01', period_end: '2026-06-30' },
      ...{ buyer_reference: 'B-1', order_reference: 'PO-1' },
      ...{ currency: 'USD', company_currency: 'EUR', exchange_rate: '0.9', language: 'fr' },
    });
    expect([delivery?.name, delivery_date]).toEqual(['Warehouse', '2026-06-30']);
  });

  test('has none of what is only the invoice’s', () => {
    expect(note()).toMatchObject({
      ...{ note: null, due_date: null, paid_amount: null, external_id: null, metadata: {} },
      ...{ payment_reference: null, payment_reference_made: false },
    });
  });

  test('names the invoice by its id, with its number and date', () => {
    const { id, number, issue_date } = invoice;
    expect(note().preceding_document).toEqual({ id, number, issue_date });
  });

  test('is a new draft that nothing was done with yet', () => {
    expect(note()).toMatchObject({
      ...{ id: 'note-1', type: 'credit_note', status: 'draft', accounting_status: 'pending' },
      ...{ peppol_status: null, peppol_error: null, payment_status: 'unpaid', settlement: null },
      ...{ converted_from: null, credited: null, responses: [], duplicate_of: null, marked_sent: false },
      ...{ sent_at: null, transmitted_at: null, received_at: null },
      ...{ version: 1, created_at: NOW, updated_at: NOW },
    });
  });

  test('has every field of a document, and those that its number decides are still empty', () => {
    expect(Object.keys(note()).sort()).toEqual(Object.keys({ ...invoice, ...UNNUMBERED }).sort());
    expect(note()).toMatchObject(UNNUMBERED);
  });

  test('has the company of now as its seller, with its present account', () => {
    expect(note().seller).toMatchObject({ name: 'Janssens & Co BV', email: 'new@janssens.example' });
    expect(note().payment).toEqual({ iban: 'BE71096123456769', bic: 'GKCCBEBB' });
    expect(credit(invoice, {}, { bank_account: null }).payment).toBeNull();
  });

  test.each([true, false])('embeds its PDF as the company has it now: %s', (embed_pdf) => {
    const company = aCompany({ embed_pdf });
    expect(credit({ ...invoice, embed_pdf: !embed_pdf }, {}, { company })).toMatchObject({ embed_pdf });
  });

  test('has the note of the request', () => {
    expect(credit(invoice, { note: 'Returned' }).note).toBe('Returned');
  });

  test('is paid when its total is 0', () => {
    const free = anInvoice({ lines: [aLine({ unit_price: '0' })] });
    expect(credit(free).payment_status).toBe('paid');
  });
});

describe('A credit note for a self-billed invoice', () => {
  const invoice = anInvoice({ type: 'purchase_invoice' });
  const found = { company: SELF_BILLING, journal: PURCHASE_CREDIT };

  test('has the seller and the account of the invoice', () => {
    const { type, seller, payment } = credit(invoice, {}, found);
    expect({ type, seller, payment }).toEqual({
      ...{ type: 'purchase_credit_note', seller: invoice.seller, payment: invoice.payment },
    });
    expect(payment?.iban).toBe('BE62510007547061');
  });

  test('is refused when the company does not self-bill', () => {
    expect(() => credit(invoice, {}, { journal: PURCHASE_CREDIT })).toThrow(
      refusal('self_billing_disabled', 'Self-billing is not enabled for the company.'),
    );
  });
});

describe('The date of a credit note', () => {
  test.each<[string, Partial<Company>, CreditInput, string]>([
    ['the present day in Brussels', {}, {}, '2026-09-01'],
    ['the present day in the time zone of the company', { timezone: 'UTC' }, {}, '2026-08-31'],
    ['the present day for null', {}, { issue_date: null }, '2026-09-01'],
    ['that of the request', {}, { issue_date: '2026-08-15' }, '2026-08-15'],
  ])('is %s', (_, company, input, issue_date) => {
    expect(credit(anInvoice(), input, { company: aCompany(company) })).toMatchObject({ issue_date });
  });

  test.each([
    ['continuous', ''],
    ['yearly', '2026'],
    ['monthly', '2026-08'],
  ] as const)('decides the period in a journal whose sequence is %s', (sequence_scope, period) => {
    const found = { journal: journal({ sequence_scope }) };
    const note = credit(anInvoice(), { issue_date: '2026-08-15' }, found);
    expect(note).toMatchObject({ journal_id: 'journal-2', period });
  });
});

describe('The amounts of a credit note', () => {
  const invoice = anInvoice();

  test.each([[undefined], [null]])('are those of the invoice when the lines asked for are %s', (lines) => {
    const { totals, vat_breakdown, credit_origin } = credit(invoice, { lines });
    expect(credit(invoice, { lines }).lines).toEqual(invoice.lines);
    expect({ totals, vat_breakdown }).toEqual({
      ...{ totals: invoice.totals, vat_breakdown: invoice.vat_breakdown },
    });
    expect(credit_origin).toEqual({ lines: [0, 1], allowance_charges: [] });
  });

  test('are those of the lines that are asked for', () => {
    const note = credit(invoice, { lines: [{ index: 1, quantity: '1' }] });
    expect(note.totals).toMatchObject({ lines: '100.00', tax: '6.00', payable: '106.00' });
    expect(note.credit_origin).toEqual({ lines: [1], allowance_charges: [] });
  });

  test('are those of what earlier credit notes left', () => {
    const first = credit(invoice, { lines: [{ index: 0 }, { index: 1, quantity: '1' }] });
    const credited = { ...invoice, ...creditedWith('227.00') };
    const { credit_origin } = first;
    const note = credit(credited, {}, {}, [{ ...first, credit_origin: credit_origin! }]);
    expect(note).toMatchObject({
      ...{ totals: { tax_inclusive: '106.00' }, credit_origin: { lines: [1], allowance_charges: [] } },
    });
  });

  test('count the total of credit notes that were written by hand, but take no line as credited by them', () => {
    const credited = { ...invoice, ...creditedWith('121.00') };
    expect(credit(credited, { lines: [{ index: 1 }] }).totals.payable).toBe('212.00');
    expect(() => credit(credited)).toThrow(
      refusal('validation_error', 'lines: with the other credit notes more than the total of the invoice'),
    );
  });
});

describe('A credit', () => {
  const invoice = anInvoice({ lines: [aLine({ quantity: '3' }), aLine({ quantity: '-1' })] });

  test('of more than the total says so, and names other credit notes only where there are some', () => {
    expect(() => credit(invoice, { lines: [{ index: 0 }] })).toThrow(
      refusal('validation_error', 'lines: more than the total of the invoice'),
    );
  });

  const complete = { ...invoice, ...creditedWith('242.00', true) };
  const quote = aDocument({ type: 'quote' });
  const INACTIVE = journal({ active: false });
  const NAMED = { journal_id: 'journal-2' };

  test.each<[string, Document, CreditInput, string, string | RegExp]>([
    ['of a quote', quote, {}, 'validation_error', 'type: only invoices can be credited'],
    [
      'of what is credited already',
      complete,
      {},
      'validation_error',
      'lines: nothing is left of the invoice',
    ],
    ['of a line below 0 alone', invoice, { lines: [{ index: 1 }] }, 'invalid_amount', /must not be negative/],
  ])('%s is refused', (_, document, input, code, message) => {
    expect(() => credit(document, input)).toThrow(refusal(code, message));
  });

  test.each<[string, FoundJournal | null, CreditInput, string, RegExp]>([
    ['without a default journal', null, {}, 'no_default_journal', /no default journal for sales_credit/],
    ['in a journal that does not exist', null, NAMED, 'invalid_journal', /^No such journal/],
    ['in a journal that is not active', INACTIVE, NAMED, 'invalid_journal', /not active/],
    [
      'of no line of the invoice, in any journal',
      null,
      { lines: [{ index: 5 }] },
      'validation_error',
      /^lines/,
    ],
  ])('%s is refused', (_, found, input, code, message) => {
    expect(() => credit(invoice, input, { journal: found })).toThrow(refusal(code, message));
  });

  test('is in the default journal when the request names none', () => {
    expect(credit(invoice, { journal_id: null }, { journal: INACTIVE }).journal_id).toBe('journal-2');
  });
});
