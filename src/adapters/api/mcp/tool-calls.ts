import type { KeyObject } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { DomainError } from '../../../domain/errors';
import { isPreviewHash, previewHash } from '../../../domain/preview-hash';
import type { Caller } from '../../../ports/access/access-tokens';
import { errorBody } from '../../http/responses/envelope';
import type { InProcessResponse, SendInProcess } from '../../http/connections/in-process';
import { authorise } from '../../http/handler';
import { requestDeadlines } from '../../http/request-scope';
import { isKeyed } from '../../http/requests/idempotency-key';
import { parse, parseQuery } from '../../http/requests/parse';
import { bodyText, type RequestParts, requestParts, requestTarget } from './tool-arguments';
import type { PreviewRoute, Tool, ToolRoute } from './tools';

/** The request to `/mcp` that a call is a part of. */
export interface CallOrigin {
  readonly caller: Caller;
  readonly authorization: string;
  readonly request_id: string;
  /** Aborts when the caller disconnects. */
  readonly closed: AbortSignal;
}

export interface ToolResult {
  /** The body of the response, and those of its headers that matter to a caller. */
  readonly texts: readonly string[];
  /** `previewed`: nothing was done; the text is a preview. */
  readonly outcome: 'answered' | 'refused' | 'previewed';
}

/** Carries out the calls of tools: each is a request to its route, and has the response of that route. */
export class ToolCalls {
  /**
   * @param send - sends a request to the API of this process
   * @param preview_key - the key of the hashes of previews, the same on every node
   * @param known - the names of all query parameters of the API
   */
  constructor(
    private readonly send: SendInProcess,
    private readonly preview_key: KeyObject,
    private readonly known: ReadonlySet<string>,
  ) {}

  async call(tool: Tool, given: Readonly<Record<string, unknown>>, origin: CallOrigin): Promise<ToolResult> {
    try {
      const parts = requestParts(tool, given);
      this.assertAcceptable(tool.route, parts, origin.caller);
      if (tool.preview) return await this.previewedCall(tool, tool.preview, parts, origin);
      return resultOf(await this.carriedOut(tool.route, parts, origin));
    } catch (error) {
      // The same envelope as in the response of the route, which makes the same checks.
      if (error instanceof DomainError) return refusal(error);
      throw error;
    }
  }

  /**
   * The checks that the route makes first, so that no preview is shown for a call that they refuse.
   *
   * @throws DomainError insufficient_permissions, validation_error, invalid_parameter, invalid_filter
   */
  private assertAcceptable(route: ToolRoute, { params, query, body }: RequestParts, caller: Caller): void {
    authorise(caller, route, query);
    if (route.params) parse(route.params, params, 'path');
    parseQuery(route.query, query, this.known);
    if (route.body) parse(route.body, body ?? (route.optional_body ? {} : undefined), 'body');
  }

  private async previewedCall(
    tool: Tool,
    shown_by: PreviewRoute,
    parts: RequestParts,
    origin: CallOrigin,
  ): Promise<ToolResult> {
    const asked = { ...parts, query: {}, headers: {} };
    let response = await this.request(shown_by, asked, origin);
    if (response.status !== 200 && shown_by.method === 'head') {
      // The response to HEAD has no body: the one to GET states the error.
      response = await this.request({ ...shown_by, method: 'get' }, asked, origin);
    }
    if (response.status !== 200) return resultOf(response);
    const shown_resource =
      shown_by.method === 'head' ? fileOf(response) : (JSON.parse(response.body) as Resource);
    const preview = {
      ...shown_resource,
      ...(await this.receiverOf(shown_by, shown_resource, parts, origin)),
    };
    const { client_id } = origin.caller;
    const shown = { client_id, tool: tool.name, arguments: parts.covered, preview };
    const hash = previewHash(this.preview_key, shown);
    if (parts.preview_hash === undefined) return shownPreview(preview, hash);
    if (!isPreviewHash(parts.preview_hash, hash)) return changedPreview(preview, hash);
    if (isKeyed(tool.route) && parts.headers['idempotency-key'] === undefined) {
      return this.carriedOutOnce(tool.route, parts, hash, origin);
    }
    // A change between the preview and the call is refused.
    const defaults = tool.route.method === 'delete' ? ifMatchOf(shown_by, response) : {};
    const headers = { ...defaults, ...parts.headers };
    return resultOf(await this.carriedOut(tool.route, { ...parts, headers }, origin));
  }

  /**
   * The electronic address that a document would be sent to: that of the relation as it is now, and not the one that
   * the document keeps from an earlier send. Nothing for a caller who may not read relations.
   */
  private async receiverOf(
    { sends }: PreviewRoute,
    { relation_id }: Resource,
    { query }: RequestParts,
    origin: CallOrigin,
  ): Promise<{ readonly receiver?: unknown }> {
    if (sends === undefined || (sends === 'with send_peppol' && query['send_peppol'] !== 'true')) return {};
    const parts = { ...NO_PARTS, params: { id: relation_id } };
    const { status, body } = await this.request({ method: 'get', path: '/relations/:id' }, parts, origin);
    return status === 200 ? { receiver: (JSON.parse(body) as Resource)['electronic_address'] } : {};
  }

