import { DomainError } from '../../../domain/errors';
import { INEXACT } from '../../http/requests/parse';
import { CONTROLS, type Tool } from './tools';

/** The arguments of a call as the parts of a request to the tool's route. */
export interface RequestParts {
  /** Parameters of the path, as given. */
  readonly params: Readonly<Record<string, unknown>>;
  /**
   * Parameters of the query, without those that are null, and the first argument that the tool does not have, so that
   * the route refuses it.
   */
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** `Idempotency-Key` and `If-Match`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly preview_hash: unknown;
  /** What a preview's hash covers. */
  readonly covered: Readonly<Record<string, unknown>>;
}

/** @throws DomainError validation_error for an argument that cannot be a part of a request */
export function requestParts(tool: Tool, given: Readonly<Record<string, unknown>>): RequestParts {
  const taken = new Set(Object.keys(tool.input_schema.properties));
  const controls = new Set(Object.values(CONTROLS).filter((name) => taken.has(name)));
  const in_path = new Set(pathParameters(tool.route.path));
  const unknown = Object.keys(given).find((name) => !taken.has(name));
  const entries = Object.entries(given).filter(([name]) => taken.has(name) || name === unknown);
  const query = entries.filter(
    ([name, value]) =>
      !in_path.has(name) && !controls.has(name as never) && (value !== null || name === unknown),
  );
  const control = (name: keyof typeof CONTROLS) => (controls.has(name) ? given[name] : undefined);
  const uncovered = new Set<string>([CONTROLS.preview_hash, CONTROLS.idempotency_key]);
  return {
    params: Object.fromEntries(entries.filter(([name]) => in_path.has(name))),
    query: Object.fromEntries(query.map(([name, value]) => [name, queryText(tool, name, value)])),
    body: control('body'),
    headers: {
      ...headerOf('idempotency-key', CONTROLS.idempotency_key, control('idempotency_key')),
      ...headerOf('if-match', CONTROLS.if_match, control('if_match')),
    },
    preview_hash: control('preview_hash') ?? undefined,
    covered: withoutMarks(Object.fromEntries(entries.filter(([name]) => !uncovered.has(name)))),
  };
}

/** The address of a route with its parameters, which its schema has accepted. */
export function requestTarget(
  path: string,
  { params, query }: Pick<RequestParts, 'params' | 'query'>,
): string {
  const address = path.replaceAll(PARAMETER, (_all, name: string) =>
    encodeURIComponent(params[name] as string),
  );
  const search = new URLSearchParams(query).toString();
  return search === '' ? address : `${address}?${search}`;
}

const PARAMETER = /:(\w+)/g;

function pathParameters(path: string): string[] {
  return [...path.matchAll(PARAMETER)].map(([, name]) => name!);
}

/** A number that every schema rejects for its digits, so that the route rejects an inexact number at its place. */
const REJECTED = 0.1234567890123456;

/**
 * The JSON text of a body. The reader of the call has replaced some numbers by symbols (`parseJson`): an inexact one is
 * `REJECTED`, and one with trailing zeros its text, which schemas of decimals take too.
 */
export function bodyText(body: unknown): string {
  return JSON.stringify(body, (_name, value: unknown) => {
    if (typeof value !== 'symbol') return value;
    return value === INEXACT ? REJECTED : value.description;
  });
}

/** Arguments with texts in place of marked numbers, since a symbol has no place in a hash. */
function withoutMarks(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return JSON.parse(bodyText(given)) as Readonly<Record<string, unknown>>;
}

/** @throws DomainError validation_error for another type where the tool's schema has a string */
function queryText({ input_schema }: Tool, name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  const schema = input_schema.properties[name] as { readonly type?: unknown } | undefined;
  if (schema?.type === 'string') throw new DomainError('validation_error', `${name}: expected string`);
  return bodyText(value);
}

const PRINTABLE = /^[\x20-\x7e]{1,255}$/;

/** @throws DomainError validation_error, which names the argument, since the caller of a tool sends no headers */
function headerOf(name: string, argument: string, value: unknown): Record<string, string> {
  if (value === undefined || value === null) return {};
  if (typeof value === 'string' && PRINTABLE.test(value)) return { [name]: value };
  throw new DomainError('validation_error', `${argument}: must have 1 to 255 printable ASCII characters`);
}
