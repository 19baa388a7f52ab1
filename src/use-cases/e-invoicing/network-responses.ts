import { MessageRefusal } from '../../domain/e-invoicing/message-refusal';
import type { Company } from '../../domain/master-data/company';
import { typeOfCode } from '../../domain/documents/document-type';
import { DomainError } from '../../domain/errors';
import { isUuid } from '../../domain/values/uuid';
import type { ReadResponse } from '../../ports/e-invoicing/e-invoice-reader';
import type { UnitOfWork } from '../../ports/unit-of-work';
import type { MessageReference, StatusMessages } from './status-messages';

/** The document that a status message is about. */
export interface StatusMessageSubject {
  readonly company: Company;
  readonly document_id: string;
  /** False for a repeated message. */
  readonly is_new: boolean;
}

/** The largest status message, with its envelope. Its bytes are one value of a row. */
const MAX_STATUS_MESSAGE_BYTES = 1024 * 1024;

/** Receives status messages (Invoice Response, Message Level Status) about documents that companies here have sent. */
export class NetworkResponses {
  constructor(private readonly status_messages: StatusMessages) {}

  /**
   * @throws DomainError validation_error when the status message has more than 1 MiB, or refers to no document that a
   * company here has sent
   */
  async respond(
    unit: UnitOfWork,
    response: ReadResponse,
    inbound: { readonly message_id: string; readonly bytes: Uint8Array },
  ): Promise<StatusMessageSubject> {
    if (inbound.bytes.byteLength > MAX_STATUS_MESSAGE_BYTES)
      throw new DomainError('validation_error', 'body: a status message may have at most 1 MiB');
    const { company, reference } = await this.resolved(unit, response);
    const subject = await this.status_messages.apply(unit, company.id, reference, response, inbound);
    if (!subject) throw unknownReference();
    return { company, ...subject };
  }

  /** Finds the company and the transmission that a status message refers to. */
  private resolved(unit: UnitOfWork, response: ReadResponse) {
    return response.kind === 'message_level_status'
      ? this.byMessage(unit, response.reference)
      : this.byNumber(unit, response);
  }

  /** A Message Level Status comes from an access point and refers to the message id only. */
  private async byMessage(unit: UnitOfWork, reference: string) {
    const message_id = reference.toLowerCase();
    if (!isUuid(message_id)) throw unknownReference(); // all message ids of this service are UUIDs
    return unit.read(async ({ companies, transmissions }) => {
      const company_id = await transmissions.findCompany(message_id);
      const company = company_id && (await companies.find(company_id));
      const transmission = company && (await transmissions.find(company.id, message_id));
      if (!transmission) throw unknownReference();
      const found: MessageReference = { message_id };
      return { company, reference: found };
    });
  }

  /** An Invoice Response comes from the document's receiver and refers to the document's number and type. */
  private async byNumber(unit: UnitOfWork, { reference: number, sender, receiver, type_code }: ReadResponse) {
    return unit.read(async ({ receptions }) => {
      const company = receiver === null ? undefined : await receptions.findCompany(receiver);
      if (!company) throw unknownParticipant();
      const type = type_code === null ? null : typeOfCode(type_code);
      if (sender === null || type === undefined) throw unknownReference();
      const found: MessageReference = { number, receiver: sender, type };
      return { company, reference: found };
    });
  }
}

function unknownReference(): MessageRefusal {
  return new MessageRefusal(
    'unknown_document',
    'body: refers to no document that was sent by this installation',
  );
}

export function unknownParticipant(): MessageRefusal {
  return new MessageRefusal(
    'unknown_receiver',
    'body: the receiver is not a participant of this installation',
  );
}