  /**
   * Carries out a call that takes effect once, however often it is repeated with the same hash. If what it created was
   * deleted since, the preview is as it was before; the call then creates it again, under the next key.
   */
  private async carriedOutOnce(
    route: ToolRoute,
    parts: RequestParts,
    hash: string,
    origin: CallOrigin,
  ): Promise<ToolResult> {
    for (let nth = 1; ; nth++) {
      const key = nth === 1 ? `preview ${hash}` : `preview ${hash} ${nth}`;
      const headers = { ...parts.headers, 'idempotency-key': key };
      const response = await this.carriedOut(route, { ...parts, headers }, origin);
      if (nth === MAX_KEYS || !(await this.isDeleted(response, origin))) return resultOf(response);
    }
  }

  /** Whether the response is that of an earlier call, whose resource no longer exists. */
  private async isDeleted({ headers }: InProcessResponse, origin: CallOrigin): Promise<boolean> {
    const { location } = headers;
    if (headers['idempotency-replayed'] === undefined || typeof location !== 'string') return false;
    const { status } = await this.request({ method: 'get', path: location }, NO_PARTS, origin);
    return status === 404;
  }

  private carriedOut(route: ToolRoute, parts: RequestParts, origin: CallOrigin): Promise<InProcessResponse> {
    // An error after the request has been sent does not undo what it stores.
    if (route.method !== 'get' && route.has_effect !== false) requestDeadlines.setEffect('unknown');
    return this.request(route, parts, origin);
  }

  private request(
    { method, path }: Pick<ToolRoute, 'method' | 'path'> | PreviewRoute,
    parts: Pick<RequestParts, 'params' | 'query' | 'body' | 'headers'>,
    { authorization, request_id, closed }: CallOrigin,
  ): Promise<InProcessResponse> {
    const has_body =
      (method === 'post' || method === 'put' || method === 'patch') && parts.body !== undefined;
    return this.send({
      method: method.toUpperCase(),
      path: requestTarget(path, parts),
      headers: {
        authorization,
        'x-request-id': request_id,
        ...(has_body ? { 'content-type': 'application/json' } : {}),
        ...parts.headers,
      },
      body: has_body ? bodyText(parts.body) : undefined,
      signal: closed,
    });
  }
}

const NO_PARTS = { params: {}, query: {}, body: undefined, headers: {} };

type Resource = Readonly<Record<string, unknown>>;

/** How often a call with the same hash can create again what was deleted. */
const MAX_KEYS = 20;

/** Headers of a response that a caller needs for its next call. */
const SHOWN_HEADERS = ['ETag', 'Location', 'Idempotency-Replayed', 'Retry-After'];

function resultOf({ status, headers, body }: InProcessResponse): ToolResult {
  const lines = SHOWN_HEADERS.flatMap((name) => {
    const value = headers[name.toLowerCase()];
    return value === undefined ? [] : [`${name}: ${String(value)}`];
  });
  return {
    texts: [
      body === '' ? `${status} ${STATUS_CODES[status]}` : body,
      ...(lines.length > 0 ? [lines.join('\n')] : []),
    ],
    outcome: status < 400 ? 'answered' : 'refused',
  };
}

function refusal(error: DomainError): ToolResult {
  return { texts: [JSON.stringify(errorBody(error))], outcome: 'refused' };
}

function shownPreview(preview: unknown, preview_hash: string): ToolResult {
  const message =
    'Nothing was changed. To carry this out, call again with the same arguments and preview_hash.';
  return { texts: [JSON.stringify({ message, preview_hash, preview })], outcome: 'previewed' };
}

function changedPreview(preview: unknown, preview_hash: string): ToolResult {
  const error = new DomainError(
    'precondition_failed',
    'preview_hash: is not the hash of the preview as it is now. Nothing was changed.',
  );
  return { texts: [JSON.stringify({ ...errorBody(error), preview_hash, preview })], outcome: 'refused' };
}

/** What a HEAD says of a file. */
function fileOf({ headers }: InProcessResponse): Readonly<Record<string, unknown>> {
  return {
    content_disposition: headers['content-disposition'] ?? null,
    content_type: headers['content-type'] ?? null,
    content_length: headers['content-length'] ?? null,
    etag: headers.etag ?? null,
  };
}

/** The ETag of a file is no version. */
function ifMatchOf(
  { method }: PreviewRoute,
  { headers: { etag } }: InProcessResponse,
): Record<string, string> {
  return method === 'head' || etag === undefined ? {} : { 'if-match': etag };
}
