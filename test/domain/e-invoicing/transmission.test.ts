import type { InvoiceResponse } from '../../../src/domain/documents/responses/invoice-response';
import { PEPPOL_STATUSES } from '../../../src/domain/documents/document-status';
import {
  type Attempt,
  ATTEMPT_OUTCOMES,
  type AttemptOutcome,
  beginOfSend,
  isAcceptedByNetwork,
  needsStatusQuery,
  newTransmission,
  type Transmission,
} from '../../../src/domain/e-invoicing/transmission';

const NOW = new Date('2026-07-01T10:00:00.000Z');
const ADDRESSING = {
  sender: '0208:0123456749',
  receiver: '0088:5412345000013',
  document_type: 'invoice',
  process: 'billing',
  sender_country: 'BE',
};
const IDS = { message_id: 'm', document_id: 'd' };

const attempt = (outcome: AttemptOutcome): Attempt => ({ at: NOW.toISOString(), outcome, message: null });
const transmission = (outcomes: readonly AttemptOutcome[], members: Partial<Transmission> = {}) => ({
  ...newTransmission(ADDRESSING, IDS, NOW),
  generation: 1,
  attempts: outcomes.map(attempt),
  ...members,
});

describe('a new transmission', () => {
  test('is pending without attempts', () => {
    expect(newTransmission(ADDRESSING, IDS, NOW)).toEqual({
      ...{ ...ADDRESSING, ...IDS, state: 'pending', lacks_pdf: false, generation: 0, attempts: [] },
      ...{ created_at: NOW, updated_at: NOW, finished_at: null },
    });
  });

  test('may lack its PDF', () => {
    expect(newTransmission(ADDRESSING, IDS, NOW, { lacks_pdf: true }).lacks_pdf).toBe(true);
  });
});

describe('a send begins', () => {
  const later = (ms: number) => new Date(NOW.getTime() + ms);
  const response = (at: Date) => ({ at: at.toISOString() }) as InvoiceResponse;

  test('when it is accepted', () => {
    const unsent = { peppol_status: null, updated_at: later(60_000), responses: [] };
    expect(beginOfSend(unsent, NOW)).toEqual(NOW);
    const sent = {
      peppol_status: 'failed',
      updated_at: later(-1),
      responses: [response(later(-1))],
    } as const;
    expect(beginOfSend(sent, NOW)).toEqual(NOW);
  });

  test('after what is known of the one before, when the clock has been set back since', () => {
    const sent = { peppol_status: 'rejected', updated_at: later(60_000), responses: [] } as const;
    expect(beginOfSend(sent, NOW)).toEqual(later(60_001));
    const answered = { ...sent, responses: [response(later(90_000)), response(later(80_000))] };
    expect(beginOfSend(answered, NOW)).toEqual(later(90_001));
  });
});

describe('the network has accepted a message', () => {
  test.each(ATTEMPT_OUTCOMES)('that is pending, if the last attempt was accepted: %s', (outcome) => {
    expect(isAcceptedByNetwork(transmission(['unknown', 'unknown', outcome]))).toBe(outcome === 'accepted');
  });

  test('that was never sent: no', () => {
    expect(isAcceptedByNetwork(transmission([]))).toBe(false);
  });

  test.each(PEPPOL_STATUSES)('in every state but pending: %s', (state) => {
    expect(isAcceptedByNetwork(transmission(['unknown'], { state }))).toBe(state !== 'pending');
  });
});

describe('the network is asked before a message is sent', () => {
  test('unless it is the first attempt', () => {
    expect(needsStatusQuery(transmission(['started']))).toBe(false);
    expect(needsStatusQuery(transmission(['started', 'started']))).toBe(true);
    expect(needsStatusQuery(transmission(['started'], { generation: 2 }))).toBe(true);
    expect(needsStatusQuery(transmission(['started'], { state: 'sent' }))).toBe(true);
  });

  test('not while the message lacks its PDF, since no attempt has sent it', () => {
    expect(needsStatusQuery(transmission(['started', 'started'], { generation: 2, lacks_pdf: true }))).toBe(
      false,
    );
  });
});
