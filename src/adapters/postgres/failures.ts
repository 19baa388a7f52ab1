import { isNativeError } from 'node:util/types';
import { DomainError } from '../../domain/errors';
import { PaymentReferenceTaken } from '../../ports/documents/document-repository';

/** What each constraint that a caller can run into means to the caller. */
const CONSTRAINTS: Readonly<Record<string, () => Error>> = {
  network_participant_pkey: () =>
    new DomainError('validation_error', 'electronic_address: belongs to another company'),
  company_pkey: () => new DomainError('validation_error', 'id: is taken'),
  client_pkey: () => new DomainError('validation_error', 'client_id: is taken'),
  relation_identity_pkey: () =>
    new DomainError('duplicate_relation', 'A relation with this identity exists already.'),
  delivery_location_relation: () => new DomainError('not_found', 'No such relation.'),
  bank_account_reference: () =>
    new DomainError('duplicate_bank_account', 'An account with this reference exists already.'),
  journal_code: () => new DomainError('duplicate_journal_code', 'A journal with this code exists already.'),
  journal_number_pattern: () =>
    new DomainError('validation_error', 'number_format: another journal gives the same numbers'),
  journal_bank_account: () => new DomainError('invalid_bank_account', 'No such bank account.'),
  numbering_sequence_journal: () => new DomainError('invalid_journal', 'No such journal.'),
  document_relation: () => new DomainError('invalid_relation', 'No such relation.'),
  document_delivery_location: () =>
    new DomainError('invalid_delivery_location', 'The relation has no such delivery location.'),
  document_own_number: () =>
    new DomainError('invalid_journal', "The journal's next number is carried by another document already."),
  document_made_reference: () => new PaymentReferenceTaken(),
  attachment_filename: () =>
    new DomainError('duplicate_attachment', 'The document has an attachment of this name already.'),
  transmission_live: () => new DomainError('already_sent', 'The document was sent already.'),
  link_document: () => new DomainError('validation_error', 'target_id: no such document'),
  link_relation: () => new DomainError('validation_error', 'target_id: no such relation'),
};

/** What it means that a row cannot go because others refer to it, by the constraint that they refer through. */
const IN_USE: Readonly<Record<string, () => DomainError>> = {
  numbering_sequence_journal: () => new DomainError('journal_in_use', 'The journal has documents.'),
  document_sequence: () => new DomainError('journal_in_use', 'The journal has documents.'),
  document_relation: () => new DomainError('relation_in_use', 'Documents refer to the relation.'),
  document_delivery_location: () =>
    new DomainError('delivery_location_in_use', 'Documents are delivered to the location.'),
  link_document: () => new DomainError('document_in_use', 'The document is linked.'),
  link_relation: () => new DomainError('relation_in_use', 'The relation is linked.'),
};

/** SQLSTATEs after which a later attempt may do: connection, resources, time-outs, deadlock, shutdown, switch-over. */
const TRANSIENT = /^(08|53|57|40|25006|25P0[34]|55P03)/;

/** The SQLSTATE of an error, also after `failureOf`. */
export function sqlStateOf(error: unknown): string | undefined {
  const { code, cause } = (error instanceof DomainError ? { cause: error.cause } : error) as {
    code?: unknown;
    cause?: { code?: unknown };
  };
  const state = code ?? cause?.code;
  return typeof state === 'string' ? state : undefined;
}

/**
 * What an error of the driver means: the contract's error for a constraint by its name; "retry later" when the
 * database is away or overloaded; anything else unchanged, a fault of ours.
 */
export function failureOf(error: unknown): unknown {
  if (!isNativeError(error) || error instanceof DomainError) return error;
  const { code, constraint } = error as { code?: string; constraint?: string };
  const meanings = isRemoval(error) ? IN_USE : CONSTRAINTS;
  if (constraint !== undefined && meanings[constraint]) return meanings[constraint]();
  if (isServerError(error) && !TRANSIENT.test(code!)) return error;
  if (!isServerError(error) && !isConnectionError(error)) return error;
  const failure = new DomainError('internal_error', 'The database does not answer. Retry later.', {
    retry_after_s: 2,
  });
  failure.cause = error;
  return failure;
}

/**
 * A foreign key fails from either side, under one name and code. The detail names the table at the other side, in
 * whatever language the server speaks: for a removal that is the table that refers to the row.
 */
function isRemoval(error: Error): boolean {
  const { code, table, detail = '' } = error as { code?: string; table?: string; detail?: string };
  return code === '23503' && table !== undefined && new RegExp(`\\b${table}\\b`).test(detail);
}

function isServerError(error: unknown): boolean {
  return (error as { severity?: unknown } | null)?.severity !== undefined;
}

/**
 * The server, or we ourselves, said no: whatever was open is rolled back. When it was told to stop (57P), or a pooler
 * speaks in its place (08), the statement may have been done all the same.
 */
export function isRefusal(error: unknown): boolean {
  if (error instanceof DomainError) return error.cause === undefined || isRefusal(error.cause);
  return isServerError(error) && !/^(08|57P)/.test((error as { code: string }).code);
}

function isConnectionError(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return (
    /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)/.test(code ?? '') ||
    /timeout|terminated|Connection ended|not queryable/i.test(error.message)
  );
}
