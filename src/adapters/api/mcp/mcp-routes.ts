import type { KeyObject } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Request, Response } from '../../http/request';
import type { Metrics } from '../../../ports/metrics';
import { sendPlain } from '../../http/responses/envelope';
import { sendBody } from '../../http/responses/json-body';
import { queryParameters } from '../../http/app';
import { closedSignal } from '../../http/connections/closed-signal';
import { inProcess } from '../../http/connections/in-process';
import { PlainStatus } from '../../http/connections/plain-status';
import { type Authenticate, authorizationOf } from '../../http/handler';
import { noteCaller, noteTool, requestIdOf } from '../../http/request-scope';
import { BodyError, parseJson, readBytes } from '../../http/requests/body';
import type { RawRouteSpec, Route } from '../../http/route';
import { answerBatch, RPC, rpcError } from './batch';
import { answerMessage, type MessageResponse, type OfferedTools, receivedMessage } from './messages';
import { type CallOrigin, ToolCalls } from './tool-calls';
import { type Tool, toolsOf } from './tools';

const PATH = '/mcp';

/**
 * Twice the time limit of a request, for a preview and its call, and the longest wait of the feed of events. Each
 * request of a tool has its own limit.
 */
const WAITS_S = 40;

/**
 * Limit of what the protocol validates of a request, in characters of its JSON. It does so several times, and blocks
 * the event loop for as long.
 */
const MAX_LENGTH = 64 * 1024;

interface McpOptions {
  /** Returns the application that serves the routes; called on each request. */
  readonly api: () => RequestListener;
  /** Returns the routes that become tools; called on the first request. */
  readonly routes: () => readonly Route[];
  readonly authenticate: Authenticate;
  /** The key of the hashes of previews, the same on every node. */
  readonly preview_key: KeyObject;
  /** The public address of the service: pages of its origin may call. */
  readonly base_url: string | undefined;
  readonly metrics: Pick<Metrics, 'countToolCall'>;
}

/** `/mcp`: the API for programs that speak the Model Context Protocol, over streamable HTTP without sessions. */
export function mcpRoutes(options: McpOptions): RawRouteSpec[] {
  const { authenticate, base_url } = options;
  const origin = base_url === undefined ? undefined : new URL(base_url).origin;
  let made: { tools: Map<string, Tool>; calls: ToolCalls } | undefined;
  const make = () => {
    const routes = options.routes();
    const tools = new Map(toolsOf(routes).map((tool) => [tool.name, tool]));
    const calls = new ToolCalls(inProcess(options.api), options.preview_key, queryParameters(routes));
    return { tools, calls };
  };
  return [
    {
      method: 'post',
      path: PATH,
      access: 'public',
      waits_s: WAITS_S,
      async respond(req, res) {
        assertOwnOrigin(req, origin);
        const authorization = authorizationOf(req);
        const caller = authenticate(authorization, 'token')!;
        noteCaller(caller);
        const { tools, calls } = (made ??= make());
        const from: CallOrigin = {
          caller,
          authorization: authorization!,
          request_id: requestIdOf()!,
          closed: closedSignal(res),
        };
        const offered = offeredTools(tools, calls, from, options.metrics);
        await send(req, res, await answerTo(req, res, offered));
      },
    },
    // Without sessions there is no stream of the server's own messages, and nothing to end (405, as the protocol says).
    ...(['get', 'delete', 'put', 'patch'] as const).map((method): RawRouteSpec => ({
      method,
      path: PATH,
      access: 'public',
      async respond(req, res) {
        assertOwnOrigin(req, origin);
        res.setHeader('Allow', 'POST');
        sendPlain(res, 405);
      },
    })),
  ];
}

/**
 * Browsers send the origin of the page that calls. A foreign page could reach a service on a private network through a
 * name that it has rebound, so the `Host` that was sent does not count.
 *
 * @throws PlainStatus 403
 */
function assertOwnOrigin({ headers }: Request, own: string | undefined): void {
  if (headers.origin !== undefined && headers.origin !== own) throw new PlainStatus(403);
}

function offeredTools(
  tools: ReadonlyMap<string, Tool>,
  calls: ToolCalls,
  origin: CallOrigin,
  metrics: McpOptions['metrics'],
): OfferedTools {
  const { scope } = origin.caller;
  return {
    list: () =>
      [...tools.values()].filter(({ route: { access } }) => access === 'token' || scope.has(access)),
    find: (name) => tools.get(name),
    async call(tool, given) {
      noteTool(tool.name);
      const result = await calls.call(tool, given, origin);
      metrics.countToolCall(tool.name, result.outcome);
      return result;
    },
  };
}

async function answerTo(req: Request, res: Response, tools: OfferedTools): Promise<MessageResponse> {
  let body: unknown;
  try {
    body = parseJson(req, await readBytes(req, res));
  } catch (error) {
    if (error instanceof BodyError) return rpcError(RPC.parse_error, error.message);
    throw error;
  }
  const messages = [body].flat().map(receivedMessage);
  if (JSON.stringify(messages.map(({ message }) => message)).length > MAX_LENGTH) {
    return rpcError(RPC.invalid_request, `At most ${MAX_LENGTH} characters besides the arguments of tools.`);
  }
  const headers = protocolHeaders(req);
  return Array.isArray(body)
    ? answerBatch(headers, messages, tools)
    : answerMessage(headers, messages[0]!, tools);
}

/** The headers of the transport. */
function protocolHeaders({ headers }: Request): Headers {
  const names = ['accept', 'content-type', 'mcp-protocol-version'];
  return new Headers(
    names.flatMap((name): [string, string][] => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

async function send(req: Request, res: Response, { status, body }: MessageResponse): Promise<void> {
  if (body === '') return void res.writeHead(status).end();
  return sendBody(req, res, status, body);
}
