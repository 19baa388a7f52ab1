import { DomainError } from '../../../domain/errors';
import { requestDeadlines } from '../../http/request-scope';
import {
  answerMessage,
  isMessage,
  type MessageResponse,
  type OfferedTools,
  type ReceivedMessage,
} from './messages';

/** Codes of JSON-RPC. */
export const RPC = { parse_error: -32700, invalid_request: -32600 } as const;

/** The first version of the protocol without batches, and the one that a request without the header has. */
const WITHOUT_BATCHES = '2025-06-18';
const BY_DEFAULT = '2025-03-26';

const MAX_MESSAGES = 20;

/** An error that concerns no single message. */
export function rpcError(code: number, message: string): MessageResponse {
  return { status: 400, body: JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }) };
}

/** Answers the messages of a batch one after the other, and the requests among them in their order. */
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
  const answers: string[] = [];
  for (const message of messages) {
    assertInTime();
    const answer = await answerMessage(headers, message, tools);
    // Headers that the protocol refuses are refused with the first message, before anything was done.
    if (answer.status >= 400) return answer;
    if (answer.body !== '') answers.push(answer.body);
  }
  return answers.length === 0 ? { status: 202, body: '' } : { status: 200, body: `[${answers.join(',')}]` };
}

/** @throws DomainError internal_error when the caller has been answered already */
function assertInTime(): void {
  if (requestDeadlines.now_ms() > requestDeadlines.current())
    throw new DomainError('internal_error', 'The batch took too long.');
}
