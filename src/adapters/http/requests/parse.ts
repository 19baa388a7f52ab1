import { z } from 'zod';
import { DomainError } from '../../../domain/errors';
import type { IfMatch } from '../../../domain/version';

/**
 * Marks a query parameter as a filter or sort of a list. An invalid value is then `invalid_filter` instead of
 * `validation_error`.
 */
export function filter<S extends z.ZodType>(schema: S): S {
  return schema.meta({ ...schema.meta(), filter: true });
}

/**
 * Makes zod attach the input to issues, so that `reasonOf` can recognise a missing field. The input is never shown.
 */
export const REPORT = { reportInput: true } as const;

/** @throws DomainError validation_error `path: reason`, for the first issue */
export function parse<T>(schema: z.ZodType<T>, value: unknown, root: string): T {
  const result = schema.safeParse(value, REPORT);
  if (result.success) return result.data;
  throw new DomainError('validation_error', messageOf(result.error.issues[0]!, root));
}

/**
 * @param known - the query parameters of all routes of this interface
 * @throws DomainError invalid_parameter, validation_error, invalid_filter
 */
export function parseQuery<T>(
  schema: z.ZodType<T> | undefined,
  query: object,
  known: ReadonlySet<string>,
): T {
  const shape = schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {};
  for (const name of Object.keys(query)) {
    if (Object.hasOwn(shape, name)) continue;
    if (known.has(name))
      throw new DomainError('invalid_parameter', `${name}: does not apply to this resource`);
    throw new DomainError('validation_error', `${shown(name)}: unknown parameter`);
  }
  if (!schema) return undefined as T;
  const result = schema.safeParse(query, REPORT);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  const name = String(issue.path[0]);
  const isFilter = shape[name]?.meta()?.filter === true;
  throw new DomainError(isFilter ? 'invalid_filter' : 'validation_error', messageOf(issue, 'query'));
}

export function messageOf(issue: z.core.$ZodIssue, root: string): string {
  const path = issue.path.map((part) => shown(String(part)));
  if (issue.code === 'unrecognized_keys')
    return `${[...path, shown(issue.keys[0]!)].join('.')}: unknown field`;
  return `${path.join('.') || root}: ${reasonOf(issue)}`;
}

/** In place of a JSON number that a double does not represent exactly. */
export const INEXACT = Symbol('a number of more than 15 significant digits');

/** The message of the issue, without the input value. */
function reasonOf(issue: z.core.$ZodIssue): string {
  if (isMissing(issue)) return 'is required';
  if (issue.input === INEXACT) return 'must have at most 15 significant digits';
  return issue.message.replace(/^Invalid input: /, '').replace(/, received .*$/, '');
}

function isMissing(issue: z.core.$ZodIssue): boolean {
  if ('input' in issue && issue.input === undefined) return true;
  return issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
}

/**
 * Letters, digits, punctuation and symbols of any script, with spaces between them: no line breaks, and no control and
 * format characters, which could forge a log line or change the order in which it is displayed.
 */
const PRINTABLE = /^(?!\p{Zs})[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]{1,64}(?<!\p{Zs})$/u;

/** A name that is safe to log. The name of an unknown field is text of the caller. */
function shown(name: string): string {
  return PRINTABLE.test(name) ? name : '(unprintable name)';
}

/** @returns the versions that `If-Match: "3", "4"` lists; an entity tag that is not a version matches none */
export function parseIfMatch(header: string | undefined): IfMatch {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return 'any';
  return header.split(',').flatMap((tag) => {
    const version = /^\s*"(0|[1-9]\d{0,8})"\s*$/.exec(tag)?.[1];
    return version === undefined ? [] : [Number(version)];
  });
}
