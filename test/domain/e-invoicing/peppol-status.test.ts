import { PEPPOL_STATUSES } from '../../../src/domain/documents/document-status';
import { mayFollow, networkFields } from '../../../src/domain/e-invoicing/peppol-status';

const NOW = new Date('2026-07-01T10:00:00.000Z');
const BEFORE = new Date('2026-07-01T09:00:00.000Z');

const unmarked = (sent_at: Date | null) => ({
  sent_at,
  marked_sent: false,
  was_rejected: false,
  responses: [],
});

describe('mayFollow', () => {
  test('permits no status twice, and no earlier status', () => {
    for (const current of PEPPOL_STATUSES) {
      expect(mayFollow(current, current)).toBe(false);
      for (const next of PEPPOL_STATUSES) {
        if (mayFollow(current, next)) expect(mayFollow(next, current)).toBe(false);
      }
    }
  });

  test.each([
    ['pending', ['sent', 'delivered', 'failed', 'rejected']],
    ['sent', ['delivered', 'failed', 'rejected']],
    ['delivered', ['failed', 'rejected']],
    ['failed', []],
    ['rejected', []],
  ] as const)('after %s come %j', (current, expected) => {
    expect(PEPPOL_STATUSES.filter((next) => mayFollow(current, next))).toEqual(expected);
  });
});

describe('networkFields', () => {
  const error = { code: 'some_code', message: 'Some message.' };

  test('makes the document read-only while the send is pending', () => {
    expect(networkFields('pending', null, unmarked(BEFORE), NOW)).toEqual({
      ...{ status: 'sent', peppol_status: 'pending', peppol_error: null, sent_at: null },
    });
  });

  test.each(['sent', 'delivered', 'rejected'] as const)(
    'records when the network accepted it: %s',
    (state) => {
      expect(networkFields(state, null, unmarked(null), NOW)).toMatchObject({
        status: 'sent',
        sent_at: NOW,
      });
      expect(networkFields(state, null, unmarked(BEFORE), NOW)).toMatchObject({ sent_at: BEFORE });
    },
  );

  test('makes it a draft again when sending failed', () => {
    expect(networkFields('failed', error, unmarked(BEFORE), NOW)).toEqual({
      ...{ status: 'draft', peppol_status: 'failed', peppol_error: error, sent_at: null },
    });
  });

  test.each(PEPPOL_STATUSES)('leaves a document sent that was marked as sent: %s', (state) => {
    expect(networkFields(state, error, { ...unmarked(BEFORE), marked_sent: true }, NOW)).toEqual({
      ...{ status: 'sent', peppol_status: state, peppol_error: error, sent_at: BEFORE },
    });
  });

  test.each(PEPPOL_STATUSES)('leaves a document sent that the receiver has rejected before: %s', (state) => {
    expect(networkFields(state, error, { ...unmarked(BEFORE), was_rejected: true }, NOW)).toEqual({
      ...{ status: 'sent', peppol_status: state, peppol_error: error, sent_at: BEFORE },
    });
  });
});
