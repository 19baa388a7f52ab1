import { DomainError } from '../../domain/errors';

/** What each constraint that a caller can run into means to the caller. */
const CONSTRAINTS: Readonly<Record<string, () => DomainError>> = {
  network_participant_pkey: () => new DomainError('validation_error', 'electronic_address: belongs to another company'),
  client_pkey: () => new DomainError('validation_error', 'client_id: is taken'),
  bank_account_reference: () => new DomainError('duplicate_bank_account', 'An account with this reference exists already.'),
  journal_code: () => new DomainError('duplicate_journal_code', 'A journal with this code exists already.'),
  journal_number_pattern: () => new DomainError('validation_error', 'number_format: another journal gives the same numbers'),
  journal_bank_account: () => new DomainError('invalid_bank_account', 'No such bank account.'),
  document_journal: () => new DomainError('invalid_journal', 'No such journal.'),
  document_relation: () => new DomainError('invalid_relation', 'No such relation.'),
  document_delivery_location: () => new DomainError('invalid_delivery_location', 'The relation has no such delivery location.'),
  document_own_number: () => new DomainError('invalid_journal', "The journal's next number is carried by another document already."),
};

/** SQLSTATEs after which a later attempt may do: connection, resources, time-outs, deadlock, shutdown. */
const TRANSIENT = /^(08|53|57|40|55P03)/;

/**
 * What an error of the driver means: the contract's error for a constraint by its name; "retry later" when the
 * database is away or overloaded; anything else unchanged, a fault of ours.
 */
export function failureOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DomainError) return error;
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (constraint !== undefined && CONSTRAINTS[constraint]) return CONSTRAINTS[constraint]();
  if (isServerError(error) && !TRANSIENT.test(code!)) return error;
  if (!isServerError(error) && !isConnectionError(error)) return error;
  const failure = new DomainError('internal_error', 'The database does not answer. Retry later.', { retry_after_s: 2 });
  failure.cause = error;
  return failure;
}

/** The server said no: whatever was open is rolled back. */
export function isServerError(error: unknown): boolean {
  return (error as { severity?: unknown } | null)?.severity !== undefined;
}

function isConnectionError(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return (
    /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)/.test(code ?? '') ||
    /timeout|terminated|Connection ended|not queryable/i.test(error.message)
  );
}
