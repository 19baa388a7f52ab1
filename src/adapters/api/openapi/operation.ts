import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import type {
  ZodOpenApiContentObject,
  ZodOpenApiOperationObject,
  ZodOpenApiRequestBodyObject,
  ZodOpenApiResponseObject,
} from 'zod-openapi';
import type { ErrorName } from '../../../domain/errors';
import { isKeyed } from '../../http/requests/idempotency-key';
import {
  type Access,
  bodySchema,
  type OperationExample,
  type OperationSpec,
  type RawRouteSpec,
  type RouteSpec,
} from '../../http/route';
import { errorResponses, plainResponses } from './error-responses';
import { type HeaderName, headerRefs, parameterRefs } from './headers';

type Declared = RouteSpec<Access, unknown, unknown, unknown>;

const JSON_TYPE = 'application/json';
const BYTES = { type: 'string', contentMediaType: 'application/octet-stream' };

/** @param is_versioned - whether the response is a resource with a version, sent as its ETag */
export function operationOf(
  route: Declared,
  operation: OperationSpec,
  is_versioned: boolean,
): ZodOpenApiOperationObject {
  const permissions = permissionsOf(route);
  return {
    ...heading(operation, permissions),
    security: route.access === 'public' ? [] : [{ bearer: [] }],
    ...(route.access.includes(':') ? { 'x-permission': route.access } : {}),
    ...requestParams(route),
    parameters: parameterRefs([
      ...(isKeyed(route) ? ['Idempotency-Key' as const] : []),
      ...(isConditional(route, operation) ? ['If-Match' as const] : []),
      ...(route.max_age_s === undefined ? [] : ['If-None-Match' as const]),
      'X-Request-ID',
    ]),
    ...requestBody(route, operation),
    responses: {
      ...successes(route, operation, is_versioned),
      ...failures(route, operation),
      ...plainResponses([
        ...(readsBytes(route) ? [408 as const] : []),
        ...(bodySchema(route) || route.upload ? [413 as const] : []),
        ...(route.upload ? [415 as const] : []),
      ]),
    },
  };
}

export function rawOperationOf(route: RawRouteSpec, operation: OperationSpec): ZodOpenApiOperationObject {
  const { params, body, content_types, responses: declared = {} } = route;
  const is_prepared = Object.values(declared).some((response) => response.is_prepared);
  const errors = new Set<ErrorName>(['internal_error', ...(operation.errors ?? [])]);
  const responses = Object.entries(declared).map(
    ([status, { description, content_types, schema, is_prepared }]) => {
      const examples = examplesOf(
        operation,
        (example) => (example.status ?? 200) === Number(status) && example.response,
      );
      const content = Object.fromEntries(
        content_types.map((type) => [
          type,
          { schema: schema ?? { type: 'string' }, ...(schema ? examples : {}) },
        ]),
      );
      const headers = headerRefs(['Cache-Control', ...(is_prepared ? ['ETag' as const] : [])]);
      return [status, { description, headers, content }];
    },
  );
  return {
    ...heading(operation, []),
    security: route.actor === 'network' ? [{ network: [] }] : [],
    ...(params instanceof z.ZodObject ? { requestParams: { path: params } } : {}),
    parameters: parameterRefs([...(is_prepared ? ['If-None-Match' as const] : []), 'X-Request-ID']),
    ...(body ? { requestBody: { required: true, content: jsonRequest(body, operation) } } : {}),
    ...(content_types ? { requestBody: { required: true, content: bytesOf(content_types) } } : {}),
    responses: {
      ...(Object.fromEntries(responses) as Record<string, ZodOpenApiResponseObject>),
      ...(is_prepared ? { 304: NOT_MODIFIED } : {}),
      ...errorResponses(errors, { has_location: false }),
      ...(body ? plainResponses([408, 413]) : {}),
      ...(content_types ? plainResponses([408, 413, 415]) : {}),
    },
  };
}

function bytesOf(content_types: readonly string[]): ZodOpenApiContentObject {
  return Object.fromEntries(content_types.map((type) => [type, {}]));
}

const NOT_MODIFIED: ZodOpenApiResponseObject = {
  id: 'NotModified',
  description: 'The cached response is current.',
  headers: headerRefs(['ETag', 'Cache-Control']),
};

function heading({ id, tag, summary, description }: OperationSpec, permissions: readonly string[]) {
  const needed = permissions.join('; ');
  const paragraphs = [description, needed && `Needs the permission ${needed}.`].filter(Boolean);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(paragraphs.length > 0 ? { description: paragraphs.join('\n\n') } : {}),
  };
}

/** The required permissions in words: the route's own, and the conditional one. */
function permissionsOf({ access, also }: Declared): string[] {
  if (!access.includes(':')) return [];
  return [`\`${access}\``, ...(also ? [`with \`${also.when}=true\` also \`${also.access}\``] : [])];
}

