import { DomainError, type ErrorName } from '../errors';
import {
  type AccountingStatus,
  type DocumentStatus,
  PEPPOL_STATUS_ROWS,
  type PeppolStatus,
} from './document-status';
import { DOCUMENT_TYPES, isTransported, type DocumentType } from './document-type';
import { isInClosedBooks } from '../numbering/issue-date';
import { decimal, isNegative, isZero } from '../values/money';
import type { CreditState } from './derived/credit-state';
import type { Settlement } from './payments/payment-status';

export const DOCUMENT_ACTIONS = ['update', 'delete', 'send', 'pay', 'credit', 'convert', 'respond'] as const;
export type DocumentAction = (typeof DOCUMENT_ACTIONS)[number];

/** The facts that the allowed actions depend on. Some come from rows other than the document's. */
export interface DocumentFacts {
  readonly type: DocumentType;
  readonly status: DocumentStatus;
  readonly accounting_status: AccountingStatus;
  readonly peppol_status: PeppolStatus | null;
  readonly issue_date: string;
  readonly books_closed_until: string | null;
  /** The company's present setting. */
  readonly self_billing_enabled: boolean;
  /** Whether its number is the last one in its numbering sequence; false for a received document. */
  readonly is_last_in_sequence: boolean;
  /** Number of linked reconciliations, timesheet lines and payment intents. */
  readonly links_count: number;
  /** Null for a type of document that is not paid. */
  readonly open_amount: string | null;
  readonly settlement: Settlement | null;
  readonly credited: CreditState | null;
  /** Why the document takes no Invoice Response of the company, as a sentence; null when it takes one. */
  readonly response_fault: string | null;
}

type EditFacts = Pick<DocumentFacts, 'status' | 'accounting_status'>;
type DeleteFacts = EditFacts &
  Pick<
    DocumentFacts,
    'issue_date' | 'books_closed_until' | 'is_last_in_sequence' | 'links_count' | 'settlement' | 'credited'
  >;
type CreditFacts = Pick<DocumentFacts, 'type' | 'status' | 'credited'>;
type SendFacts = Pick<DocumentFacts, 'type' | 'status' | 'peppol_status'>;

interface Refusal {
  readonly error: ErrorName;
  readonly message: string;
}

function refusal(error: ErrorName, message: string): Refusal {
  return { error, message };
}

/** Why the document is final, as the end of a sentence; null while it may be changed and deleted. */
function finalReason({ status, accounting_status }: EditFacts): string | null {
  if (status === 'received') return 'was received';
  if (status === 'sent') return 'was sent';
  if (accounting_status === 'transmitted') return 'was transmitted to accounting';
  return null;
}

function editRefusal(facts: EditFacts): Refusal | null {
  const reason = finalReason(facts);
  return reason === null
    ? null
    : refusal('document_not_editable', `The document ${reason} and cannot be changed.`);
}

function deleteRefusal(facts: DeleteFacts): Refusal | null {
  if (facts.links_count > 0) {
    const links = 'a reconciliation, a timesheet line or a payment intent';
    return refusal('document_in_use', `The document is linked to ${links}.`);
  }
  if (facts.settlement?.payments != null) {
    return refusal('document_in_use', 'The document has payments.');
  }
  if (facts.credited?.is_made) {
    return refusal('document_in_use', 'A credit note was made from the document.');
  }
  const reason =
    finalReason(facts) ??
    (isInClosedBooks(facts.issue_date, facts.books_closed_until) ? 'lies in closed books' : null) ??
    (facts.is_last_in_sequence ? null : 'is not the last of its sequence');
  return reason === null
    ? null
    : refusal('document_not_deletable', `The document ${reason} and cannot be deleted.`);
}

const RECEIVED = refusal('not_sendable_received', 'A received document cannot be sent.');
const NOT_TRANSPORTED = refusal('not_sendable', 'The network does not transport this type of document.');
const NEVER = 'The document was never sent over the network, so it cannot be sent again.';
const NEVER_SENT = refusal('not_sendable_received', NEVER);
const SENT = refusal('already_sent', 'The document was sent already.');

const SELF_BILLING_DISABLED = refusal(
  'self_billing_disabled',
  'Self-billing is not enabled for the company.',
);

function sendRefusal({ type, status, peppol_status }: SendFacts): Refusal | null {
  if (status === 'received') return RECEIVED;
  if (!isTransported(type)) return NOT_TRANSPORTED;
  // A rejected document may be sent again although its status is `sent`; one that was sent by other means may not.
  const is_done =
    peppol_status === null ? status === 'sent' : !PEPPOL_STATUS_ROWS[peppol_status].is_resendable;
  return is_done ? SENT : null;
}

