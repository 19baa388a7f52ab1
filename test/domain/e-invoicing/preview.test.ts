import { issueDateLimits, newDraft, type DocumentInput } from '../../../src/domain/documents/draft';
import {
  previewOf,
  withHolder,
  withSequence,
  type DocumentPreview,
} from '../../../src/domain/e-invoicing/preview';
import type { FoundReferences } from '../../../src/domain/documents/references';
import { NOT_REGISTERED, type SendFault } from '../../../src/domain/e-invoicing/sendable';
import { aCompany } from '../../support/companies';
import { BRUSSELS } from '../../support/documents';
import {
  aCompanyRelation,
  aDeliveryLocation,
  aLine,
  anAllowance,
  documentInput,
  foundReferences,
  NOW,
  UNCREDITED,
} from '../documents/builders';

const TIME = { now: NOW, days_ahead: 31 };

const preview = (
  input: Partial<DocumentInput> = {},
  found: Partial<FoundReferences> = {},
  receiver_faults: readonly SendFault[] = [],
): DocumentPreview => previewOf(documentInput(input), foundReferences(found), receiver_faults, TIME);

const summary = ({ checks }: DocumentPreview) =>
  checks.map(({ code, pointer, rule, blocks }) => [code, pointer, rule, blocks]);

describe('A preview', () => {
  test('of a valid request has no checks, and is the draft without the fields that only a stored document has', () => {
    const id = '019bf0a0-0000-7000-8000-0000000003e8';
    const draft = newDraft(documentInput(), foundReferences(), id, TIME);
    const { document, checks } = preview();
    expect(checks).toEqual([]);
    expect(document).toEqual({
      ...{ ...draft, id: null, number: null, created_at: null, updated_at: null },
      ...{ open_amount: '121.00', credited_amount: '0.00', credit_notes: [], converted_to: [] },
      payment_reference: null, // it would follow from the id
      allowed_actions: ['update', 'delete', 'send', 'pay', 'credit'],
      attachments: [],
    });
  });

  test('shows the payment reference that the request gives', () => {
    const { document } = preview({ payment_reference: '090933755493' });
    expect(document.payment_reference).toBe('+++090/9337/55493+++');
  });

  test.each([
    ['invoice', {}, ['update', 'delete', 'send', 'pay', 'credit']],
    ['quote', {}, ['update', 'delete', 'convert']],
    ['invoice', { books_closed_until: '2026-07-01' }, ['update', 'send', 'pay', 'credit']],
    ['purchase_invoice', {}, ['update', 'delete', 'send', 'pay']],
    ['purchase_invoice', { self_billing_enabled: true }, ['update', 'delete', 'send', 'pay', 'credit']],
  ] as const)('of a %s of a company with %j has the allowed actions %j', (type, members, allowed) => {
    const company = aCompany({ address: BRUSSELS, ...members });
    expect(preview({ type }, { company }).document.allowed_actions).toEqual(allowed);
  });

  test('has no open amount and no credited amount where there is none', () => {
    expect(preview({ type: 'quote' }).document).toMatchObject({ open_amount: null, credited_amount: null });
    expect(preview({ lines: [aLine({ vat_rate: '0' })] }).document.open_amount).toBeNull();
  });
});