function requestParams({ params, query }: Declared): Pick<ZodOpenApiOperationObject, 'requestParams'> {
  const objects = {
    ...(params instanceof z.ZodObject ? { path: params } : {}),
    ...(query instanceof z.ZodObject ? { query } : {}),
  };
  return Object.keys(objects).length > 0 ? { requestParams: objects } : {};
}

/** Whether it supports `If-Match`. */
const isConditional = ({ method }: Declared, { has_version = true }: OperationSpec) =>
  has_version && ['put', 'patch', 'delete'].includes(method);

/** Whether its body is read into memory under a time limit. */
const readsBytes = (route: Declared) =>
  bodySchema(route) !== undefined || (route.upload !== undefined && !isForm(route.upload.content_types));

const isForm = (content_types: readonly string[]) => content_types.includes('multipart/form-data');

function requestBody(
  { body, upload, optional_body = false }: Declared,
  operation: OperationSpec,
): { requestBody?: ZodOpenApiRequestBodyObject } {
  if (body) return { requestBody: { required: !optional_body, content: jsonRequest(body, operation) } };
  if (!upload) return {};
  const form = {
    type: 'object',
    properties: { file: { ...BYTES, description: 'The file; its name and its bytes.' } },
    required: ['file'],
    additionalProperties: false,
  };
  const schema = isForm(upload.content_types) ? form : undefined;
  const content = upload.content_types.map((type) => [type, schema ? { schema } : {}]);
  return { requestBody: { required: true, content: Object.fromEntries(content) as ZodOpenApiContentObject } };
}

function jsonRequest(schema: z.ZodType, operation: OperationSpec): ZodOpenApiContentObject {
  return { [JSON_TYPE]: { schema, ...examplesOf(operation, (example) => example.request) } };
}

function examplesOf(
  { examples = {} }: OperationSpec,
  valueOf: (example: OperationExample) => object | false | undefined,
): { examples?: Record<string, { summary: string; value: object }> } {
  const shown = Object.entries(examples).flatMap(([name, example]) => {
    const value = valueOf(example);
    return value ? [[name, { summary: example.summary, value }] as const] : [];
  });
  return shown.length > 0 ? { examples: Object.fromEntries(shown) } : {};
}

function successes(
  route: Declared,
  operation: OperationSpec,
  is_versioned: boolean,
): Record<string, ZodOpenApiResponseObject> {
  const { status = 200, response, file_types = [], max_age_s } = route;
  const isFileWithVersion = response === 'file' && operation.has_version !== false;
  const headers: HeaderName[] = [
    ...(is_versioned || isFileWithVersion || max_age_s !== undefined ? ['ETag' as const] : []),
    ...(route.location !== undefined ? ['Location' as const] : []),
    ...(isKeyed(route) ? ['Idempotency-Replayed' as const] : []),
    ...(max_age_s === undefined ? [] : ['Cache-Control' as const]),
    ...(response === 'file' ? ['Content-Disposition' as const] : []),
  ];
  const answer = { description: STATUS_CODES[status]!, headers: headerRefs(headers) };
  if (response === 'none') return { [status]: answer };
  if (response === 'file') {
    return { [status]: { ...answer, content: Object.fromEntries(file_types.map((type) => [type, {}])) } };
  }
  const examples = examplesOf(
    operation,
    (example) => (example.status ?? status) === status && example.response,
  );
  return {
    [status]: { ...answer, content: { [JSON_TYPE]: { schema: response, ...examples } } },
    ...(max_age_s === undefined ? {} : { 304: NOT_MODIFIED }),
  };
}

function failures(route: Declared, operation: OperationSpec): Record<string, ZodOpenApiResponseObject> {
  return errorResponses(errorsOf(route, operation), { has_location: route.location !== undefined });
}

/** The operation's own errors, and those that follow from the declaration. */
function errorsOf(route: Declared, operation: OperationSpec): Set<ErrorName> {
  const { errors = [] } = operation;
  const { access, params, query, method } = route;
  const filters = query instanceof z.ZodObject ? Object.values(query.shape) : [];
  const derived: [ErrorName, boolean][] = [
    ['validation_error', true], // for an unknown query parameter
    ['invalid_parameter', true],
    ['internal_error', true],
    ['invalid_filter', filters.some((schema) => z.globalRegistry.get(schema)?.['filter'] === true)],
    ['invalid_token', access !== 'public'],
    ['insufficient_permissions', access.includes(':')],
    ['not_found', params !== undefined],
    ['precondition_failed', isConditional(route, operation)],
    ['field_not_editable', method === 'patch'],
    ['idempotency_key_reused', isKeyed(route)],
    ['idempotency_in_progress', isKeyed(route)],
  ];
  return new Set([...errors, ...derived.flatMap(([error, applies]) => (applies ? [error] : []))]);
}
