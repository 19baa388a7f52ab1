import { DomainError } from '../errors';
import { isEqual } from '../version';

/**
 * The result of validating a field of a PATCH that is editable on some resources only, or whose present value may be
 * one that its schema refuses; both are known after the resource was loaded. On an editable field, `fault` is the
 * message of the `validation_error`. On another, the error is `field_not_editable` whatever the value.
 */
export type Validated<T> = ({ readonly value: T } | { readonly fault: string }) & {
  /** The value in the request. */
  readonly sent?: unknown;
};

/**
 * @param present - the value in the stored resource. Naming it is no change, even when the schema refuses it, as it may
 *   do for a value from a received e-invoice
 * @throws DomainError validation_error
 */
export function valueOf<T>(validated: Validated<T>, present: T | undefined): T {
  if (present !== undefined && isEqual(validated.sent, present)) return present;
  if ('fault' in validated) throw new DomainError('validation_error', validated.fault);
  return validated.value;
}
