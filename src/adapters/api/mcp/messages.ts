import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  JSONRPCMessageSchema,
  type JSONRPCRequest,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import type { z } from 'zod';
import { messageOf, REPORT } from '../../http/requests/parse';
import type { ToolResult } from './tool-calls';
import type { Tool } from './tools';

/** What a caller may list and call. */
export interface OfferedTools {
  list(): readonly Tool[];
  /** Undefined for an unknown name. */
  find(name: string): Tool | undefined;
  call(tool: Tool, given: Readonly<Record<string, unknown>>): Promise<ToolResult>;
}

/** A response to a POST. */
export interface MessageResponse {
  readonly status: number;
  /** JSON; empty for a 202. */
  readonly body: string;
}

const SERVER_INFO = { name: 'invoicing-service', title: 'Invoicing service', version: '1.0.0' };

const INSTRUCTIONS =
  'The API of an invoicing service. Amounts, rates and quantities are decimal strings. Calls that cannot be undone return a preview first: show it to the user, and repeat the call with its preview_hash only after the user has agreed.';

/** A message of JSON-RPC as it was received. */
export interface ReceivedMessage {
  /** Without the arguments of the tool that it calls. */
  readonly message: unknown;
  /** The arguments, which the protocol only passes on, while it validates everything else several times. */
  readonly given: unknown;
}

export function receivedMessage(message: unknown): ReceivedMessage {
  if (!isObject(message) || message['method'] !== 'tools/call') return { message, given: undefined };
  const { params } = message;
  if (!isObject(params)) return { message, given: undefined };
  const { arguments: given, ...others } = params;
  return { message: { ...message, params: others }, given };
}

/** Whether a value is a message of JSON-RPC. */
export function isMessage({ message }: ReceivedMessage): boolean {
  return JSONRPCMessageSchema.safeParse(message).success;
}

/**
 * Answers one message. Nothing is kept: each message has a server and a transport of its own.
 *
 * @throws any error of a tool that is not a response of its route
 */
export async function answerMessage(
  headers: Headers,
  { message, given }: ReceivedMessage,
  tools: OfferedTools,
): Promise<MessageResponse> {
  const failures: unknown[] = [];
  const server = serverOf(tools, given, (error) => failures.push(error));
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const request = new Request('http://localhost/mcp', { method: 'POST', headers });
    const response = await transport.handleRequest(request, { parsedBody: message });
    const body = await response.text();
    if (failures.length > 0) throw failures[0];
    return { status: response.status, body };
  } finally {
    await server.close();
  }
}

/**
 * The requests come as they are, since a handler that is registered with a schema answers one that it rejects as an
 * internal error.
 *
 * @param given - the arguments of a tool
 * @param onFailure - called for an error that the server would answer with its message
 */
function serverOf(tools: OfferedTools, given: unknown, onFailure: (error: unknown) => void): Server {
  const server = new Server(SERVER_INFO, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  const respond = async (request: JSONRPCRequest) => {
    if (request.method === 'tools/list') {
      valid(ListToolsRequestSchema, request);
      return { tools: tools.list().map(described) };
    }
    if (request.method !== 'tools/call') throw new McpError(ErrorCode.MethodNotFound, 'Method not found');
    const { name } = valid(CallToolRequestSchema, request).params;
    const tool = tools.find(name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, 'Unknown tool.');
    if (given !== undefined && !isObject(given)) {
      throw new McpError(ErrorCode.InvalidParams, 'params.arguments: must be an object');
    }
    try {
      const { texts, outcome } = await tools.call(tool, given ?? {});
      return { content: texts.map((text) => ({ type: 'text', text })), isError: outcome === 'refused' };
    } catch (error) {
      onFailure(error);
      throw error;
    }
  };
  server.fallbackRequestHandler = respond;
  return server;
}

/** @throws McpError InvalidParams */
function valid<T>(schema: z.ZodType<T>, request: unknown): T {
  const result = schema.safeParse(request, REPORT);
  if (result.success) return result.data;
  throw new McpError(ErrorCode.InvalidParams, messageOf(result.error.issues[0]!, 'params'));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function described({ name, title, description, input_schema, route, preview }: Tool) {
  const is_read = route.method === 'get' || route.has_effect === false;
  const annotations = {
    readOnlyHint: is_read,
    ...(is_read ? {} : { destructiveHint: preview !== undefined }),
    openWorldHint: false,
  };
  return { name, title, description, inputSchema: input_schema, annotations };
}
