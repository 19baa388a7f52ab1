import type { oas31 } from 'zod-openapi';
import { CREATED } from '../documents/document-examples';
import { RECEIVED } from '../e-invoicing/response-examples';
import { SAMPLES } from './samples';

type Json = Record<string, unknown>;

const JSON_TYPE = 'application/json';
const COMPONENT = '#/components/schemas/';

/** Of operations whose responses differ from the example of another operation with the same schema. */
const OF_OPERATIONS: Readonly<Record<string, object>> = {
  importDocument: { ...RECEIVED, allowed_actions: ['pay'] },
  markDocumentSent: {
    ...CREATED,
    status: 'sent',
    sent_at: '2026-07-01T09:35:00.000Z',
    updated_at: '2026-07-01T09:35:00.000Z',
    allowed_actions: ['pay', 'credit'],
  },
};

/**
 * Gives every response with JSON that has no example of its own one: the example of another operation with the same
 * schema, or a sample; lists have one row.
 */
export function addResponseExamples({ paths = {}, components = {} }: oas31.OpenAPIObject): void {
  const operations = Object.values(paths).flatMap((item) => Object.values(item) as Json[]);
  const contents = operations.flatMap(successContents);
  const known = new Map(Object.entries(SAMPLES));
  for (const { schema, examples } of contents) {
    const [example] = Object.values((examples ?? {}) as Record<string, { value: object }>);
    const name = nameOf(schema);
    if (name !== undefined && example && !known.has(name)) known.set(name, example.value);
  }
  const schemas = (components.schemas ?? {}) as Record<string, Json>;
  // A row of a list, and a webhook without its secret, are parts of what their creation returns.
  for (const [part, whole] of [
    ['DocumentRow', 'Document'],
    ['Webhook', 'WebhookWithSecret'],
  ] as const) {
    const value = known.get(whole);
    if (value && schemas[part]) known.set(part, membersOf(schemas[part], value));
  }
  for (const operation of operations) {
    for (const content of successContents(operation)) {
      if (content['examples']) continue;
      const own = OF_OPERATIONS[String(operation['operationId'])];
      const value = own ?? sampleOf(content['schema'] as Json, known);
      if (value) content['examples'] = { response: { summary: 'A response', value } };
    }
  }
}

/** What the 2xx responses of an operation have as JSON. */
function successContents({ responses = {} }: Json): Json[] {
  return Object.entries(responses as Record<string, { content?: Record<string, Json> }>).flatMap(
    ([status, { content }]) => (status.startsWith('2') && content?.[JSON_TYPE] ? [content[JSON_TYPE]] : []),
  );
}

function nameOf(schema: unknown): string | undefined {
  const reference = (schema as Json | undefined)?.['$ref'];
  return typeof reference === 'string' ? reference.slice(COMPONENT.length) : undefined;
}

function sampleOf(schema: Json, known: ReadonlyMap<string, object>): object | undefined {
  const name = nameOf(schema);
  if (name !== undefined) return known.get(name);
  const properties = (schema['properties'] ?? {}) as Record<string, Json>;
  const row = nameOf(properties['data']?.['items']);
  const value = row === undefined ? undefined : known.get(row);
  return value && { data: [value], ...(properties['next_cursor'] ? { next_cursor: null } : {}) };
}

function membersOf({ properties = {} }: Json, value: object): object {
  const names = new Set(Object.keys(properties as object));
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.has(name)));
}
