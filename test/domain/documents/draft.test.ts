import {
  draftParts,
  issueDateLimits,
  newDraft,
  withOtherReference,
  type DocumentInput,
} from '../../../src/domain/documents/draft';
import { UNNUMBERED } from '../../../src/domain/documents/document';
import { DOCUMENT_TYPE_NAMES, DOCUMENT_TYPES } from '../../../src/domain/documents/document-type';
import type { FoundReferences } from '../../../src/domain/documents/references';
import { DomainError } from '../../../src/domain/errors';
import { newJournal } from '../../../src/domain/numbering/journal';
import { newRelation } from '../../../src/domain/master-data/relation';
import { aCompany } from '../../support/companies';
import { BRUSSELS } from '../../support/documents';
import { refusal } from '../refusal';
import {
  aCompanyRelation,
  aDeliveryLocation,
  aLine,
  anAllowance,
  documentInput,
  foundReferences,
  NOW,
  UNCREDITED,
} from './builders';

const ID = '019bf0a0-0000-7000-8000-0000000003e8'; // its last 15 hexadecimal digits are 1000
const TIME = { now: NOW, days_ahead: 31 };
const BRANDING = {
  id: 'branding-1',
  name: 'House style',
  primary_color: '#003366',
  address_position: 'left' as const,
  header: 'Head',
  footer: 'Foot',
  logo_sha256: null,
};

const draft = (
  input: Partial<DocumentInput> = {},
  found: Partial<FoundReferences> = {},
  time: Partial<typeof TIME> = {},
) => newDraft(documentInput(input), foundReferences(found), ID, { ...TIME, ...time });

/** The references of a document of each type: a journal of its category, and self-billing enabled. */
const foundFor = (type: DocumentInput['type'], found: Partial<FoundReferences> = {}) => ({
  company: aCompany({ vat: 'BE0123456749', address: BRUSSELS, self_billing_enabled: true }),
  journal: newJournal({ code: 'J', name: 'J', category: DOCUMENT_TYPES[type].category }, 'journal-1', {
    now: NOW,
    time_zone: 'UTC',
  }),
  ...found,
});

