import { issueDateLimits, newDraft, type DocumentInput } from '../../../src/domain/documents/draft';
import { previewOf, withSequence, type DocumentPreview } from '../../../src/domain/e-invoicing/preview';
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
      ...draft,
      id: null,
      number: null,
      created_at: null,
      updated_at: null,
      open_amount: '121.00',
      credited_amount: '0.00',
      credit_notes: [],
      converted_to: [],
      payment_reference: null, // it would follow from the id
      allowed_actions: ['update', 'delete', 'send', 'pay', 'credit'],
      attachments: [],
    });
  });

  test('shows the payment reference that the request gives', () => {
    expect(preview({ payment_reference: '090933755493' }).document.payment_reference).toBe(
      '+++090/9337/55493+++',
    );
  });

  test.each([
    ['invoice', null, ['update', 'delete', 'send', 'pay', 'credit']],
    ['quote', null, ['update', 'delete', 'convert']],
    ['invoice', '2026-07-01', ['update', 'send', 'pay', 'credit']],
  ] as const)('of a %s, books closed until %p, has the allowed actions: %p', (type, closed, allowed) => {
    const company = aCompany({ books_closed_until: closed, address: BRUSSELS });
    expect(preview({ type }, { company }).document.allowed_actions).toEqual(allowed);
  });
});

describe('A refusal of the creation', () => {
  const CREDIT = { id: null, number: 'X-1', issue_date: null };
  const dutch = { ...BRUSSELS, country_code: 'NL' };

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
    [
      'validation_error',
      '/lines/1/vat_category',
      { lines: [aLine(), aLine({ vat_rate: '0', vat_category: 'AE' })] },
      { relation: aCompanyRelation({ vat: null, address: dutch }) },
    ],
    ['validation_error', '/lines/0/vat_category', { lines: [aLine({ vat_rate: '0' })] }, {}],
    [
      'invalid_allowance_charge',
      '/allowance_charges',
      { lines: [aLine({ quantity: '0' })], allowance_charges: [anAllowance({ amount: '1' })] },
      {},
    ],
    ['invalid_amount', '/lines', { lines: [aLine({ quantity: '-1' })] }, {}],
    ['invalid_paid_amount', '/paid_amount', { paid_amount: '121.01' }, {}],
  ])('is the check %s at %p', (code, pointer, input, found) => {
    const { checks } = preview(input, found);
    expect(checks[0]).toEqual({
      code,
      pointer,
      message: expect.stringMatching(/./) as string,
      rule: null,
      blocks: 'creation',
    });
    expect(checks.filter(({ blocks }) => blocks === 'creation')).toHaveLength(1);
  });

  test('is reported together with all others, in the order of a creation', () => {
    const noted = preview(
      {
        ...{ type: 'purchase_invoice', journal_id: 'gone', branding_id: 'gone', due_date: '2026-06-01' },
        lines: [aLine({ quantity: '-1' })],
      },
      { relation: null, journal: null },
    );
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
      preview({ lines, ...input })
        .checks.filter(({ blocks }) => blocks === 'creation')
        .map(({ code }) => code);
    expect(codes({})).toEqual(['validation_error']);
    expect(codes({ delivery_location_id: 'gone' })).toEqual(['invalid_delivery_location']);
  });
});

describe('A refusal of the send', () => {
  const no_address = { relation: aCompanyRelation({ electronic_address: null }) };

  test('is reported after those of the creation: addresses, then the receiver, then the content', () => {
    const noted = preview(
      { branding_id: 'gone', currency: 'KWD' },
      { company: aCompany({ vat: 'BE0123456749', address: BRUSSELS }) },
      [NOT_REGISTERED],
    );
    expect(summary(noted)).toEqual([
      ['validation_error', '/branding_id', null, 'creation'],
      ['send_failed', null, null, 'sending'],
      ['send_failed', '/relation_id', null, 'sending'],
      ['send_failed', '/currency', null, 'sending'],
      ['send_failed', '/currency', 'UBL-DT-01', 'sending'],
    ]);
  });

  test.each([
    ['the relation', no_address, '/relation_id'],
    ['the company', { company: aCompany({ vat: 'BE0123456749', address: BRUSSELS }) }, null],
  ])('is a missing electronic address of %s, reported once', (_, found, pointer) => {
    expect(summary(preview({}, found))).toEqual([['send_failed', pointer, null, 'sending']]);
  });

  test('is a rule of the network, with its name and message', () => {
    const { checks } = preview({ note: 'Order #123#' });
    expect(checks).toEqual([
      {
        code: 'send_failed',
        pointer: '/note',
        rule: 'BR-CL-08',
        message: expect.stringMatching(/\(BR-CL-08\)$/) as string,
        blocks: 'sending',
      },
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

  test('is reported for a document without a journal or with a wrong delivery location', () => {
    const noted = preview({ delivery_location_id: 'gone' }, { journal: null, ...no_address });
    expect(noted.checks.map(({ code }) => code)).toEqual([
      'no_default_journal',
      'invalid_delivery_location',
      'send_failed',
    ]);
    const located = { delivery_location: aDeliveryLocation() };
    expect(preview({ delivery_location_id: 'location-1' }, located).checks).toEqual([]);
  });
});

describe('A check of the date against the sequence', () => {
  const input = { issue_date: '2026-07-01', branding_id: 'gone' };
  const limits = issueDateLimits(input, aCompany(), TIME);
  const noted = preview(input, { relation: aCompanyRelation({ electronic_address: null }) });

  test('is absent when the date fits', () => {
    expect(withSequence(noted, limits, { min: '2026-06-30', max: null })).toEqual(noted);
  });

  test('comes after other refusals of the creation, and before refusals of the send', () => {
    const { document, checks } = withSequence(noted, limits, { min: '2026-07-02', max: null });
    expect(document).toBe(noted.document);
    expect(checks.map(({ code, pointer, blocks }) => [code, pointer, blocks])).toEqual([
      ['validation_error', '/branding_id', 'creation'],
      ['invalid_issue_date', '/issue_date', 'creation'],
      ['send_failed', '/relation_id', 'sending'],
    ]);
  });
});
