import type { ErrorName } from '../../../domain/errors';

/** When each error occurs, for the OpenAPI description. */
export const MEANINGS: Readonly<Record<ErrorName, string>> = {
  validation_error:
    'A body or parameter fails its schema, or a rule without a code of its own; the message is `field: reason`.',
  invalid_filter: 'A filter, `sort`, `language` or `format` has a value that is unknown or does not apply.',
  invalid_parameter: 'A query parameter that does not apply to this resource.',
  field_not_editable: 'The body has a read-only member.',
  not_found: 'No such resource in this company.',
  internal_error:
    'Unexpected error, overload, or an unavailable database. With `Retry-After` the request can be retried.',
  invalid_request: 'A credential that the grant needs is missing, `null` or empty.',
  invalid_credentials: 'Unknown `client_id` or wrong `client_secret`.',
  invalid_grant: 'Unknown, already used or revoked `refresh_token`: start again from the client credentials.',
  client_inactive: 'The client has been deactivated.',
  invalid_token: 'The access token is missing, malformed or expired.',
  insufficient_permissions: 'The access token lacks the permission that the call needs.',
  too_many_requests:
    'Too many failed authentications of this `client_id`, or too many requests that wait for events; `Retry-After` says when to try again.',
  invalid_relation: '`relation_id` is unknown, or the relation has no address.',
  invalid_journal:
    'The journal is unknown, inactive, or of another category than the document type asks for.',
  no_default_journal: 'No `journal_id` was given and the category has no default journal.',
  invalid_delivery_location:
    "The delivery location is unknown or belongs to another relation than the document's.",
  invalid_amount: 'The document total is negative.',
  invalid_paid_amount:
    '`paid_amount`, with the payments of the document, is above its total, or a payment is above its `open_amount`.',
  invalid_allowance_charge:
    'A discount or charge on lines that total 0, or a VAT rate whose lines total a negative amount.',
  invalid_issue_date:
    'The date lies outside the bracket of the neighbouring numbers, or outside the numbering window; `details` has the bounds.',
  invalid_document_lines: 'The stored lines cannot be reused: send the full `lines`.',
  self_billing_disabled: 'A purchase document while self-billing is not enabled for the company.',
  not_sendable: 'The network does not transport documents of this type.',
  not_sendable_received: 'A received document cannot be sent.',
  send_failed: 'The send could not be started; the message and `details` state what to correct.',
  already_sent: 'The document was sent already; only `failed` and `rejected` can be sent again.',
  duplicate_attachment: 'The document has an attachment of this filename already.',
  document_not_editable: 'The document was sent, transmitted to accounting, or received.',
  document_not_deletable:
    'The document is not the last of its sequence, or was sent, transmitted or received.',
  document_in_use:
    'The document has payments, or is linked to a reconciliation, a timesheet line or a payment intent.',
  duplicate_relation:
    'A company with this `vat`, `identifier` or `electronic_address` exists; `details` has its id. A creation with `ignore_duplicate=true` is accepted nevertheless; a `PATCH` takes no such parameter.',
  invalid_address: 'An address without `country_code`, or a `street_number` without `street`.',
  relation_in_use: 'Other records refer to the relation; `details` has their kinds and counts.',
  invalid_identifier: 'Only one of `identifier` and `identifier_scheme` is filled.',
  delivery_location_in_use: 'Documents are delivered to the location.',
  duplicate_bank_account: 'An account with this `reference` exists already.',
  default_account_required:
    'The default account can be neither unset nor deleted: make another one the default instead.',
  duplicate_journal_code: 'A journal with this `code` exists already.',
  default_journal_required:
    'The default journal of a category cannot be unset, deactivated or deleted: make another one the default instead.',
  invalid_bank_account: '`bank_account_id` is not an account of the company.',
  default_branding_required:
    'The default branding can be neither unset nor deleted: make another one the default instead.',
  idempotency_key_reused: 'Another request was sent under this `Idempotency-Key`.',
  idempotency_in_progress: 'The first request under this `Idempotency-Key` has not ended yet.',
  precondition_failed: '`If-Match` names another version than the stored one; nothing was changed.',
  journal_in_use: 'The journal has documents.',
  response_not_possible:
    'The document takes no response: it did not come over the network as a purchase document, or the status may not follow the last one.',
  external_id_in_use: 'Another resource of this kind has the `external_id`; `details` has its id.',
};