describe('A draft', () => {
  test('of a type, a relation and lines is complete except for its number', () => {
    const { seller, buyer, lines, vat_breakdown, totals, ...rest } = draft();
    expect(rest).toEqual({
      ...UNNUMBERED,
      id: ID,
      type: 'invoice',
      journal_id: 'journal-1',
      period: '2026',
      status: 'draft',
      accounting_status: 'pending',
      peppol_status: null,
      peppol_error: null,
      payment_status: 'unpaid',
      relation_id: 'relation-1',
      delivery_location_id: null,
      branding_id: null,
      issue_date: '2026-07-01',
      due_date: '2026-07-31',
      delivery_date: null,
      period_start: null,
      period_end: null,
      currency: 'EUR',
      company_currency: 'EUR',
      language: 'en',
      buyer_reference: null,
      order_reference: null,
      note: null,
      payment_reference: '+++000/0001/00030+++',
      payment_reference_made: true,
      converted_from: null,
      credit_origin: null,
      credited: null,
      responses: [],
      preceding_document: null,
      delivery: null,
      payment: { iban: 'BE68539007547034', bic: 'KREDBEBB' },
      payee: null,
      payment_terms: null,
      branding: null,
      embed_pdf: true,
      allowance_charges: [],
      paid_amount: null,
      settlement: null,
      exchange_rate: null,
      duplicate_of: null,
      marked_sent: false,
      was_rejected: false,
      sent_at: null,
      transmitted_at: null,
      received_at: null,
      external_id: null,
      metadata: {},
      version: 1,
      created_at: NOW,
      updated_at: NOW,
    });
    expect([seller.name, buyer.name]).toEqual(['Janssens BV', 'Peeters NV']);
    expect(lines).toMatchObject([{ name: 'Work', net_amount: '100.00' }]);
    expect(vat_breakdown).toMatchObject([{ taxable_amount: '100.00', vat_amount: '21.00' }]);
    expect(totals).toMatchObject({ tax_inclusive: '121.00', payable: '121.00' });
  });

  test('has the fields of the request', () => {
    const given = {
      external_id: 'own-1',
      metadata: { shop: 'gent' },
      issue_date: '2026-07-03',
      due_date: '2026-08-15',
      delivery_date: '2026-06-28',
      period_start: '2026-06-01',
      period_end: '2026-06-30',
      currency: 'USD',
      exchange_rate: '0.92',
      language: 'fr',
      paid_amount: '108.90',
      buyer_reference: 'B-1',
      order_reference: 'PO-1',
      note: 'Thank you',
      payment_reference: 'Mine',
    } as const;
    const found = { delivery_location: aDeliveryLocation(), branding: BRANDING };
    const named = { delivery_location_id: 'location-1', branding_id: 'branding-1', journal_id: 'journal-1' };

    expect(
      draft({ ...given, ...named, allowance_charges: [anAllowance({ amount: '10' })] }, found),
    ).toMatchObject({
      ...given,
      ...named,
      company_currency: 'EUR',
      payment_reference_made: false,
      payment_status: 'paid',
      delivery: { name: 'Warehouse' },
      branding: { name: 'House style' },
      allowance_charges: [{ applied_amount: '10.00' }],
      totals: { allowances: '10.00', paid: '108.90' },
    });
  });

  test('is dated today in the time zone of the company', () => {
    const now = new Date('2026-06-30T23:30:00.000Z');
    const company = (timezone: string) => ({ company: aCompany({ timezone }) });
    expect(draft({}, company('Europe/Brussels'), { now }).issue_date).toBe('2026-07-01');
    expect(draft({}, company('America/New_York'), { now }).issue_date).toBe('2026-06-30');
  });

  test('belongs to the period of its issue date', () => {
    const monthly = newJournal(
      { code: 'M', name: 'Monthly', category: 'sales', sequence_scope: 'monthly' },
      'journal-2',
      { now: NOW, time_zone: 'UTC' },
    );
    expect(draft({ issue_date: '2026-06-30' }, { journal: monthly })).toMatchObject({
      journal_id: 'journal-2',
      period: '2026-06',
    });
  });

  test.each([
    ['invoice', 14, '2026-07-15'],
    ['invoice', 0, '2026-07-01'],
    ['invoice', null, '2026-07-31'],
    ['purchase_invoice', 14, '2026-07-15'],
    ['credit_note', 14, null],
    ['purchase_credit_note', null, null],
  ] as const)('of type %s, payment term %p, is due on %p', (type, payment_term_days, expected) => {
    const relation = aCompanyRelation({ payment_term_days });
    expect(draft({ type }, foundFor(type, { relation })).due_date).toBe(expected);
  });

  test.each([
    ['the request', { language: 'fr' }, 'nl', 'de', 'fr'],
    ['the relation', {}, 'nl', 'de', 'nl'],
    ['the company', {}, null, 'de', 'de'],
  ] as const)('is in the language of %s first', (_, given, of_relation, of_company, expected) => {
    const found = {
      relation: aCompanyRelation({ language: of_relation }),
      company: aCompany({ language: of_company }),
    };
    expect(draft(given, found).language).toBe(expected);
  });

  test.each([
    ['the request', { buyer_reference: 'B-1' }, 'B-1'],
    ['the relation', {}, 'R-1'],
  ] as const)('has the buyer reference of %s first', (_, given, expected) => {
    const relation = aCompanyRelation({ buyer_reference: 'R-1' });
    expect(draft(given, { relation }).buyer_reference).toBe(expected);
  });

  test('is in the currency of the company unless the request names another', () => {
    const company = aCompany({ currency: 'JPY', vat: 'BE0123456749' });
    expect(draft({}, { company })).toMatchObject({
      currency: 'JPY',
      company_currency: 'JPY',
      totals: { tax_inclusive: '121' },
    });
    expect(draft({ currency: 'EUR' }, { company })).toMatchObject({
      currency: 'EUR',
      company_currency: 'JPY',
    });
  });

  test('has the setting of the company on embedding the PDF in the UBL', () => {
    expect(draft({}, { company: aCompany({ embed_pdf: false }) }).embed_pdf).toBe(false);
  });

  test.each(DOCUMENT_TYPE_NAMES)('of type %s has the right seller and the account of that seller', (type) => {
    const { seller, payment } = draft({ type }, foundFor(type));
    const [name, iban] =
      DOCUMENT_TYPES[type].direction === 'sales'
        ? ['Janssens BV', 'BE68539007547034']
        : ['Peeters NV', 'BE62510007547061'];
    expect([seller.name, payment?.iban]).toEqual([name, iban]);
  });

  test('can be made out to a person', () => {
    const person = newRelation({ type: 'contact', last_name: 'Maes', address: BRUSSELS }, 'relation-1', NOW);
    expect(draft({}, { relation: person }).buyer).toMatchObject({ name: 'Maes', vat: null });
  });

  test('of a credit note keeps the invoice that it credits', () => {
    const invoice = {
      id: 'd1',
      type: 'invoice',
      number: 'INV-1',
      issue_date: '2026-06-01',
      relation_id: 'relation-1',
      currency: 'EUR',
      ...UNCREDITED,
    } as const;
    const given = { type: 'credit_note', preceding_document: { id: 'd1' } } as const;
    expect(draft(given, foundFor('credit_note', { preceding_document: invoice })).preceding_document).toEqual(
      {
        id: 'd1',
        number: 'INV-1',
        issue_date: '2026-06-01',
      },
    );
    const in_dollars = foundFor('credit_note', { preceding_document: { ...invoice, currency: 'USD' } });
    expect(() => draft(given, in_dollars)).toThrow(refusal('validation_error', /in the same currency$/));
    expect(draft({ ...given, currency: 'USD' }, in_dollars).preceding_document).toMatchObject({ id: 'd1' });
  });
});

