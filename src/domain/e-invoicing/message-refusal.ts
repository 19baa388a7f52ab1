import { DomainError } from '../errors';

/**
 * Why a message of the network is refused: its receiver is not of this installation, it is a response to a document
 * that is not, it cannot be read, or its content is wrong.
 */
export const REFUSAL_KINDS = ['unknown_receiver', 'unknown_document', 'unreadable', 'invalid'] as const;
export type RefusalKind = (typeof REFUSAL_KINDS)[number];

/** The refusal of a message for good, with its kind. */
export class MessageRefusal extends DomainError {
  constructor(
    readonly kind: RefusalKind,
    message: string,
  ) {
    super('validation_error', message);
  }
}

/** The kind of an error that a message was refused with; wrong content unless the error states another. */
export function kindOfRefusal(error: DomainError): RefusalKind {
  return error instanceof MessageRefusal ? error.kind : 'invalid';
}
