import type { Document } from '../../documents/document';
import { DOCUMENT_TYPES } from '../../documents/document-type';
import type { PeppolStatus } from '../../documents/lifecycle';
import {
  type InvoiceResponse,
  latestInOrder,
  MAX_RESPONSES,
  mayRespond,
  type ResponseContent,
} from '../../documents/responses/invoice-response';
import { DomainError } from '../../errors';

type Answered = Pick<Document, 'type' | 'status' | 'responses'>;

/**
 * Whether the company may send a response about the document.
 *
 * @param is_from_network - whether the document was received over the network, and not imported
 * @throws DomainError response_not_possible
 */
export function assertMayRespond(
  { type, status, responses }: Answered,
  is_from_network: boolean,
  content: Pick<ResponseContent, 'status'>,
): void {
  if (status !== 'received' || DOCUMENT_TYPES[type].direction !== 'purchase' || !is_from_network) {
    throw notPossible('Only purchase documents that were received over the network take a response.');
  }
  const last = latestInOrder(responses);
  if (last && !mayRespond(last, content)) {
    throw notPossible(`The status ${content.status} may not follow ${last.status}.`);
  }
  if (responses.length >= MAX_RESPONSES) {
    throw notPossible(`The document has ${MAX_RESPONSES} responses, which is the maximum.`);
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
    ...{ id, direction: 'sent', status, reasons, actions, note, effective_date },
    ...{ at: now.toISOString(), state: 'pending', message_id: id },
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
 * Whether a received response may follow those before. Responses to an earlier transmission of the document do not count.
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

function notPossible(message: string): DomainError {
  return new DomainError('response_not_possible', message);
}
