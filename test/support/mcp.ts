import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { API, get } from '../../src/composition/keys';
import { type HttpServer, startServer } from '../../src/adapters/http/connections/server';
import type { Service } from './service';

/** The public listener of a service. */
export function listenPublicly(service: Service): Promise<HttpServer> {
  return startServer(get(service.container, API), { host: '127.0.0.1', port: 0 });
}

/** A result of a tool, with its texts parsed where they are JSON. */
export interface Called {
  readonly is_error: boolean;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what is read from it is what a test asserts
  readonly body: any;
  readonly headers: string;
}

/** The official client, connected to `/mcp`. */
export class McpCaller {
  private constructor(readonly client: Client) {}

  static async connect(address: string, token: string): Promise<McpCaller> {
    const client = new Client({ name: 'a-test', version: '1.0.0' });
    const transport = new StreamableHTTPClientTransport(new URL('/mcp', address), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    });
    await client.connect(transport);
    return new McpCaller(client);
  }

  async call(name: string, given: Record<string, unknown> = {}): Promise<Called> {
    const { content, isError } = await this.client.callTool({ name, arguments: given });
    const [body = '', headers = ''] = (content as { type: string; text: string }[]).map(({ text }) => text);
    const is_json = body.startsWith('{') || body.startsWith('[');
    return { is_error: isError === true, body: is_json ? JSON.parse(body) : body, headers };
  }

  /** Calls with the hash of the preview that the same call without it returns. */
  async callPreviewed(name: string, given: Record<string, unknown> = {}): Promise<Called> {
    const { body } = await this.call(name, given);
    return this.call(name, { ...given, preview_hash: body.preview_hash });
  }
}
