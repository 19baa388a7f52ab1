import type { oas31 } from 'zod-openapi';

const text = (description: string, more: object = {}): oas31.HeaderObject => ({
  description,
  schema: { type: 'string', ...more },
});

/** Response headers by name. */
export const HEADERS = {
  'X-Request-ID': text('Names the request to support; a new one for each.', { format: 'uuid' }),
  ETag: text('The version of what is stored, for `If-Match`; of prepared answers for `If-None-Match`.'),
  Location: text('The path of what was created.'),
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
  'Idempotency-Replayed': text('`true`: the kept answer to the first request under this key.', {
    enum: ['true'],
  }),
  'WWW-Authenticate': text('`Bearer`'),
  'Cache-Control': text('How long the answer may be used without asking again.'),
  'Content-Disposition': text('`attachment`, with the name of the file.'),
} as const satisfies Record<string, oas31.HeaderObject>;

export type HeaderName = keyof typeof HEADERS;

/** References to response headers. Every response has X-Request-ID. */
export function headerRefs(names: readonly HeaderName[]): Record<string, oas31.ReferenceObject> {
  const all: readonly HeaderName[] = ['X-Request-ID', ...names];
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Request headers by the name of their component. */
export const PARAMETERS = {
  'Idempotency-Key': {
    ...{ in: 'header', name: 'Idempotency-Key', required: false },
    description:
      "The caller's own name for the request, 24 hours: sent again under it, the first answer comes again and nothing happens twice.",
    schema: { type: 'string', pattern: '^[\\x20-\\x7e]{1,255}$' },
  },
  'If-Match': {
    ...{ in: 'header', name: 'If-Match', required: false },
    description: 'The `ETag` that the caller knows; changes nothing when the stored version is another one.',
    schema: { type: 'string' },
  },
  'If-None-Match': {
    ...{ in: 'header', name: 'If-None-Match', required: false },
    description: 'The `ETag` that the caller has already; then the answer is 304.',
    schema: { type: 'string' },
  },
  'X-Request-ID': {
    ...{ in: 'header', name: 'X-Request-ID', required: false },
    description:
      "The caller's own name for the request, for the service's log; the answer has one of the service.",
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
  },
} as const satisfies Record<string, oas31.ParameterObject>;

export function parameterRefs(names: readonly (keyof typeof PARAMETERS)[]): oas31.ReferenceObject[] {
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}
