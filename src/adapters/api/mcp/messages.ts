import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  JSONRPCMessageSchema,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
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
export interface MessageAnswer {
  readonly status: number;
  /** JSON; empty for a 202. */
  readonly body: string;
}

const SERVER_INFO = { name: 'invoicing-service', title: 'Invoicing service', version: '1.0.0' };

const INSTRUCTIONS =
  'The API of an invoicing service. Amounts, rates and quantities are decimal strings. Calls that cannot be undone return a preview first: show it to the user, and repeat the call with its preview_hash only after the user has agreed.';

/** Whether a value is a message of JSON-RPC. */
export function isMessage(value: unknown): boolean {
  return JSONRPCMessageSchema.safeParse(value).success;
}

/**
 * Answers one message. Nothing is kept: each message has a server and a transport of its own.
 *
 * @throws any error of a tool that is not a response of its route
 */
export async function answerMessage(
  headers: Headers,
  message: unknown,
  tools: OfferedTools,
): Promise<MessageAnswer> {
  const failures: unknown[] = [];
  const server = serverOf(tools, (error) => failures.push(error));
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

/** @param onFailure - called for an error that the server would answer with its message */
function serverOf(tools: OfferedTools, onFailure: (error: unknown) => void): Server {
  const server = new Server(SERVER_INFO, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.list().map(described) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = tools.find(params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, 'Unknown tool.');
    try {
      const { texts, outcome } = await tools.call(tool, params.arguments ?? {});
      return { content: texts.map((text) => ({ type: 'text', text })), isError: outcome === 'refused' };
    } catch (error) {
      onFailure(error);
      throw error;
    }
  });
  return server;
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