describe('The payment reference of a draft', () => {
  test.each([
    ['090933755493', '+++090/9337/55493+++'],
    ['Mine', 'Mine'],
  ])('given as %s is kept as %s', (payment_reference, expected) => {
    expect(draft({ payment_reference })).toMatchObject({
      payment_reference: expected,
      payment_reference_made: false,
    });
  });

  test.each([
    ['an invoice in euro of a Belgian seller', true, {}, 'BE0123456749'],
    ['an invoice in dollars', false, { currency: 'USD' }, 'BE0123456749'],
    ['a credit note', false, { type: 'credit_note' }, 'BE0123456749'],
    ['a quote', false, { type: 'quote' }, 'BE0123456749'],
    ['a self-billed invoice', false, { type: 'purchase_invoice' }, 'BE0123456749'],
    ['an invoice of a Dutch seller', false, {}, 'NL123456782B12'],
    ['an invoice of a seller without a VAT number', false, {}, null],
  ] as const)('of %s is generated when none is given: %p', (_, is_made, given, vat) => {
    const { type = 'invoice' } = given as Partial<DocumentInput>;
    const company = aCompany({ vat, address: BRUSSELS, self_billing_enabled: true });
    expect(draft(given, foundFor(type, { company }))).toMatchObject({
      payment_reference: is_made ? '+++000/0001/00030+++' : null,
      payment_reference_made: is_made,
    });
  });

  test('is derived from the random part of the id, and has at most ten digits', () => {
    const made = (id: string) => newDraft(documentInput(), foundReferences(), id, TIME).payment_reference;
    expect(made('ffffffff-ffff-ffff-f000-0000000003e8')).toBe(made(ID));
    expect(made('019bf0a0-0000-7000-8000-0002540be3ff')).toBe('+++999/9999/99948+++');
    expect(made('019bf0a0-0000-7000-8000-0002540be400')).toBe('+++000/0000/00097+++');
    expect(made('019bf0a0-0000-7000-8000-0002540be401')).toBe('+++000/0000/00101+++');
  });

  test('differs for another id', () => {
    const first = draft();
    const other = withOtherReference(first, '019bf0a0-0000-7000-8000-0000000003e9');
    expect(other).toEqual({
      ...first,
      id: '019bf0a0-0000-7000-8000-0000000003e9',
      payment_reference: '+++000/0001/00131+++',
    });
  });
});

