import {
  type InvoiceResponse,
  MAX_RESPONSES,
  type ResponseContent,
  type ResponseStatus,
} from '../../../../src/domain/documents/responses/invoice-response';
import {
  assertMayRespond,
  isInOrder,
  responseReceived,
  responseReported,
  responseSent,
} from '../../../../src/domain/e-invoicing/responses/response-transitions';
import { refusal } from '../../refusal';

const NOW = new Date('2026-09-02T10:00:00.000Z');
const content = (status: ResponseStatus): ResponseContent => ({
  ...{ status, reasons: [{ code: 'OTH', text: 'Why' }], actions: [{ code: 'NIN', text: null }] },
  ...{ note: 'Soon', effective_date: '2026-09-03' },
});
const kept = (status: ResponseStatus, changes: Partial<InvoiceResponse> = {}): InvoiceResponse => ({
  ...content(status),
  ...{
    id: status,
    direction: 'sent',
    at: '2026-09-01T10:00:00.000Z',
    state: 'delivered',
    message_id: status,
  },
  ...changes,
});

describe('A company', () => {
  const received = { type: 'purchase_invoice', status: 'received', is_from_network: true } as const;
  const check = (responses: InvoiceResponse[], status: ResponseStatus, changes: object = {}) =>
    assertMayRespond({ ...received, responses, ...changes }, content(status));

  test('may respond for the first time, and with a later status', () => {
    expect(() => check([], 'AB')).not.toThrow();
    expect(() => check([kept('AB')], 'AP')).not.toThrow();
  });

  test('may not go back', () => {
    expect(() => check([kept('AP')], 'AB')).toThrow(
      refusal('response_not_possible', 'The status AB may not follow AP.'),
    );
  });

  test('may repeat a response whose send failed', () => {
    expect(() => check([kept('AP', { state: 'failed' })], 'AB')).not.toThrow();
  });

  test('may not respond to a document that did not come from the network', () => {
    expect(() => check([], 'AB', { is_from_network: false })).toThrow(refusal('response_not_possible', /./));
  });
});

describe('A document', () => {
  const document = { number: 'F-1', responses: [kept('AB')] };

  test('has a sent response as its last, pending, with the id of its transmission', () => {
    expect(responseSent(document, content('AP'), 'r1', NOW)).toEqual({
      number: 'F-1',
      responses: [
        kept('AB'),
        {
          ...content('AP'),
          ...{ id: 'r1', direction: 'sent', at: NOW.toISOString(), state: 'pending', message_id: 'r1' },
        },
      ],
    });
  });

  test('has a received response as its last, without a state', () => {
    const message = { id: 'r2', at: NOW.toISOString(), message_id: 'm2' };
    expect(responseReceived(document, content('RE'), message)).toEqual({
      number: 'F-1',
      responses: [kept('AB'), { ...content('RE'), ...message, direction: 'received', state: null }],
    });
  });

  test(`has at most ${MAX_RESPONSES} responses`, () => {
    const message = { id: 'r3', at: NOW.toISOString(), message_id: 'm3' };
    const with_responses = (length: number) => ({ responses: Array.from({ length }, () => kept('UQ')) });
    expect(
      responseReceived(with_responses(MAX_RESPONSES - 1), content('UQ'), message).responses,
    ).toHaveLength(MAX_RESPONSES);
    expect(() => responseReceived(with_responses(MAX_RESPONSES), content('UQ'), message)).toThrow(
      refusal('validation_error', `body: the document has ${MAX_RESPONSES} responses already`),
    );
  });

  test('has the state of the transmission of one response, and the others as they were', () => {
    const both = { ...document, responses: [kept('AB'), kept('AP')] };
    expect(responseReported(both, 'AP', 'rejected')).toEqual({
      number: 'F-1',
      responses: [kept('AB'), kept('AP', { state: 'rejected' })],
    });
  });
});

describe('A received response', () => {
  const since = new Date('2026-09-01T10:00:00.000Z');

  test('is in order after those to the same transmission', () => {
    expect(isInOrder({ responses: [] }, content('AB'), since)).toBe(true);
    expect(isInOrder({ responses: [kept('AB')] }, content('AP'), since)).toBe(true);
    expect(isInOrder({ responses: [kept('AP')] }, content('AB'), since)).toBe(false);
  });

  test('is in order whatever came for an earlier transmission', () => {
    const later = new Date(since.getTime() + 1);
    expect(isInOrder({ responses: [kept('AP')] }, content('AB'), later)).toBe(true);
  });
});