describe('A refusal of the creation', () => {
  const CREDIT = { id: null, number: 'X-1', issue_date: null };
  const dutch = aCompanyRelation({ vat: null, address: { ...BRUSSELS, country_code: 'NL' } });
  const reversed = [aLine(), aLine({ vat_rate: '0', vat_category: 'AE' })];
  const nothing_to_reduce = {
    lines: [aLine({ quantity: '0' })],
    allowance_charges: [anAllowance({ amount: '1' })],
  };

  test.each<[string, string | null, Partial<DocumentInput>, Partial<FoundReferences>]>([
    ['validation_error', '/payment_reference', { payment_reference: '090933755494' }, {}],
    ['self_billing_disabled', '/type', { type: 'purchase_invoice' }, {}],
    ['invalid_relation', '/relation_id', {}, { relation: null }],
    ['invalid_relation', '/relation_id', {}, { relation: aCompanyRelation({ address: null }) }],
    ['invalid_journal', '/journal_id', { journal_id: 'gone' }, { journal: null }],
    ['no_default_journal', '/journal_id', {}, { journal: null }],
    ['invalid_delivery_location', '/delivery_location_id', { delivery_location_id: 'gone' }, {}],
    ['validation_error', '/branding_id', { branding_id: 'gone' }, {}],
    ['validation_error', '/preceding_document', { preceding_document: CREDIT }, {}],
    ['not_sendable', '/type', { type: 'proforma', send_peppol: true }, {}],
    ['validation_error', '/due_date', { due_date: '2026-06-01' }, {}],
    ['validation_error', '/period_end', { period_start: '2026-06-02', period_end: '2026-06-01' }, {}],
    ['validation_error', '/lines/1/vat_category', { lines: reversed }, { relation: dutch }],
    ['validation_error', '/lines/0/vat_category', { lines: [aLine({ vat_rate: '0' })] }, {}],
    ['invalid_allowance_charge', '/allowance_charges', nothing_to_reduce, {}],
    ['invalid_amount', '/lines', { lines: [aLine({ quantity: '-1' })] }, {}],
    ['invalid_paid_amount', '/paid_amount', { paid_amount: '121.01' }, {}],
  ])('is the check %s at %p', (code, pointer, input, found) => {
    const { checks } = preview(input, found);
    const message = expect.stringMatching(/./) as string;
    expect(checks[0]).toEqual({ code, pointer, message, rule: null, blocks: 'creation' });
    expect(checks.filter(({ blocks }) => blocks === 'creation')).toHaveLength(1);
  });

  test('is reported together with all others, in the order of a creation', () => {
    const gone = { journal_id: 'gone', branding_id: 'gone', due_date: '2026-06-01' };
    const lines = [aLine({ quantity: '-1' })];
    const noted = preview({ ...gone, type: 'purchase_invoice', lines }, { relation: null, journal: null });
    expect(summary(noted)).toEqual([
      ['self_billing_disabled', '/type', null, 'creation'],
      ['invalid_relation', '/relation_id', null, 'creation'],
      ['invalid_journal', '/journal_id', null, 'creation'],
      ['validation_error', '/branding_id', null, 'creation'],
      ['validation_error', '/due_date', null, 'creation'],
      ['invalid_amount', '/lines', null, 'creation'],
    ]);
    expect(noted.document).toMatchObject({ relation_id: null, totals: { tax_inclusive: '-121.00' } });
  });

  test('of a line is reported for each line that has it', () => {
    const uneven = [aLine({ vat_rate: '0' }), aLine(), aLine({ discount_amount: '1.005' })];
    expect(summary(preview({ lines: uneven }))).toEqual([
      ['validation_error', '/lines/0/vat_category', null, 'creation'],
      ['validation_error', '/lines/2/discount_amount', null, 'creation'],
    ]);
    const exports = [
      aLine({ vat_rate: '0', vat_category: 'G' }),
      aLine(),
      aLine({ vat_rate: '0', vat_category: 'G' }),
    ];
    expect(summary(preview({ lines: exports })).slice(0, 2)).toEqual([
      ['validation_error', '/lines/0/vat_category', null, 'creation'],
      ['validation_error', '/lines/2/vat_category', null, 'creation'],
    ]);
  });

  test('is distinguished from an error of the service, which ends the preview', () => {
    const lines = [null] as unknown as DocumentInput['lines'];
    expect(() => preview({ lines })).toThrow(TypeError);
  });

  test('about the delivery location is not checked without its relation', () => {
    const noted = preview({ delivery_location_id: 'gone' }, { relation: null });
    expect(noted.checks.map(({ code }) => code)).toEqual(['invalid_relation']);
  });

  test('about the destination is not checked when the delivery location is refused', () => {
    const lines = [aLine({ vat_rate: '0', vat_category: 'G' })];
    const codes = (input: Partial<DocumentInput>) =>
      preview({ lines, ...input }).checks.flatMap(({ code, blocks }) => (blocks === 'creation' ? code : []));
    expect(codes({})).toEqual(['validation_error']);
    expect(codes({ delivery_location_id: 'gone' })).toEqual(['invalid_delivery_location']);
  });
});

