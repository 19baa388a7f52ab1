import { DOCUMENT_TYPES, type DocumentType } from '../document-type';
import type { DocumentStatus, PeppolStatus } from '../document-status';
import { DomainError } from '../../errors';

/**
 * The statuses of a Peppol Invoice Response (UNTDID 4343, transaction T111) in the order in which they may follow each
 * other.
 */
export const RESPONSE_STATUSES = ['AB', 'IP', 'UQ', 'CA', 'RE', 'AP', 'PD'] as const;
export type ResponseStatus = (typeof RESPONSE_STATUSES)[number];

/** The code list OPStatusReason. */
export const RESPONSE_REASONS = [
  'NON',
  'REF',
  'LEG',
  'REC',
  'QUA',
  'DEL',
  'PRI',
  'QTY',
  'ITM',
  'PAY',
  'UNR',
  'FIN',
  'PPD',
  'OTH',
] as const;

/** The code list OPStatusAction. */
export const RESPONSE_ACTIONS = ['NOA', 'PIN', 'NIN', 'CNF', 'CNP', 'CNA', 'OTH'] as const;

/** A reason or a requested action. */
export interface Clarification {
  readonly code: string;
  readonly text: string | null;
}

/** The buyer's response to an invoice or credit note. */
export interface ResponseContent {
  readonly status: ResponseStatus;
  readonly reasons: readonly Clarification[];
  readonly actions: readonly Clarification[];
  readonly note: string | null;
  readonly effective_date: string | null;
}

type Given<T> = T | null | undefined;

/** A response as a caller gives it. */
export interface ResponseInput {
  readonly status: ResponseStatus;
  readonly reasons?: Given<readonly { readonly code: string; readonly text?: Given<string> }[]>;
  readonly actions?: ResponseInput['reasons'];
  readonly note?: Given<string>;
  readonly effective_date?: Given<string>;
}

/** The content of a response with all its fields: what the caller has not given is null or empty. */
export function responseContent({
  status,
  reasons,
  actions,
  note,
  effective_date,
}: ResponseInput): ResponseContent {
  const clarified = (given: ResponseInput['reasons']) =>
    (given ?? []).map(({ code, text = null }): Clarification => ({ code, text }));
  return {
    status,
    reasons: clarified(reasons),
    actions: clarified(actions),
    note: note ?? null,
    effective_date: effective_date ?? null,
  };
}

/** A response as kept with its document. */
export interface InvoiceResponse extends ResponseContent {
  readonly id: string;
  readonly direction: 'sent' | 'received';
  /** RFC 3339, in UTC. */
  readonly at: string;
  /** The state of its transmission; null when received. */
  readonly state: PeppolStatus | null;
  /** The message that it was sent or received as. Not returned by the interface. */
  readonly message_id: string;
}

/** The most responses that are kept with a document. UQ and a partial PD may repeat without end. */
export const MAX_RESPONSES = 100;

/** Statuses that say what is wrong, and so need a reason (PEPPOL-T111-R001). */
const WITH_REASON: ReadonlySet<ResponseStatus> = new Set(['UQ', 'CA', 'RE']);

/** Partly paid. */
const PARTIAL = 'PPD';

/**
 * The rules between the fields of a response. PEPPOL-T111-R005, that PPD comes with PD only, is checked here because
 * its official test never fails.
 *
 * @throws DomainError validation_error
 */
export function assertComplete({ status, reasons }: ResponseContent): void {
  if (WITH_REASON.has(status) && reasons.length === 0) {
    throw new DomainError(
      'validation_error',
      `reasons: must have a reason for the status ${status} (PEPPOL-T111-R001)`,
    );
  }
  const index = reasons.findIndex(({ code }) => code === PARTIAL);
  if (index === -1) return;
  if (status !== 'PD') {
    throw new DomainError(
      'validation_error',
      `reasons.${index}.code: PPD is for the status PD only (PEPPOL-T111-R005)`,
    );
  }
  if (reasons[index]!.text === null) {
    throw new DomainError(
      'validation_error',
      `reasons.${index}.text: is required for PPD (PEPPOL-T111-R004)`,
    );
  }
}

/**
 * Whether a response may follow another. Statuses go forward. UQ may repeat, and PD after a partial payment; RE and the
 * full payment end the exchange.
 *
 * @param last - the latest response that counts
 */
export function mayRespond(
  last: ResponseContent | undefined,
  next: Pick<ResponseContent, 'status'>,
): boolean {
  if (last === undefined) return true;
  if (last.status === 'RE') return false;
  if (last.status === next.status) return next.status === 'UQ' || isPartial(last);
  return RESPONSE_STATUSES.indexOf(next.status) > RESPONSE_STATUSES.indexOf(last.status);
}

function isPartial({ status, reasons }: ResponseContent): boolean {
  return status === 'PD' && reasons.some(({ code }) => code === PARTIAL);
}

/** The latest response that counts: responses out of order and failed ones are passed over. */
export function latestInOrder(responses: readonly InvoiceResponse[]): InvoiceResponse | undefined {
  return responses.reduce<InvoiceResponse | undefined>(
    (last, next) => (next.state !== 'failed' && mayRespond(last, next) ? next : last),
    undefined,
  );
}

/** What the responses of the company to a document depend on. */
export interface Respondable {
  readonly type: DocumentType;
  readonly status: DocumentStatus;
  readonly responses: readonly InvoiceResponse[];
  /** Whether it was received over the network, and not imported. */
  readonly is_from_network: boolean;
}

/** Why the company can send no response about the document at all; null when it can send one. */
export function responseFault({ type, status, responses, is_from_network }: Respondable): string | null {
  if (status !== 'received' || DOCUMENT_TYPES[type].direction !== 'purchase' || !is_from_network) {
    return 'Only purchase documents that were received over the network take a response.';
  }
  const last = latestInOrder(responses);
  if (RESPONSE_STATUSES.every((next) => !mayRespond(last, { status: next }))) {
    return `No response may follow ${last!.status}.`;
  }
  if (responses.length >= MAX_RESPONSES) {
    return `The document has ${MAX_RESPONSES} responses, which is the maximum.`;
  }
  return null;
}
