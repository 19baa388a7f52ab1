import type { Effect } from '../../../ports/deadlines';
import { doneWithin } from '../../done-within';
import { requestDeadlines } from '../../http/request-scope';
import {
  answerMessage,
  isMessage,
  type MessageResponse,
  type OfferedTools,
  type ReceivedMessage,
} from './messages';

/** Codes of JSON-RPC. */
export const RPC = { parse_error: -32700, invalid_request: -32600, internal_error: -32603 } as const;

/** The first version of the protocol without batches, and the one that a request without the header has. */
const WITHOUT_BATCHES = '2025-06-18';
const BY_DEFAULT = '2025-03-26';

const MAX_MESSAGES = 20;

/** An error that concerns no single message. */
export function rpcError(code: number, message: string): MessageResponse {
  return { status: 400, body: JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }) };
}

/**
 * How long a message that is in progress at the deadline may still take, as a share of the time until the deadline. The
 * request to `/mcp` fails a little later, and the answers of the earlier messages would be lost.
 */
const EXTRA_SHARE = 0.1;

/**
 * Answers the messages of a batch one after the other, and the requests among them in their order. After the deadline
 * no message is begun: the answers to the earlier ones are returned, and each other request is answered by an error.
 */
export async function answerBatch(
  headers: Headers,
  messages: readonly ReceivedMessage[],
  tools: OfferedTools,
): Promise<MessageResponse> {
  const version = headers.get('mcp-protocol-version') ?? BY_DEFAULT;
  if (version >= WITHOUT_BATCHES)
    return rpcError(RPC.invalid_request, 'This version of the protocol has no batches.');
  if (messages.length === 0 || messages.length > MAX_MESSAGES)
    return rpcError(RPC.invalid_request, `A batch has 1 to ${MAX_MESSAGES} messages.`);
  if (!messages.every(isMessage)) return rpcError(RPC.invalid_request, 'Not a message of JSON-RPC.');
  if (messages.some(({ message }) => (message as { method?: unknown }).method === 'initialize'))
    return rpcError(RPC.invalid_request, 'An initialize request is not a part of a batch.');
  const now = requestDeadlines.now_ms();
  const deadline = requestDeadlines.current();
  const last = deadline + (deadline - now) * EXTRA_SHARE;
  const answers: string[] = [];
  for (const message of messages) {
    if (requestDeadlines.now_ms() > deadline) {
      answers.push(...lateAnswers(message, 'none'));
      continue;
    }
    const left_ms = last - requestDeadlines.now_ms();
    const answer = await doneWithin(left_ms, answerMessage(headers, message, tools));
    if (!answer) {
      answers.push(...lateAnswers(message, 'unknown'));
      continue;
    }
    // Headers that the protocol refuses are refused with the first message, before anything was done.
    if (answer.status >= 400) return answer;
    if (answer.body !== '') answers.push(answer.body);
  }
  return answers.length === 0 ? { status: 202, body: '' } : { status: 200, body: `[${answers.join(',')}]` };
}

const LATE: Readonly<Record<Effect, string>> = {
  none: 'The batch took too long. This message was not carried out. Send it again.',
  unknown: 'The batch took too long. Whether this message was carried out is unknown.',
};

/** @returns an error for a request; none for other messages, which have no answer */
function lateAnswers({ message }: ReceivedMessage, effect: Effect): string[] {
  const { id, method } = message as { id?: unknown; method?: unknown };
  if (id === undefined || method === undefined) return [];
  const error = { code: RPC.internal_error, message: LATE[effect], data: { effect } };
  return [JSON.stringify({ jsonrpc: '2.0', error, id })];
}
