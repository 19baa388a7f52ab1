/** The error tables of the contract, in their order: code and status. */
export const CONTRACT: readonly [string, number][] = [
  // General
  ['validation_error', 422],
  ['invalid_filter', 400],
  ['invalid_parameter', 422],
  ['field_not_editable', 422],
  ['not_found', 404],
  ['internal_error', 500],
  // Authentication
  ['invalid_request', 400],
  ['invalid_credentials', 401],
  ['invalid_grant', 401],
  ['client_inactive', 401],
  ['invalid_token', 401],
  ['insufficient_permissions', 403],
  ['too_many_requests', 429],
  // Documents
  ['invalid_relation', 422],
  ['invalid_journal', 422],
  ['no_default_journal', 422],
  ['invalid_delivery_location', 422],
  ['invalid_amount', 422],
  ['invalid_paid_amount', 422],
  ['invalid_allowance_charge', 422],
  ['invalid_issue_date', 422],
  ['invalid_document_lines', 422],
  ['self_billing_disabled', 422],
  ['not_sendable', 422],
  ['not_sendable', 409],
  ['send_failed', 422],
  ['already_sent', 409],
  ['duplicate_attachment', 409],
  ['document_not_editable', 409],
  ['document_not_deletable', 409],
  ['document_in_use', 409],
  // Relations
  ['duplicate_relation', 409],
  ['invalid_address', 422],
  ['relation_in_use', 409],
  // Delivery locations; two of their codes have stood above
  ['invalid_identifier', 422],
  ['delivery_location_in_use', 409],
  // Bank accounts
  ['duplicate_bank_account', 409],
  ['default_account_required', 422],
  // Journals
  ['duplicate_journal_code', 409],
  ['default_journal_required', 422],
  ['invalid_bank_account', 422],
  // Brandings
  ['default_branding_required', 422],
];

/** Answers of the contract that have no code: a file too big, an extension that is not allowed. */
export const PLAIN: readonly number[] = [413, 415];

/** Where the contract is silent. */
export const OUTSIDE: readonly [string, number][] = [
  ['idempotency_key_reused', 422],
  ['idempotency_in_progress', 409],
  ['precondition_failed', 412],
  ['journal_in_use', 409],
  ['external_id_in_use', 409],
  ['response_not_possible', 409],
];
