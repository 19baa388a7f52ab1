import { DomainError } from '../errors';

/**
 * The result of validating a field of a PATCH that is editable on some resources only, which is known after the
 * resource was loaded. On an editable field, `fault` is the message of the `validation_error`. On another, the error is
 * `field_not_editable` whatever the value.
 */
export type Validated<T> = { readonly value: T } | { readonly fault: string };

/** @throws DomainError validation_error */
export function valueOf<T>(validated: Validated<T>): T {
  if ('fault' in validated) throw new DomainError('validation_error', validated.fault);
  return validated.value;
}
