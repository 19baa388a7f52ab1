import { z } from 'zod';
import { createDocument, type oas31, type ZodOpenApiPathItemObject } from 'zod-openapi';
import type { Route } from '../../http/route';
import { HEADERS, PARAMETERS } from './headers';
import { operationOf, rawOperationOf } from './operation';
import { addResponseExamples } from './response-examples';
import { schemaRules } from './schema-rules';
import { type DescribedInterface, PUBLIC_API } from './interfaces';

export type OpenApiDocument = oas31.OpenAPIObject;

/**
 * Generates the OpenAPI 3.1 description from the route declarations, which are its only source.
 *
 * @param base_url - the public address of the service; undefined: relative to the description's own
 * @param about - the interface that the routes make up
 */
export function openApiDocument(
  routes: readonly Route[],
  base_url?: string,
  about: DescribedInterface = PUBLIC_API,
): OpenApiDocument {
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
        : operationOf(
            route,
            operation,
            operation.has_version ?? (route.location !== undefined || versioned.has(route.response)),
          );
    (paths[templateOf(route.path)] ??= {})[route.method] = described;
  }
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: about.title,
        version: '1.0.0',
        description: about.introduction,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [
        {
          url: base_url?.replace(/\/$/, '') ?? '/',
          description: 'The service that this description comes from',
        },
      ],
      tags: [...about.tags],
      security: [{ bearer: [] }],
      components: {
        headers: referred(paths, 'headers', HEADERS),
        parameters: referred(paths, 'parameters', PARAMETERS),
        securitySchemes: about.security,
      },
      paths,
      ...(about.webhooks ? { webhooks: about.webhooks() } : {}),
    },
    { override: schemaRules },
  );
  // As JSON: without fields that are undefined.
  const described = JSON.parse(JSON.stringify(document)) as OpenApiDocument;
  addResponseExamples(described);
  return described;
}

/** The components that some operation refers to. */
function referred<Component>(
  paths: Record<string, ZodOpenApiPathItemObject>,
  kind: 'headers' | 'parameters',
  components: Readonly<Record<string, Component>>,
): Record<string, Component> {
  const text = JSON.stringify(paths, (_name, value: unknown) => (isSchema(value) ? undefined : value));
  return Object.fromEntries(
    Object.entries(components).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)),
  );
}

const isSchema = (value: unknown) => value instanceof z.ZodType;

/** A path in OpenAPI's syntax: `/documents/{id}` for Express's `/documents/:id`. */
export function templateOf(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}
