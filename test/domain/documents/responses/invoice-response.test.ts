import {
  assertComplete,
  type InvoiceResponse,
  latestInOrder,
  mayRespond,
  RESPONSE_STATUSES,
  type ResponseContent,
  type ResponseStatus,
} from '../../../../src/domain/documents/responses/invoice-response';

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

describe('A response', () => {
  test.each([
    ['UQ', [], 'reasons: must have a reason for the status UQ (PEPPOL-T111-R001)'],
    ['CA', [], 'reasons: must have a reason for the status CA (PEPPOL-T111-R001)'],
    ['RE', [], 'reasons: must have a reason for the status RE (PEPPOL-T111-R001)'],
    ['AP', ['OTH', 'PPD'], 'reasons.1.code: PPD is for the status PD only (PEPPOL-T111-R005)'],
  ] as const)('is refused with the status %s and the reasons %j', (status, reasons, message) => {
    expect(() => assertComplete(content(status, ...reasons))).toThrow(message);
  });

  test('is refused for a partial payment without a text', () => {
    const partial = { ...content('PD'), reasons: [{ code: 'PPD', text: null }] };
    expect(() => assertComplete(partial)).toThrow('reasons.0.text: is required for PPD (PEPPOL-T111-R004)');
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