describe('A request that breaks several rules', () => {
  const CREDITED = {
    id: 'd1',
    type: 'purchase_invoice',
    number: 'INV-1',
    issue_date: '2026-06-01',
    relation_id: 'relation-1',
    currency: 'EUR',
    ...UNCREDITED,
  } as const;
  /** Each row breaks one rule more, in the order in which they are checked. */
  const FAULTS: readonly {
    readonly code: string;
    readonly message: RegExp;
    readonly input?: Partial<DocumentInput>;
    readonly found?: Partial<FoundReferences>;
  }[] = [
    {
      code: 'validation_error',
      message: /^payment_reference: the check digits are wrong$/,
      input: { payment_reference: '090933755494' },
    },
    {
      code: 'self_billing_disabled',
      message: /not enabled/,
      found: { company: aCompany({ self_billing_enabled: false }) },
    },
    { code: 'invalid_relation', message: /No such relation/, found: { relation: null } },
    { code: 'invalid_journal', message: /No such journal/, found: { journal: null } },
    {
      code: 'invalid_delivery_location',
      message: /no such delivery location/,
      input: { delivery_location_id: 'gone' },
    },
    { code: 'validation_error', message: /^branding_id: /, input: { branding_id: 'gone' } },
    {
      code: 'validation_error',
      message: /^preceding_document: must be an invoice of the same relation$/,
      found: {
        preceding_document: { ...CREDITED, relation_id: 'relation-2' },
      },
    },
    { code: 'validation_error', message: /^due_date: /, input: { due_date: '2026-06-30' } },
    { code: 'validation_error', message: /^period_end: /, input: { period_end: '2026-05-31' } },
    {
      code: 'validation_error',
      message: /^lines\.0\.vat_category: needs a relation with a VAT number$/,
      found: { relation: aCompanyRelation({ vat: null }) },
    },
    {
      code: 'validation_error',
      message: /^lines\.0\.discount_amount: /,
      input: { lines: [aLine({ vat_rate: '0', vat_category: 'AE', discount_amount: '101' })] },
    },
    {
      code: 'invalid_allowance_charge',
      message: /./,
      input: { lines: [aLine({ vat_rate: '0', vat_category: 'AE', quantity: '0' })] },
    },
  ];
  const WELL_FORMED = {
    input: {
      type: 'purchase_credit_note',
      journal_id: 'journal-1',
      preceding_document: { id: 'd1' },
      period_start: '2026-06-01',
      period_end: '2026-06-30',
      lines: [aLine({ vat_rate: '0', vat_category: 'AE' })],
      allowance_charges: [anAllowance({ amount: '1' })],
    },
    found: foundFor('purchase_credit_note', {
      preceding_document: CREDITED,
    }),
  } as const;
  /** The request and its references, with all errors from the given one on; the first one is reported. */
  const broken = (first: number) => {
    const faults = FAULTS.slice(first).reverse();
    return draft(
      Object.assign({}, WELL_FORMED.input, ...faults.map(({ input }) => input)) as Partial<DocumentInput>,
      Object.assign({}, WELL_FORMED.found, ...faults.map(({ found }) => found)) as Partial<FoundReferences>,
    );
  };

  test.each(FAULTS.map(({ code, message }, index) => [code, String(message), index] as const))(
    'is refused for the first of them: %s %s',
    (code, _, index) => {
      expect(() => broken(index)).toThrow(refusal(code, FAULTS[index]!.message));
    },
  );

  test('is accepted when they are fixed', () => {
    expect(broken(FAULTS.length)).toMatchObject({ type: 'purchase_credit_note' });
  });
});

describe('A draft is refused', () => {
  const DUTCH = { ...BRUSSELS, country_code: 'NL' };
  const intra_community = { lines: [aLine({ vat_rate: '0', vat_category: 'K' })] } as const;
  const exported = { lines: [aLine({ vat_rate: '0', vat_category: 'G' })] } as const;

  test.each<[string, Partial<DocumentInput>, Partial<FoundReferences>, string, RegExp]>([
    ['without a default journal', {}, { journal: null }, 'no_default_journal', /sales/],
    [
      'to a relation without an address',
      {},
      { relation: aCompanyRelation({ address: null }) },
      'invalid_relation',
      /./,
    ],
    ['when its total is below 0', { lines: [aLine({ quantity: '-1' })] }, {}, 'invalid_amount', /./],
    ['when more is paid than its total', { paid_amount: '122' }, {}, 'invalid_paid_amount', /./],
    [
      'as an intra-Community supply to a relation of its own country',
      intra_community,
      {},
      'validation_error',
      /^lines\.0\.vat_category/,
    ],
    [
      'as an export within the EU',
      exported,
      {},
      'validation_error',
      /^lines\.0\.vat_category: needs a destination/,
    ],
    [
      'as an intra-Community supply from the country of a company without a VAT number',
      intra_community,
      {
        company: aCompany({ address: DUTCH }),
        relation: aCompanyRelation({ vat: 'NL123456782B12', address: DUTCH }),
      },
      'validation_error',
      /^lines\.0\.vat_category/,
    ],
  ])('%s', (_, input, found, code, message) => {
    expect(() => draft(input, found)).toThrow(refusal(code, message));
  });

  test.each<[string, Partial<DocumentInput>, Partial<FoundReferences>]>([
    [
      'an intra-Community supply to a relation of another country',
      intra_community,
      { relation: aCompanyRelation({ vat: 'NL123456782B12', address: DUTCH }) },
    ],
    [
      'an intra-Community supply of a company without an address',
      intra_community,
      { company: aCompany(), relation: aCompanyRelation({ vat: 'NL123456782B12', address: DUTCH }) },
    ],
    [
      'an export to the address of the relation',
      exported,
      { relation: aCompanyRelation({ address: { ...BRUSSELS, country_code: 'US' } }) },
    ],
    [
      'an export to a delivery location',
      { ...exported, delivery_location_id: 'location-1' },
      {
        delivery_location: { ...aDeliveryLocation(), address: { ...BRUSSELS, country_code: 'US' } },
      },
    ],
  ])('but not as %s', (_, input, found) => {
    expect(draft(input, found)).toMatchObject({ totals: { tax: '0.00' } });
  });

  test.each(DOCUMENT_TYPE_NAMES)('with send_peppol when the network does not transport it: %s', (type) => {
    const create = () => draft({ type, send_peppol: true }, foundFor(type));
    if (['proforma', 'quote'].includes(type)) expect(create).toThrow(refusal('not_sendable', /./));
    else expect(create()).toMatchObject({ type });
    expect(draft({ type, send_peppol: false }, foundFor(type))).toMatchObject({ type });
  });

  test.each(DOCUMENT_TYPE_NAMES)('as self-billed while the company has that disabled: %s', (type) => {
    const create = () =>
      draft({ type }, foundFor(type, { company: aCompany({ self_billing_enabled: false }) }));
    if (type.startsWith('purchase_')) expect(create).toThrow(refusal('self_billing_disabled', /./));
    else expect(create()).toMatchObject({ type });
  });
});

