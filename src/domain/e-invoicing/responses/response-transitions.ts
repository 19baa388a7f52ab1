import type { Document } from '../../documents/document';
import type { PeppolStatus } from '../../documents/document-status';
import { assertRespondable } from '../../documents/lifecycle';
import {
  type InvoiceResponse,
  latestInOrder,
  MAX_RESPONSES,
  mayRespond,
  type Respondable,
  type ResponseContent,
  responseFault,
} from '../../documents/responses/invoice-response';
import { DomainError } from '../../errors';

/**
 * Whether the company may send a response about the document.
 *
 * @throws DomainError response_not_possible
 */
export function assertMayRespond(document: Respondable, content: Pick<ResponseContent, 'status'>): void {
  assertRespondable({ response_fault: responseFault(document) });
  const last = latestInOrder(document.responses);
  if (last && !mayRespond(last, content)) {
    throw new DomainError(
      'response_not_possible',
      `The status ${content.status} may not follow ${last.status}.`,
    );
  }
}

/** The document with a response whose send was accepted. Its transmission has the id of the response. */
export function responseSent<T extends Pick<Document, 'responses'>>(
  document: T,
  { status, reasons, actions, note, effective_date }: ResponseContent,
  id: string,
  now: Date,
): T {
  const response: InvoiceResponse = {
    id,
    direction: 'sent',
    status,
    reasons,
    actions,
    note,
    effective_date,
    at: now.toISOString(),
    state: 'pending',
    message_id: id,
  };
  return { ...document, responses: [...document.responses, response] };
}

/**
 * The document with a response that was received about it.
 *
 * @throws DomainError validation_error when it has too many responses
 */
export function responseReceived<T extends Pick<Document, 'responses'>>(
  document: T,
  content: ResponseContent,
  message: Pick<InvoiceResponse, 'id' | 'at' | 'message_id'>,
): T {
  const responses = document.responses;
  if (responses.length >= MAX_RESPONSES) {
    throw new DomainError('validation_error', `body: the document has ${MAX_RESPONSES} responses already`);
  }
  const response: InvoiceResponse = { ...message, direction: 'received', ...content, state: null };
  return { ...document, responses: [...responses, response] };
}

/**
 * Whether a received response may follow those before. Responses to an earlier transmission of the document do not
 * count.
 *
 * @param document - before it has the response
 * @param sent_at - when the transmission that it is about was accepted
 */
export function isInOrder(
  { responses }: Pick<Document, 'responses'>,
  content: ResponseContent,
  sent_at: Date,
): boolean {
  const since = sent_at.toISOString();
  return mayRespond(latestInOrder(responses.filter(({ at }) => at >= since)), content);
}

/** The document after the transmission of one of its responses reached `state`. */
export function responseReported<T extends Pick<Document, 'responses'>>(
  document: T,
  id: string,
  state: PeppolStatus,
): T {
  const responses = document.responses.map((one) => (one.id === id ? { ...one, state } : one));
  return { ...document, responses };
}
