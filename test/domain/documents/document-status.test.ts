import { PEPPOL_STATUS_ROWS } from '../../../src/domain/documents/document-status';

describe('a Peppol status', () => {
  /** What may follow, the status of the document, whether it was taken over, whether it may be sent again. */
  test.each([
    ['pending', ['sent', 'delivered', 'failed', 'rejected'], 'sent', false, false],
    ['sent', ['delivered', 'failed', 'rejected'], 'sent', true, false],
    ['delivered', ['failed', 'rejected'], 'sent', true, false],
    ['failed', [], 'draft', false, true],
    ['rejected', [], 'sent', true, true],
  ] as const)('%s may be followed by %j', (status, next, document_status, is_taken_over, is_resendable) => {
    expect(PEPPOL_STATUS_ROWS[status]).toEqual({ next, document_status, is_taken_over, is_resendable });
    for (const later of next) expect(PEPPOL_STATUS_ROWS[later].next).not.toContain(status);
  });
});
