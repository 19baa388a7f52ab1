import type { oas31 } from 'zod-openapi';

const text = (description: string, more: object = {}): oas31.HeaderObject => ({
  description,
  schema: { type: 'string', ...more },
});

/** Response headers by name. */
export const HEADERS = {
  'X-Request-ID': text('Identifies the request for support; unique for each request.', { format: 'uuid' }),
  ETag: text('The version of the resource, for `If-Match`; of cacheable responses, for `If-None-Match`.'),
  Location: text('The path of the created resource.'),
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
  'Idempotency-Replayed': text('`true`: the stored response to the first request under this key.', {
    enum: ['true'],
  }),
  'WWW-Authenticate': text('The scheme of authentication, `Bearer` (RFC 6750).'),
  'Cache-Control': text('How long the response may be cached.'),
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
    in: 'header',
    name: 'Idempotency-Key',
    required: false,
    description:
      'A key that the caller generates for the request, valid for 24 hours. A repeated request with the same key takes effect only once, and returns the first response again.',
    schema: { type: 'string', pattern: '^[\\x20-\\x7e]{1,255}$' },
  },
  'If-Match': {
    in: 'header',
    name: 'If-Match',
    required: false,
    description:
      'The `ETag` of the version that the caller knows. When the stored version differs, nothing is changed.',
    schema: { type: 'string' },
  },
  'If-None-Match': {
    in: 'header',
    name: 'If-None-Match',
    required: false,
    description:
      'The `ETag` of the response that the caller has cached; while it is current, the response is 304.',
    schema: { type: 'string' },
  },
  'X-Request-ID': {
    in: 'header',
    name: 'X-Request-ID',
    required: false,
    description:
      "The caller's own id of the request, which the service writes to its log. The response has an id of the service.",
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
  },
} as const satisfies Record<string, oas31.ParameterObject>;

export function parameterRefs(names: readonly (keyof typeof PARAMETERS)[]): oas31.ReferenceObject[] {
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}
