import { DomainError } from './errors';

/** The versions that an `If-Match` header lists (RFC 9110 §13.1.1); `any` for `*`, undefined without the header. */
export type IfMatch = readonly number[] | 'any' | undefined;

/** The fields that every change of a resource updates. */
export interface Versioned {
  /** 1 when created, one more with each change. */
  readonly version: number;
  readonly updated_at: Date;
}

/**
 * A resource without its version and times. The resources that a document refers to are read as JSON, which has no
 * type for times.
 */
export type Unversioned<T extends Versioned> = T extends Versioned
  ? Omit<T, 'version' | 'created_at' | 'updated_at'>
  : never;

/**
 * @param version - of the stored resource: 1 when created, one more with each change
 * @throws DomainError precondition_failed
 */
export function assertVersion(if_match: IfMatch, version: number): void {
  if (if_match === undefined || if_match === 'any' || if_match.includes(version)) return;
  throw new DomainError(
    'precondition_failed',
    'The resource has changed since the version that If-Match names.',
  );
}

/** The version and the times of a new resource. */
export function firstVersion(now: Date): Versioned & { readonly created_at: Date } {
  return { version: 1, created_at: now, updated_at: now };
}

/**
 * The resource after a change of its fields.
 *
 * @param change - the fields that are set; version and time in it are ignored
 * @returns the same object when no field differs; the caller then stores nothing
 */
export function revised<T extends Fields, Fields extends Versioned = T>(
  before: T,
  change: Partial<NoInfer<Fields>>,
  now: Date,
): T {
  const { version, updated_at } = before;
  const after = { ...before, ...change, version, updated_at };
  return isEqual(before, after) ? before : withNextVersion(after, now);
}

/** The resource after a change of a part that is not among its fields, such as a file. */
export function withNextVersion<T extends Versioned>(resource: T, now: Date): T {
  return { ...resource, version: resource.version + 1, updated_at: now };
}

/** Whether two values of plain data are equal. A field that is undefined equals a field that is absent. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (a instanceof Date || b instanceof Date) return Number(a) === Number(b);
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((member) =>
    isEqual(own(one, member), own(other, member)),
  );
}

/** A value from outside may have a field `__proto__`. */
function own(of: Readonly<Record<string, unknown>>, member: string): unknown {
  return Object.hasOwn(of, member) ? of[member] : undefined;
}
