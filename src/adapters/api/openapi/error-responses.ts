import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { codeOf, type ErrorName, ERRORS } from '../../../domain/errors';
import { headerRefs } from './headers';
import { MEANINGS } from './error-meanings';

type Schema = Readonly<Record<string, unknown>>;

const uuid = (description: string) => ({ type: 'string', format: 'uuid', description });
const textOrNull = (description: string) => ({ type: ['string', 'null'], description });
const dateOrNull = (description: string) => ({
  anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }],
  description,
});

/** Fields of an item of `details`, by error. */
const DETAILS: Partial<Record<ErrorName, Readonly<Record<string, Schema>>>> = {
  send_failed: {
    document_id: uuid('The document, which exists and was not sent.'),
    rule: textOrNull(
      'The rule that is broken, such as `BR-CO-10`. `null` when it is not one of the network.',
    ),
    pointer: textOrNull(
      'The member to correct, as a JSON pointer into the document. `null` when it concerns no single member.',
    ),
  },
  duplicate_relation: { relation_id: uuid('The company that has the value.') },
  invalid_issue_date: {
    min: dateOrNull('The earliest date that is accepted. `null` without a bound.'),
    max: dateOrNull('The latest date that is accepted. `null` without a bound.'),
  },
  external_id_in_use: { id: uuid('The resource that has the `external_id`.') },
  relation_in_use: {
    kind: { type: 'string', description: 'The kind of the records that refer to it, such as `document`.' },
    count: { type: 'integer', description: 'How many there are.' },
  },
  internal_error: {
    effect: {
      type: 'string',
      enum: ['none', 'unknown'],
      description:
        'Whether the failed write stored something. `none`: nothing was stored, and nothing will be. `unknown`: the database could not be queried in time.',
    },
  },
};

/** Schemas of an item of `details`, by error. */
export const DETAIL_ITEMS: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.entries(DETAILS).map(([name, properties]) => [
    name,
    { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
  ]),
);

/** Errors whose responses have `Retry-After`. */
const HAS_RETRY_AFTER: ReadonlySet<ErrorName> = new Set<ErrorName>([
  'internal_error',
  'too_many_requests',
  'idempotency_in_progress',
]);

/** Responses of the errors by status. A response that is the same for several operations becomes a component. */
export function errorResponses(
  errors: Iterable<ErrorName>,
  { has_location }: { readonly has_location: boolean },
): Record<string, ZodOpenApiResponseObject> {
  const by_status = new Map<number, ErrorName[]>();
  const in_order = (Object.keys(ERRORS) as ErrorName[]).filter((name) => new Set(errors).has(name));
  for (const name of in_order) by_status.set(ERRORS[name], [...(by_status.get(ERRORS[name]) ?? []), name]);
  return Object.fromEntries(
    [...by_status].map(([status, names]) => [status, errorResponse(names, has_location)]),
  );
}

/** The response for a single error. A shared object becomes a shared component. */
const shared = new Map<ErrorName, ZodOpenApiResponseObject>();

function errorResponse(names: readonly ErrorName[], has_location: boolean): ZodOpenApiResponseObject {
  const [only] = names;
  if (names.length > 1 || only === undefined) return envelopeResponse(names, has_location);
  if (!shared.has(only)) {
    const answer = envelopeResponse(names, false);
    shared.set(only, { ...answer, id: pascal(only) });
  }
  return shared.get(only)!;
}

function envelopeResponse(names: readonly ErrorName[], has_location: boolean): ZodOpenApiResponseObject {
  const headers = [
    ...(names.some((name) => HAS_RETRY_AFTER.has(name)) ? ['Retry-After' as const] : []),
    ...(names.some((name) => ERRORS[name] === 401) ? ['WWW-Authenticate' as const] : []),
    ...(has_location && names.includes('send_failed')
      ? ['Location' as const, 'Idempotency-Replayed' as const]
      : []),
  ];
  return {
    description: names.map((name) => `\`${codeOf(name)}\`: ${MEANINGS[name]}`).join('\n\n'),
    headers: headerRefs(headers),
    content: { 'application/json': { schema: envelope(names) } },
  };
}

function envelope(names: readonly ErrorName[]): Schema {
  const items = names.flatMap((name) => DETAIL_ITEMS[name] ?? []);
  const details = {
    type: 'array',
    description: 'Facts about the error, for programs. Missing when there are none.',
    items: items.length === 1 ? items[0] : { anyOf: items },
  };
  const error = {
    type: 'object',
    description: 'What went wrong.',
    properties: {
      code: {
        type: 'string',
        enum: [...new Set(names.map(codeOf))],
        description: 'The kind of the error, for programs to branch on.',
      },
      message: { type: 'string', description: 'The error in words, in English; safe to log.' },
      ...(items.length > 0 ? { details } : {}),
    },
    required: ['code', 'message'],
    additionalProperties: false,
  };
  return { type: 'object', properties: { error }, required: ['error'], additionalProperties: false };
}

/** Responses without an envelope, with the status text only. */
export function plainResponses(statuses: readonly (keyof typeof PLAIN)[]) {
  return Object.fromEntries(statuses.map((status) => [status, PLAIN[status]]));
}

const plain = (id: string, description: string): ZodOpenApiResponseObject => ({
  id,
  description,
  headers: headerRefs([]),
  content: { 'text/plain': { schema: { type: 'string' } } },
});

const PLAIN = {
  408: plain('RequestTimeout', 'The body did not arrive in time. The status text alone, no envelope.'),
  413: plain('ContentTooLarge', 'The body or the file is too big. The status text alone, no envelope.'),
  415: plain(
    'UnsupportedMediaType',
    'The type of the file is not supported. The status text alone, no envelope.',
  ),
};

function pascal(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
