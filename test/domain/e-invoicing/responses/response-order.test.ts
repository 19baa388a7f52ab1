import type { InvoiceResponse } from '../../../../src/domain/documents/responses/invoice-response';
import type { PeppolStatus } from '../../../../src/domain/documents/document-status';
import { RESPONSE_IDENTIFIERS } from '../../../../src/domain/e-invoicing/identifiers';
import { pauseForEarlierResponses } from '../../../../src/domain/e-invoicing/responses/response-order';
import { responseSent } from '../../../../src/domain/e-invoicing/responses/response-transitions';
import {
  type AttemptOutcome,
  type DocumentTransmission,
  newTransmission,
} from '../../../../src/domain/e-invoicing/transmission';
import type { ReportedDocument } from '../../../../src/domain/e-invoicing/network-transitions';

const NOW = new Date('2026-09-02T10:00:00.000Z');
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const CONTENT = { status: 'UQ', reasons: [], actions: [], note: null, effective_date: null } as const;

/** The last response of a document, as taken, after earlier ones with these states. */
function response(
  earlier: readonly PeppolStatus[],
  {
    outcome = 'started',
    document_type = RESPONSE_IDENTIFIERS.document_type,
  }: {
    outcome?: AttemptOutcome;
    document_type?: string;
  } = {},
): DocumentTransmission {
  const addressing = { sender: '0208:0123456749', receiver: '0088:5412345000013', sender_country: 'BE' };
  const ids = { message_id: 'own', document_id: 'd' };
  const before = earlier.map((state, index): InvoiceResponse => {
    const id = `r${index}`;
    return { ...CONTENT, id, direction: 'sent', at: NOW.toISOString(), state, message_id: id };
  });
  const document: ReportedDocument = {
    ...{ status: 'received', peppol_status: null, peppol_error: null, sent_at: null },
    ...{ marked_sent: false, was_rejected: false },
    ...{ version: 1, updated_at: NOW },
    responses: responseSent({ responses: before }, CONTENT, 'own', NOW).responses,
  };
  return {
    ...newTransmission({ ...addressing, document_type, process: 'p' }, ids, NOW),
    generation: 1,
    attempts: [{ at: NOW.toISOString(), outcome, message: null }],
    document,
  };
}

describe('A response', () => {
  test('waits while an earlier one is pending', () => {
    expect(pauseForEarlierResponses(response(['pending']), NOW)).toBe(1);
    expect(pauseForEarlierResponses(response(['pending', 'delivered']), NOW)).toBe(1);
  });

  test.each<[PeppolStatus[]]>([
    [[]],
    [['sent']],
    [['delivered']],
    [['failed']],
    [['rejected']],
    [['failed', 'delivered']],
  ])('does not wait after %j', (earlier) =>
    expect(pauseForEarlierResponses(response(earlier), NOW)).toBeNull(),
  );

  test('does not wait for a later one', () => {
    const first = response([]);
    const responses = responseSent(first.document, CONTENT, 'later', NOW);
    const taken = { ...first, document: { ...first.document, ...responses } };
    expect(pauseForEarlierResponses(taken, NOW)).toBeNull();
  });

  test('does not wait once the network has it', () => {
    expect(pauseForEarlierResponses(response(['pending'], { outcome: 'accepted' }), NOW)).toBeNull();
  });

  test('waits longer each time, a day at most', () => {
    const pauses = [5, 10, 100, 600, 86_399, 86_400].map((seconds) =>
      pauseForEarlierResponses(response(['pending']), after(seconds)),
    );
    expect(pauses).toEqual([1, 1, 10, 60, 60, null]);
  });

  test('does not wait longer when the clock has been set back', () => {
    expect(pauseForEarlierResponses(response(['pending']), after(-86_400))).toBeNull();
  });
});

test('A document never waits', () => {
  const sent = response(['pending'], { document_type: 'invoice' });
  expect(pauseForEarlierResponses(sent, NOW)).toBeNull();
});
