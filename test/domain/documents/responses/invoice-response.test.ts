import {
  assertComplete,
  type InvoiceResponse,
  latestInOrder,
  MAX_RESPONSES,
  mayRespond,
  type Respondable,
  RESPONSE_STATUSES,
  type ResponseContent,
  responseContent,
  responseFault,
  type ResponseStatus,
} from '../../../../src/domain/documents/responses/invoice-response';
import { refusal } from '../../refusal';

const content = (status: ResponseStatus, ...reasons: string[]): ResponseContent => ({
  status,
  reasons: reasons.map((code) => ({ code, text: 'Why' })),
  ...{ actions: [], note: null, effective_date: null },
});
const kept = (
  status: ResponseStatus,
  state: InvoiceResponse['state'],
  ...reasons: string[]
): InvoiceResponse => ({
  ...content(status, ...reasons),
  ...{ id: status, direction: 'sent', at: '2026-09-01T10:00:00.000Z', state, message_id: status },
});

describe('The content of a response', () => {
  test('has null for a text, a note and a date that are left out, and no reasons and actions', () => {
    expect(responseContent({ status: 'AP' })).toEqual(content('AP'));
    const nothing = { reasons: null, actions: null, note: null, effective_date: null };
    expect(responseContent({ status: 'AP', ...nothing })).toEqual(content('AP'));
    expect(responseContent({ status: 'RE', reasons: [{ code: 'PRI' }], actions: [{ code: 'NIN' }] })).toEqual(
      {
        ...content('RE'),
        ...{ reasons: [{ code: 'PRI', text: null }], actions: [{ code: 'NIN', text: null }] },
      },
    );
  });

  test('has what the caller gave', () => {
    const given = {
      ...({ status: 'RE', note: 'Call us', effective_date: '2026-09-03' } as const),
      reasons: [{ code: 'PRI', text: 'The price' }],
      actions: [{ code: 'NIN', text: 'A new invoice' }],
    };
    expect(responseContent(given)).toEqual(given);
  });
});

describe('A response', () => {
  test.each([
    ['UQ', [], 'reasons: must have a reason for the status UQ (PEPPOL-T111-R001)'],
    ['CA', [], 'reasons: must have a reason for the status CA (PEPPOL-T111-R001)'],
    ['RE', [], 'reasons: must have a reason for the status RE (PEPPOL-T111-R001)'],
    ['AP', ['OTH', 'PPD'], 'reasons.1.code: PPD is for the status PD only (PEPPOL-T111-R005)'],
  ] as const)('is refused with the status %s and the reasons %j', (status, reasons, message) => {
    expect(() => assertComplete(content(status, ...reasons))).toThrow(refusal('validation_error', message));
  });

  test('is refused for a partial payment without a text', () => {
    const partial = { ...content('PD'), reasons: [{ code: 'PPD', text: null }] };
    const message = 'reasons.0.text: is required for PPD (PEPPOL-T111-R004)';
    expect(() => assertComplete(partial)).toThrow(refusal('validation_error', message));
  });

  test.each([
    ['AB', []],
    ['IP', []],
    ['AP', ['NON']],
    ['PD', []],
    ['PD', ['PPD']],
    ['UQ', ['PRI']],
    ['CA', ['DEL']],
    ['RE', ['OTH']],
  ] as const)('is complete with the status %s and the reasons %j', (status, reasons) => {
    expect(() => assertComplete(content(status, ...reasons))).not.toThrow();
  });
});

describe('After a response', () => {
  /** The statuses that may follow, of the crib of the transaction. */
  test.each([
    [undefined, 'AB IP UQ CA RE AP PD'],
    [content('AB'), 'IP UQ CA RE AP PD'],
    [content('IP'), 'UQ CA RE AP PD'],
    [content('UQ', 'PRI'), 'UQ CA RE AP PD'],
    [content('CA', 'PRI'), 'RE AP PD'],
    [content('RE', 'PRI'), ''],
    [content('AP'), 'PD'],
    [content('PD', 'PPD'), 'PD'],
    [content('PD'), ''],
    [content('PD', 'OTH'), ''],
    [content('PD', 'OTH', 'PPD'), 'PD'],
    [content('AB', 'PPD'), 'IP UQ CA RE AP PD'],
  ])('%j the statuses are %s', (last, next) => {
    const possible = RESPONSE_STATUSES.filter((status) => mayRespond(last, { status }));
    expect(possible.join(' ')).toBe(next);
  });

  test('that failed, the exchange goes on from the one before', () => {
    const responses = [kept('AB', 'delivered'), kept('RE', 'failed', 'PRI')];
    expect(latestInOrder(responses)?.status).toBe('AB');
  });

  test('out of order, the exchange goes on from the one before', () => {
    const responses = [kept('AP', null), kept('RE', null, 'PRI'), kept('PD', null, 'PPD')];
    expect(latestInOrder(responses.slice(0, 2))?.status).toBe('AP');
    expect(latestInOrder(responses)?.status).toBe('PD');
    expect(latestInOrder([])).toBeUndefined();
  });
});

describe('A company', () => {
  const received: Respondable = {
    ...{ type: 'purchase_invoice', status: 'received', is_from_network: true, responses: [] },
  };
  const NOT_RECEIVED = 'Only purchase documents that were received over the network take a response.';
  const many = (length: number) => Array.from({ length }, () => kept('UQ', 'delivered', 'PRI'));

  test.each<[string, Partial<Respondable>]>([
    ['a received invoice', {}],
    ['a received credit note', { type: 'purchase_credit_note' }],
    ['an invoice that it accepted, but did not pay yet', { responses: [kept('AP', 'delivered')] }],
    ['an invoice whose rejection failed', { responses: [kept('RE', 'failed', 'PRI')] }],
    ['an invoice with one response less than the most', { responses: many(MAX_RESPONSES - 1) }],
  ])('can respond to %s', (_, changes) => {
    expect(responseFault({ ...received, ...changes })).toBeNull();
  });

  test.each<[string, Partial<Respondable>, string]>([
    ['an invoice of its own', { type: 'invoice', status: 'sent', is_from_network: false }, NOT_RECEIVED],
    ['a received document of the sales direction', { type: 'invoice' }, NOT_RECEIVED],
    ['a self-billed invoice that it sent', { status: 'sent' }, NOT_RECEIVED],
    ['an imported invoice', { is_from_network: false }, NOT_RECEIVED],
    ['an invoice that it rejected', { responses: [kept('RE', 'sent', 'PRI')] }, 'No response may follow RE.'],
    ['an invoice that it paid', { responses: [kept('PD', 'sent')] }, 'No response may follow PD.'],
    [
      'an invoice with the most responses',
      { responses: many(MAX_RESPONSES) },
      'The document has 100 responses, which is the maximum.',
    ],
  ])('cannot respond to %s', (_, changes, fault) => {
    expect(responseFault({ ...received, ...changes })).toBe(fault);
  });
});
