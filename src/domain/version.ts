import { DomainError } from './errors';

/** The versions that an `If-Match` header lets through; `any` for `*`, undefined without the header. */
export type IfMatch = readonly number[] | 'any' | undefined;

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
