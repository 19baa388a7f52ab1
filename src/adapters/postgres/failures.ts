import { isNativeError } from 'node:util/types';
import { DomainError } from '../../domain/errors';
import { PaymentReferenceTaken } from '../../ports/documents/document-repository';
import { ExternalIdTaken } from '../../ports/own-data';

/** The errors for constraints that a caller can violate, by constraint name. */
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
    new DomainError('invalid_journal', "The journal's next number is already used by another document."),
  document_made_reference: () => new PaymentReferenceTaken(),
  attachment_filename: () =>
    new DomainError('duplicate_attachment', 'The document has an attachment of this name already.'),
  transmission_live: () => new DomainError('already_sent', 'The document was sent already.'),
  link_document: () => new DomainError('validation_error', 'target_id: no such document'),
  link_relation: () => new DomainError('validation_error', 'target_id: no such relation'),
  document_unique_external_id: () => new ExternalIdTaken(),
  relation_unique_external_id: () => new ExternalIdTaken(),
  bank_account_unique_external_id: () => new ExternalIdTaken(),
  journal_unique_external_id: () => new ExternalIdTaken(),
  branding_unique_external_id: () => new ExternalIdTaken(),
};

/** The errors for deleting a row that other rows refer to, by the name of the foreign key. */
const IN_USE: Readonly<Record<string, () => DomainError>> = {
  numbering_sequence_journal: () => new DomainError('journal_in_use', 'The journal has documents.'),
  document_sequence: () => new DomainError('journal_in_use', 'The journal has documents.'),
  document_relation: () => new DomainError('relation_in_use', 'Documents refer to the relation.'),
  document_delivery_location: () =>
    new DomainError('delivery_location_in_use', 'Documents are delivered to the location.'),
  link_document: () => new DomainError('document_in_use', 'The document is linked.'),
  payment_document: () => new DomainError('document_in_use', 'The document has payments.'),
  link_relation: () => new DomainError('relation_in_use', 'The relation is linked.'),
};

/** SQLSTATEs of errors that a retry may solve: connection, resources, time-outs, deadlock, shutdown, switch-over. */
const TRANSIENT = /^(08|53|57|40|25006|25P0[34]|55P03)/;

/** The SQLSTATE of an error, also of one that `failureOf` returned. */
export function sqlStateOf(error: unknown): string | undefined {
  const { code, cause } = (error instanceof DomainError ? { cause: error.cause } : error) as {
    code?: unknown;
    cause?: { code?: unknown };
  };
  const state = code ?? cause?.code;
  return typeof state === 'string' ? state : undefined;
}

/**
 * Converts an error of the driver: a violated constraint becomes the contract's error for it, an unavailable or
 * overloaded database becomes `internal_error` with `retry_after_s`. Any other error is a defect and is returned
 * unchanged.
 */
export function failureOf(error: unknown): unknown {
  if (!isNativeError(error) || error instanceof DomainError) return error;
  const { code } = error as { code?: string };
  const constraint = constraintOf(error);
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
 * The name of the violated constraint. When a worker of a Citus cluster reports it, the name is only in the message,
 * with the number of the shard.
 */
export function constraintOf(error: unknown): string | undefined {
  const { constraint, code, message } = error as { constraint?: string; code?: string; message?: string };
  if (constraint !== undefined || code?.startsWith('23') !== true) return constraint;
  return /constraint "(\w+?)(?:_\d+)?"/.exec(message ?? '')?.[1];
}

/**
 * The name of the column that was null and must not be. When a worker of a Citus cluster reports it, the name is only
 * in the message.
 */
export function nullColumnOf(error: unknown): string | undefined {
  const { column, code, message } = error as { column?: string; code?: string; message?: string };
  if (code !== '23502') return undefined;
  return column ?? /column "(\w+)"/.exec(message ?? '')?.[1];
}

/**
 * Whether a foreign key was violated by deleting the referenced row. Inserting a referring row fails with the same code
 * and constraint name. The detail, in any language, names the table on the other side: for a deletion it is the
 * referring table, which is also the `table` of the error, or the last table in the message of a worker.
 */
function isRemoval(error: Error): boolean {
  const { code, detail = '', ...rest } = error as { code?: string; table?: string; detail?: string };
  const table = rest.table ?? [...error.message.matchAll(/ on table "(\w+)"/g)].at(-1)?.[1];
  return code === '23503' && table !== undefined && new RegExp(`\\b${table}\\b`).test(detail);
}

function isServerError(error: unknown): boolean {
  return (error as { severity?: unknown } | null)?.severity !== undefined;
}

/**
 * Whether an error proves that the statement was not executed: the server, or this service, refused it, and any open
 * transaction is rolled back. A shutdown (57P) or an error of a pooler (08) proves nothing: the statement may have been
 * executed.
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
