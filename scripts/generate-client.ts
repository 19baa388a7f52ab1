// Writes the generated part of the client, or with --check reports whether it is up to date. It needs neither a
// service nor a database.
import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import type { OpenApiDocument } from '../src/adapters/api/openapi/document';
import { DETAIL_ITEMS } from '../src/adapters/api/openapi/error-responses';
import { codeOf, type ErrorName, ERRORS } from '../src/domain/errors';
import { describedApi } from './described-api';

const GENERATED = 'client/interface.ts';

async function generated(): Promise<string> {
  const document = withErrorDetails(withFiles(describedApi()));
  const types = await openapiTS(document as Parameters<typeof openapiTS>[0], {
    // A file in a form; without this it would be text.
    transform: (schema) =>
      'contentMediaType' in schema
        ? ts.factory.createTypeReferenceNode(ts.factory.createIdentifier('Blob'))
        : undefined,
  });
  const source = `// Made from the route declarations by \`npm run generate:client\`; not to be edited.
${astToString(types)}
/** The codes of errors. */
export type ErrorCode = ${errorCodes()
    .map((code) => `'${code}'`)
    .join(' | ')};

/** Paths whose POST takes an Idempotency-Key. */
export const KEYED_PATHS: ReadonlySet<string> = new Set(${JSON.stringify(keyedPaths(document.paths ?? {}))});
`;
  return format(source, { ...(await resolveConfig(GENERATED)), parser: 'typescript' });
}

const errorCodes = () => [...new Set((Object.keys(ERRORS) as ErrorName[]).map(codeOf))];

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema?: object }>> };
}

/** Bodies that are a file have no schema in the description; here they get that of a file. */
function withFiles(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  const operations = Object.values(copy.paths ?? {}).flatMap((item) => Object.values(item) as Operation[]);
  for (const { requestBody } of operations) {
    for (const [type, body] of Object.entries(requestBody?.content ?? {})) {
      body.schema ??= { type: 'string', contentMediaType: type };
    }
  }
  return copy;
}

/** The description lists the details of an operation's errors together; the client has them by code. */
function withErrorDetails(document: OpenApiDocument): OpenApiDocument {
  const ErrorDetails = {
    type: 'object' as const,
    description: 'An item of `details`, by the code of the error. Other codes have no details.',
    properties: DETAIL_ITEMS,
    required: Object.keys(DETAIL_ITEMS),
  };
  const schemas = { ...document.components?.schemas, ErrorDetails };
  return { ...document, components: { ...document.components, schemas } };
}

function keyedPaths(paths: Readonly<Record<string, object>>): string[] {
  return Object.entries(paths).flatMap(([path, item]) => {
    const { parameters = [] } = (item as { post?: { parameters?: readonly { $ref?: string }[] } }).post ?? {};
    return parameters.some(({ $ref }) => $ref?.endsWith('/Idempotency-Key')) ? [path] : [];
  });
}

void generated().then((source) => {
  if (!process.argv.includes('--check')) return writeFileSync(GENERATED, source);
  if (readFileSync(GENERATED, 'utf8') === source) return;
  process.stderr.write(`${GENERATED} is not what the routes declare: run \`npm run generate:client\`.\n`);
  process.exitCode = 1;
});
