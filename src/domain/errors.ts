/**
 * Every expected failure of the service with its HTTP status, in the order of the contract's error tables. A code with
 * two statuses has a second entry under another name; see `CODE_OF`.
 */
export const ERRORS = {
  // General
  validation_error: 422,
  invalid_filter: 400,
  invalid_parameter: 422,
  field_not_editable: 422,
  not_found: 404,
  internal_error: 500,
  // Authentication
  invalid_request: 400,
  invalid_credentials: 401,
  invalid_grant: 401,
  client_inactive: 401,
  invalid_token: 401,
  insufficient_permissions: 403,
  too_many_requests: 429,
  // Documents
  invalid_relation: 422,
  invalid_journal: 422,
  no_default_journal: 422,
  invalid_delivery_location: 422,
  invalid_amount: 422,
  invalid_paid_amount: 422,
  invalid_allowance_charge: 422,
  invalid_issue_date: 422,
  invalid_document_lines: 422,
  self_billing_disabled: 422,
  not_sendable: 422,
  not_sendable_received: 409,
  send_failed: 422,
  already_sent: 409,
  duplicate_attachment: 409,
  document_not_editable: 409,
  document_not_deletable: 409,
  document_in_use: 409,
  // Relations
  duplicate_relation: 409,
  invalid_address: 422,
  relation_in_use: 409,
  // Delivery locations
  invalid_identifier: 422,
  delivery_location_in_use: 409,
  // Bank accounts
  duplicate_bank_account: 409,
  default_account_required: 422,
  // Journals
  duplicate_journal_code: 409,
  default_journal_required: 422,
  invalid_bank_account: 422,
  // Brandings
  default_branding_required: 422,
  // Where the contract is silent
  idempotency_key_reused: 422,
  idempotency_in_progress: 409,
  precondition_failed: 412,
  journal_in_use: 409,
  external_id_in_use: 409,
  response_not_possible: 409,
} as const;

export type ErrorName = keyof typeof ERRORS;

/** Entries whose code differs from their name. `not_sendable` has status 422, and 409 for a received document. */
const CODE_OF: Partial<Record<ErrorName, string>> = { not_sendable_received: 'not_sendable' };

/** @returns the `code` of the error envelope */
export function codeOf(error: ErrorName): string {
  return CODE_OF[error] ?? error;
}

/** Fields that a client can act on, besides the code. The interface description lists them for each code. */
export type ErrorDetail = Readonly<Record<string, string | number | null>>;

/**
 * An expected failure. The error envelope carries its message unchanged. The message is shown and logged, so it repeats
 * no value of the request except an id or a file name.
 */
export class DomainError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(
    readonly error_name: ErrorName,
    message: string,
    readonly options: {
      readonly details?: readonly ErrorDetail[];
      /** Seconds after which a retry can succeed; becomes `Retry-After`. */
      readonly retry_after_s?: number;
      /** Path of a resource that was created and is kept despite the error; becomes `Location`. */
      readonly created?: string;
      /** Whether it is caused by failed authentications, though its code does not say so. */
      readonly is_lockout?: boolean;
    } = {},
  ) {
    super(message);
    this.name = 'DomainError';
    this.code = codeOf(error_name);
    this.status = ERRORS[error_name];
  }
}

/**
 * @param what - the kind of resource, as in `No such journal.`
 * @throws DomainError not_found when there is no such resource
 */
export function existing<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw new DomainError('not_found', `No such ${what}.`);
  return found;
}
