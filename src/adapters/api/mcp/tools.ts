import { isKeyed } from '../../http/requests/idempotency-key';
import type { Access, OperationSpec, Route, RouteSpec } from '../../http/route';
import { type OpenApiDocument, openApiDocument, templateOf } from '../openapi/document';

type Json = Readonly<Record<string, unknown>>;

/** The route whose response shows what a call is about before it is made. */
export interface PreviewRoute {
  /** `head` for a file: its headers describe it. */
  readonly method: 'get' | 'head' | 'post';
  readonly path: string;
  readonly sends?: NonNullable<Declared['previewed_by']>['sends'];
}

/** A route as a tool of the Model Context Protocol. */
export interface Tool {
  /** The `operationId`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly route: ToolRoute;
  /** Undefined for a call that can be undone. */
  readonly preview: PreviewRoute | undefined;
  /** JSON Schema of the arguments: parameters of path and query by name, the body as `body`. */
  readonly input_schema: Json & { readonly type: 'object'; readonly properties: Json };
}

type Declared = RouteSpec<Access, unknown, unknown, unknown>;
export type ToolRoute = Declared & { readonly operation: OperationSpec };

/**
 * The arguments of tools that are neither a parameter nor the body. A test keeps parameters from having these names.
 */
export const CONTROLS = {
  body: 'body',
  preview_hash: 'preview_hash',
  idempotency_key: 'idempotency_key',
  if_match: 'if_match',
} as const;

/** Makes a tool of each route for which `isTool` holds. Descriptions and schemas are those of `/openapi.json`. */
export function toolsOf(routes: readonly Route[]): Tool[] {
  const document = openApiDocument(routes);
  return routes.filter(isTool).map((route) => {
    const { id, summary } = route.operation;
    const described = operationIn(document, route);
    const preview = previewOf(route, routes);
    const paragraphs = [summary, described['description'], preview && PREVIEWED].filter(Boolean);
    return {
      name: id,
      title: summary,
      description: paragraphs.join('\n\n'),
      route,
      preview,
      input_schema: inputSchema(route, described, document, preview !== undefined),
    };
  });
}

/**
 * Whether a route is a tool: it needs a token, takes and returns JSON, and returns no secret, because what a tool
 * returns becomes part of a conversation.
 */
function isTool(route: Route): route is ToolRoute {
  return (
    'handle' in route &&
    route.operation !== undefined &&
    (route.access === 'token' || route.access.includes(':')) &&
    route.upload === undefined &&
    route.response !== 'file' &&
    route.has_secret !== true
  );
}

const PREVIEWED =
  'This cannot be undone. A call without `preview_hash` changes nothing: it returns a preview and its hash. Show the preview, then call again with the same arguments and the hash. The call is refused if the preview would no longer be the same.';

/** A DELETE is previewed by the GET of its path; other routes declare their preview. */
function previewOf(route: ToolRoute, routes: readonly Route[]): PreviewRoute | undefined {
  const { method, path, previewed_by } = route;
  if (method !== 'delete') return previewed_by;
  const shown = routes.find((other) => other.method === 'get' && other.path === path);
  if (!shown || !('handle' in shown)) throw new Error(`Nothing shows what DELETE ${path} deletes.`);
  return { method: shown.response === 'file' ? 'head' : 'get', path };
}

function operationIn(document: OpenApiDocument, { path, method }: ToolRoute): Json {
  const item = document.paths![templateOf(path)] as unknown as Readonly<Record<string, Json>>;
  return item[method]!;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: Json;
}

function inputSchema(route: ToolRoute, described: Json, document: OpenApiDocument, is_previewed: boolean) {
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  // Headers are references to shared parameters; those that a tool takes have arguments of their own.
  const parameters = ((described['parameters'] ?? []) as readonly (Parameter | { readonly $ref: string })[])
    .filter((parameter) => 'in' in parameter)
    .filter((parameter) => parameter.in === 'path' || parameter.in === 'query');
  for (const { name, description, required: is_required, schema } of parameters) {
    properties[name] = { ...schema, ...(description ? { description } : {}) };
    if (is_required) required.push(name);
  }
  if (route.body) {
    const { content } = described['requestBody'] as { content: Readonly<Record<string, { schema: Json }>> };
    properties[CONTROLS.body] = content['application/json']!.schema;
    if (!route.optional_body) required.push(CONTROLS.body);
  }
  if (is_previewed) properties[CONTROLS.preview_hash] = PREVIEW_HASH;
  if (isKeyed(route)) properties[CONTROLS.idempotency_key] = IDEMPOTENCY_KEY;
  if (['put', 'patch', 'delete'].includes(route.method)) properties[CONTROLS.if_match] = IF_MATCH;
  const schema = { type: 'object', properties, required, additionalProperties: false } as const;
  return selfContained(schema, document);
}

const PREVIEW_HASH = {
  type: 'string',
  description: 'The hash of the preview that a call with the same arguments, but without the hash, returned.',
};
const IDEMPOTENCY_KEY = {
  type: 'string',
  description:
    'Calls under one key take effect once within 24 hours; a repeated call returns the first response. By default, for a call with `preview_hash`, a key made of the hash: to make the same document a second time, give another key.',
};
const IF_MATCH = {
  type: 'string',
  description: 'An `ETag` that a call returned: the call is refused if the resource has changed since.',
};

const COMPONENT = '#/components/schemas/';

/** Copies the components that a schema refers to into its `$defs`. */
function selfContained<S extends Json>(schema: S, { components }: OpenApiDocument): S {
  const found = new Map<string, unknown>();
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        if (name !== '$ref' || typeof member !== 'string') return [name, visit(member)];
        const component = member.slice(COMPONENT.length);
        if (!found.has(component)) {
          found.set(component, undefined); // before the visit, because a schema may contain itself
          found.set(component, visit(components!.schemas![component]));
        }
        return ['$ref', `#/$defs/${component}`];
      }),
    );
  };
  const copy = visit(schema) as S;
  return found.size > 0 ? { ...copy, $defs: Object.fromEntries(found) } : copy;
}
