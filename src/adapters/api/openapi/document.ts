import type { z } from 'zod';
import { createDocument, type oas31, type ZodOpenApiPathItemObject } from 'zod-openapi';
import type { Route } from '../../http/route';
import { HEADERS, PARAMETERS } from './headers';
import { operationOf, rawOperationOf } from './operation';
import { schemaRules } from './schema-rules';
import { INTRODUCTION, TAGS } from './introduction';
import { sentWebhooks } from './webhooks';

export type OpenApiDocument = oas31.OpenAPIObject;

/**
 * Generates the OpenAPI 3.1 description from the route declarations, which are its only source.
 *
 * @param base_url - the public address of the service; undefined: relative to the description's own
 */
export function openApiDocument(routes: readonly Route[], base_url?: string): OpenApiDocument {
  const paths: Record<string, ZodOpenApiPathItemObject> = {};
  const versioned = new Set<z.ZodType | string>(
    routes.flatMap((route) =>
      'handle' in route && (route.method === 'patch' || route.location) ? [route.response] : [],
    ),
  );
  for (const route of routes) {
    const { operation } = route;
    if (!operation) continue;
    const described =
      'respond' in route
        ? rawOperationOf(route, operation)
        : operationOf(route, operation, route.location !== undefined || versioned.has(route.response));
    (paths[templateOf(route.path)] ??= {})[route.method] = described;
  }
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Invoicing service',
        version: '1.0.0',
        description: INTRODUCTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [
        {
          url: base_url?.replace(/\/$/, '') ?? '/',
          description: 'The service that this description comes from',
        },
      ],
      tags: TAGS,
      security: [{ bearer: [] }],
      components: {
        headers: HEADERS,
        parameters: PARAMETERS,
        securitySchemes: {
          bearer: {
            ...{ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
            description: 'The `access_token` of `POST /auth/token`; it is valid for an hour.',
          },
        },
      },
      paths,
      webhooks: sentWebhooks(),
    },
    { override: schemaRules },
  );
  // As JSON: without members that are undefined.
  return JSON.parse(JSON.stringify(document)) as OpenApiDocument;
}

/** A path in OpenAPI's syntax: `/documents/{id}` for Express's `/documents/:id`. */
export function templateOf(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}