function payRefusal({ open_amount }: Pick<DocumentFacts, 'open_amount'>): Refusal | null {
  if (open_amount === null) return refusal('validation_error', 'type: quotes and proformas have no payments');
  const open = decimal(open_amount);
  if (!isZero(open) && !isNegative(open)) return null;
  return refusal('invalid_paid_amount', 'Nothing is open: the document is paid.');
}

function creditRefusal({ type, status, credited }: CreditFacts): Refusal | null {
  const fault = (message: string) => refusal('validation_error', message);
  if (DOCUMENT_TYPES[type].credited_by === null) return fault('type: only invoices can be credited');
  if (status === 'received') return fault('type: a received invoice is credited by its seller');
  return credited?.is_complete ? fault('lines: nothing is left of the invoice') : null;
}

/** Why the company may not create a document of the type. */
function selfBillingRefusal(type: DocumentType, enabled: boolean): Refusal | null {
  return DOCUMENT_TYPES[type].self_billed && !enabled ? SELF_BILLING_DISABLED : null;
}

/** A credit refuses lines that cannot be credited before this. */
function creditCreationRefusal({
  type,
  self_billing_enabled,
}: Pick<DocumentFacts, 'type' | 'self_billing_enabled'>): Refusal | null {
  const { credited_by } = DOCUMENT_TYPES[type];
  return credited_by && selfBillingRefusal(credited_by, self_billing_enabled);
}

function convertRefusal({ type }: Pick<DocumentFacts, 'type'>): Refusal | null {
  if (DOCUMENT_TYPES[type].converts_to.length > 0) return null;
  return refusal('validation_error', 'type: only quotes and proformas can be converted');
}

function respondRefusal({ response_fault }: Pick<DocumentFacts, 'response_fault'>): Refusal | null {
  return response_fault === null ? null : refusal('response_not_possible', response_fault);
}

function raise(refusal: Refusal | null): void {
  if (refusal) throw new DomainError(refusal.error, refusal.message);
}

/** @throws DomainError self_billing_disabled */
export function assertSelfBilling(type: DocumentType, enabled: boolean): void {
  raise(selfBillingRefusal(type, enabled));
}

/** @throws DomainError document_not_editable */
export function assertEditable(facts: EditFacts): void {
  raise(editRefusal(facts));
}

/** @throws DomainError document_in_use, then document_not_deletable */
export function assertDeletable(facts: DeleteFacts): void {
  raise(deleteRefusal(facts));
}

/** @throws DomainError not_sendable (422) */
export function assertTransported(type: DocumentType): void {
  if (!isTransported(type)) raise(NOT_TRANSPORTED);
}

/** @throws DomainError not_sendable (409 received, then 422 type), then already_sent */
export function assertSendable(facts: SendFacts): void {
  raise(sendRefusal(facts));
}

/** @throws DomainError the errors of `assertSendable`, then not_sendable (409) for a document that was never sent */
export function assertResendable(facts: SendFacts): void {
  raise(sendRefusal(facts) ?? (facts.peppol_status === null ? NEVER_SENT : null));
}

/**
 * Checks that the document may be marked as sent by other means than the network. Every type may be, but no received
 * document.
 *
 * @throws DomainError not_sendable (409), already_sent
 */
export function assertMarkable({ status }: Pick<DocumentFacts, 'status'>): void {
  if (status === 'received') raise(RECEIVED);
  if (status === 'sent') raise(SENT);
}

/**
 * Checks that something can be paid, in every state of the document.
 *
 * @throws DomainError validation_error for a type of document that is not paid, invalid_paid_amount when nothing is
 *   open
 */
export function assertPayable(facts: Pick<DocumentFacts, 'open_amount'>): void {
  raise(payRefusal(facts));
}

/** @throws DomainError validation_error unless it is an own invoice of which something is left */
export function assertCreditable(facts: CreditFacts): void {
  raise(creditRefusal(facts));
}

/** @throws DomainError validation_error for a type of document that is not converted */
export function assertConvertible(facts: Pick<DocumentFacts, 'type'>): void {
  raise(convertRefusal(facts));
}

/** @throws DomainError response_not_possible */
export function assertRespondable(facts: Pick<DocumentFacts, 'response_fault'>): void {
  raise(respondRefusal(facts));
}

/** The actions that no rule refuses. */
export function allowedActions(facts: DocumentFacts): DocumentAction[] {
  const refusals: Readonly<Record<DocumentAction, Refusal | null>> = {
    update: editRefusal(facts),
    delete: deleteRefusal(facts),
    send: sendRefusal(facts),
    pay: payRefusal(facts),
    credit: creditRefusal(facts) ?? creditCreationRefusal(facts),
    convert: convertRefusal(facts),
    respond: respondRefusal(facts),
  };
  return DOCUMENT_ACTIONS.filter((action) => refusals[action] === null);
}