describe('A refusal of the send', () => {
  const no_address = { relation: aCompanyRelation({ electronic_address: null }) };
  const unaddressed = { company: aCompany({ vat: 'BE0123456749', address: BRUSSELS }) };

  test('is reported after those of the creation: addresses, then the receiver, then the content', () => {
    const noted = preview({ branding_id: 'gone', currency: 'KWD' }, unaddressed, [NOT_REGISTERED]);
    expect(summary(noted)).toEqual([
      ['validation_error', '/branding_id', null, 'creation'],
      ['send_failed', null, null, 'sending'],
      ['send_failed', '/relation_id', null, 'sending'],
      ['send_failed', '/currency', 'UBL-DT-01', 'sending'],
    ]);
  });

  test.each([
    ['the relation', no_address, '/relation_id'],
    ['the company', unaddressed, null],
  ])('is a missing electronic address of %s, reported once', (_, found, pointer) => {
    expect(summary(preview({}, found))).toEqual([['send_failed', pointer, null, 'sending']]);
  });

  test('is a rule of the network, with its name and message', () => {
    const message = expect.stringMatching(/\(BR-CL-08\)$/) as string;
    expect(preview({ note: 'Order #123#' }).checks).toEqual([
      { code: 'send_failed', pointer: '/note', rule: 'BR-CL-08', message, blocks: 'sending' },
    ]);
  });

  test('may come with a warning, which blocks nothing', () => {
    const relation = aCompanyRelation({ electronic_address: '0106:x' });
    expect(summary(preview({}, { relation }))).toEqual([
      ['network_warning', '/relation_id', 'PEPPOL-COMMON-R054', 'nothing'],
    ]);
  });

  test.each<[string, Partial<DocumentInput>, Partial<FoundReferences>]>([
    ['of a type that is not transported', { type: 'quote' }, no_address],
    ['whose relation is refused', {}, { relation: null }],
    ['whose amounts are refused', { lines: [aLine({ vat_rate: '0' })] }, no_address],
  ])('is not reported for a document %s', (_, input, found) => {
    const { checks } = preview(input, found);
    expect(checks.filter(({ blocks }) => blocks !== 'creation')).toEqual([]);
  });

  test.each<[string, Partial<DocumentInput>]>([
    ['a period that ends before it starts', { period_start: '2026-06-02', period_end: '2026-06-01' }],
    ['a category that needs a VAT number', { lines: [aLine({ vat_rate: '0', vat_category: 'AE' })] }],
    [
      'a category that needs a VAT number of another state',
      { lines: [aLine({ vat_rate: '0', vat_category: 'K' })], delivery_location_id: 'location-1' },
    ],
  ])('is not reported for what the creation refuses already: %s', (_, input) => {
    const relation = aCompanyRelation({ vat: null, identifier: null });
    const noted = preview(
      { delivery_date: '2026-06-01', ...input },
      { relation, delivery_location: aDeliveryLocation() },
    );
    expect(noted.checks.map(({ code, blocks }) => [code, blocks])).toEqual([
      ['validation_error', 'creation'],
    ]);
  });

  test('is reported for a document without a journal or with a wrong delivery location', () => {
    const noted = preview({ delivery_location_id: 'gone' }, { journal: null, ...no_address });
    const codes = noted.checks.map(({ code }) => code);
    expect(codes).toEqual(['no_default_journal', 'invalid_delivery_location', 'send_failed']);
    const located = { delivery_location: aDeliveryLocation() };
    expect(preview({ delivery_location_id: 'location-1' }, located).checks).toEqual([]);
  });
});

