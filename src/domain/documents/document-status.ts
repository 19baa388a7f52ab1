export const STATUSES = ['draft', 'sent', 'received'] as const;
export type DocumentStatus = (typeof STATUSES)[number];

export const ACCOUNTING_STATUSES = ['pending', 'transmitted'] as const;
export type AccountingStatus = (typeof ACCOUNTING_STATUSES)[number];

/** The status on the network; null for a document that was never sent over it. */
export const PEPPOL_STATUSES = ['pending', 'sent', 'delivered', 'failed', 'rejected'] as const;
export type PeppolStatus = (typeof PEPPOL_STATUSES)[number];

interface PeppolStatusRow {
  /**
   * The statuses that the network may report next. No status returns to an earlier one, so that a repeated or late
   * report changes nothing. Only another send, which begins with `pending`, leaves a status with an empty list.
   */
  readonly next: readonly PeppolStatus[];
  /** Document status, unless the document was marked as sent by other means, or rejected after an earlier send. */
  readonly document_status: 'draft' | 'sent';
  /** Whether the document counts as sent; `sent_at` is then set. */
  readonly is_taken_over: boolean;
  /** Whether the document may be sent again. */
  readonly is_resendable: boolean;
}

/** The differences between the Peppol statuses. */
export const PEPPOL_STATUS_ROWS: Readonly<Record<PeppolStatus, PeppolStatusRow>> = {
  pending: {
    next: ['sent', 'delivered', 'failed', 'rejected'],
    document_status: 'sent',
    is_taken_over: false,
    is_resendable: false,
  },
  sent: {
    next: ['delivered', 'failed', 'rejected'],
    document_status: 'sent',
    is_taken_over: true,
    is_resendable: false,
  },
  delivered: {
    // The receiver's access point may report later that it could not hand the document on (Peppol MLS, RE).
    next: ['failed', 'rejected'],
    document_status: 'sent',
    is_taken_over: true,
    is_resendable: false,
  },
  // The receiver did not get the document, so the company may change or delete it again.
  failed: { next: [], document_status: 'draft', is_taken_over: false, is_resendable: true },
  rejected: { next: [], document_status: 'sent', is_taken_over: true, is_resendable: true },
};
