import { EInvoiceFault } from '../../domain/e-invoicing/parsed-e-invoice';
import { DomainError, type ErrorName } from '../../domain/errors';

/** An error as a message between processes: structured cloning keeps neither its class nor its fields. */
export type PackedError =
  | {
      readonly kind: 'domain';
      readonly error_name: ErrorName;
      readonly message: string;
      readonly options: DomainError['options'];
    }
  | { readonly kind: 'e_invoice'; readonly place: string | null; readonly reason: string }
  | { readonly kind: 'other'; readonly message: string; readonly stack: string | undefined };

export function packedError(error: unknown): PackedError {
  if (error instanceof DomainError) {
    const { error_name, message, options } = error;
    return { kind: 'domain', error_name, message, options };
  }
  if (error instanceof EInvoiceFault) {
    return { kind: 'e_invoice', place: error.place, reason: error.reason };
  }
  return error instanceof Error
    ? { kind: 'other', message: error.message, stack: error.stack }
    : { kind: 'other', message: String(error), stack: undefined };
}

export function unpackedError(error: PackedError): Error {
  switch (error.kind) {
    case 'domain':
      return new DomainError(error.error_name, error.message, error.options);
    case 'e_invoice':
      return new EInvoiceFault(error.place, error.reason);
    case 'other': {
      const other = new Error(error.message);
      if (error.stack !== undefined) other.stack = error.stack;
      return other;
    }
  }
}