describe('A check against stored documents', () => {
  const input = { issue_date: '2026-07-01', branding_id: 'gone' };
  const limits = issueDateLimits(input, { company: aCompany(), journal: null }, TIME);
  const noted = preview(input, { relation: aCompanyRelation({ electronic_address: null }) });

  test('is absent when the date fits the sequence, and no document has the external id', () => {
    expect(withSequence(noted, limits, { min: '2026-06-30', max: null })).toEqual(noted);
    expect(withHolder(noted, undefined)).toBe(noted);
  });

  test('comes after other refusals of the creation, the external id last, and before refusals of the send', () => {
    const dated = withSequence(noted, limits, { min: '2026-07-02', max: null });
    const held = withHolder(dated, 'holder-1');
    expect(held.document).toBe(noted.document);
    expect(summary(held)).toEqual([
      ['validation_error', '/branding_id', null, 'creation'],
      ['invalid_issue_date', '/issue_date', null, 'creation'],
      ['external_id_in_use', '/external_id', null, 'creation'],
      ['send_failed', '/relation_id', null, 'sending'],
    ]);
    expect(held.checks[2]!.message).toBe('A resource with this external_id exists already: holder-1.');
  });
});

describe('A credit note of an invoice of 121.00', () => {
  const invoice: NonNullable<FoundReferences['preceding_document']> = {
    ...{ id: 'invoice-1', type: 'invoice', number: 'INV-1', issue_date: '2026-06-01' },
    ...{ relation_id: 'relation-1', currency: 'EUR', ...UNCREDITED },
  };
  const credit = (
    unit_price: string,
    credited: string | null,
    members: Partial<DocumentInput> = {},
    state: Partial<NonNullable<FoundReferences['preceding_document']>> = {},
  ) => {
    const line = aLine({ vat_rate: '0', vat_category: 'E', vat_exemption_reason: 'Exempt', unit_price });
    const credits = credited === null ? {} : { credited: { amount: credited } as never };
    const preceding = { ...invoice, ...credits, ...state };
    const input = { type: 'credit_note', preceding_document: { id: 'invoice-1' }, lines: [line] } as const;
    return preview({ ...input, ...members }, { preceding_document: preceding });
  };

  test.each([
    ['121', null, []],
    ['60', '61.00', []],
    ['121.01', null, [['credit_above_invoice', '/preceding_document', null, 'nothing']]],
    ['60.01', '61.00', [['credit_above_invoice', '/preceding_document', null, 'nothing']]],
  ])('of %s after credit notes of %s has the checks %j', (amount, credited, checks) => {
    expect(summary(credit(amount, credited))).toEqual(checks);
  });

  test.each([
    ['121', null, '0.00', 'paid'],
    ['121', { links: '100.00' }, '100.00', 'partial'],
    ['121', { links: '121.00' }, '121.00', 'unpaid'],
    ['130', null, '9.00', 'partial'],
  ])(
    'of %s is set off against it with %j settled: %s is open',
    (amount, sums, open_amount, payment_status) => {
      const settlement = sums && { payments: null, set_off: null, ...sums };
      const { document } = credit(amount, null, {}, { settlement });
      expect(document).toMatchObject({ open_amount, payment_status });
      expect(document.allowed_actions.includes('pay')).toBe(open_amount !== '0.00');
    },
  );

  test('is not set off against one that was received', () => {
    expect(credit('121', null, {}, { status: 'received' }).document.open_amount).toBe('121.00');
  });

  test('above it has a check that says so', () => {
    expect(credit('122', null).checks[0]!.message).toBe(
      'The invoice would be credited with more than its total.',
    );
  });

  test('is not compared with an invoice that it may not name', () => {
    expect(summary(credit('121.01', null, { relation_id: 'relation-2' }))).toEqual([
      ['validation_error', '/preceding_document', null, 'creation'],
    ]);
  });
});