describe('Parts of a draft', () => {
  /** @returns the parts, and the codes of what was refused */
  const partsOf = (input: Partial<DocumentInput>, found: Partial<FoundReferences> = {}) => {
    const refused: string[] = [];
    const parts = draftParts(documentInput(input), foundReferences(found), ID, TIME, (step) => {
      try {
        return step();
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        refused.push(error.code);
        return null;
      }
    });
    return { parts, refused };
  };

  test('are null when their step was refused', () => {
    const { parts, refused } = partsOf(
      { payment_reference: '090933755494', delivery_location_id: 'gone', due_date: '2026-06-01' },
      { relation: null, journal: null },
    );
    // The delivery location is not looked up without its relation.
    expect(refused).toEqual([
      'validation_error',
      'invalid_relation',
      'no_default_journal',
      'validation_error',
    ]);
    expect(parts).toMatchObject({
      ...{ journal_id: null, period: null, relation_id: null, seller: null, buyer: null, payment: null },
      ...{ language: 'en', buyer_reference: null, preceding_document: null },
      totals: { tax_inclusive: '121.00' },
      payment_status: 'unpaid',
    });
  });

  test('without a relation are due after 30 days and not subject to rules about parties', () => {
    const lines = [aLine({ vat_rate: '0', vat_category: 'AE' })];
    const { parts, refused } = partsOf({ lines }, { relation: null });
    expect(refused).toEqual(['invalid_relation']);
    expect(parts.due_date).toBe('2026-07-31');
  });

  test('have no amounts when a line is refused', () => {
    const { parts, refused } = partsOf({ lines: [aLine({ vat_rate: '0' })] });
    expect(refused).toEqual(['validation_error']);
    const nothing = { lines: null, allowance_charges: null, vat_breakdown: null, totals: null };
    expect(parts).toMatchObject({ ...nothing, paid_amount: null, exchange_rate: null, payment_status: null });
  });
});

describe('What limits the issue date of a new document', () => {
  const company = aCompany({ timezone: 'Europe/Brussels', books_closed_until: '2026-05-31' });

  test('is the window of today, and its own due date', () => {
    const time = { now: new Date('2026-06-30T23:30:00.000Z'), days_ahead: 10 };
    const input = { issue_date: '2026-07-02', due_date: '2026-07-20' };
    expect(issueDateLimits(input, { company, journal: null }, time)).toEqual({
      given: '2026-07-02',
      window: { min: '2026-06-01', max: '2026-07-11' },
      due_date: '2026-07-20',
    });
  });

  test.each([
    ['{code}{yy}-{seq}', '2000-01-01'],
    ['{code}{yyyy}{yy}-{seq}', null],
    ['{code}-{seq}', null],
  ])('is one century for years of two digits: %s from %s', (number_format, min) => {
    const references = { company: { ...company, books_closed_until: null }, journal: { number_format } };
    expect(issueDateLimits({}, references, TIME).window).toEqual({ min, max: '2026-08-01' });
    expect(issueDateLimits({}, { ...references, company }, TIME).window.min).toBe('2026-06-01');
    const late = { now: new Date('2099-12-20T12:00:00.000Z'), days_ahead: 31 };
    const max = min === null ? '2100-01-20' : '2099-12-31';
    expect(issueDateLimits({}, references, late).window).toEqual({ min, max });
  });

  test('is empty when the request has no dates', () => {
    const open = { ...company, books_closed_until: null };
    expect(issueDateLimits({}, { company: open, journal: null }, TIME)).toEqual({
      given: null,
      window: { min: null, max: '2026-08-01' },
      due_date: null,
    });
  });
});
