import { DomainError } from '../errors';

/**
 * A member of a PATCH that may only be changed on some resources of its kind. Whether this is one is known after it
 * was loaded, so the verdict of its schema waits: `fault` is the message of the `validation_error` where the member
 * may be changed, and of no account where it may not, which is `field_not_editable` whatever its value.
 */
export type Judged<T> = { readonly value: T } | { readonly fault: string };

/** @throws DomainError validation_error */
export function valueOf<T>(judged: Judged<T>): T {
  if ('fault' in judged) throw new DomainError('validation_error', judged.fault);
  return judged.value;
}
