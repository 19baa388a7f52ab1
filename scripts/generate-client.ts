// Writes the generated part of the client, or with --check reports whether it is up to date. It needs neither a
// service nor a database.
import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { describedApi } from './described-api';

const GENERATED = 'client/interface.ts';

async function generated(): Promise<string> {
  const document = describedApi();
  const types = await openapiTS(document as Parameters<typeof openapiTS>[0], {
    // A file in a form; without this it would be text.
    transform: (schema) =>
      'contentMediaType' in schema
        ? ts.factory.createTypeReferenceNode(ts.factory.createIdentifier('Blob'))
        : undefined,
  });
  const source = `// Made from the route declarations by \`npm run generate:client\`; not to be edited.
${astToString(types)}
/** Paths whose POST takes an Idempotency-Key. */
export const KEYED_PATHS: ReadonlySet<string> = new Set(${JSON.stringify(keyedPaths(document.paths ?? {}))});
`;
  return format(source, { ...(await resolveConfig(GENERATED)), parser: 'typescript' });
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
