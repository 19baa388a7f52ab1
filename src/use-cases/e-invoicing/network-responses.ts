import type { Company } from '../../domain/master-data/company';
import { DomainError } from '../../domain/errors';
import type { ReadResponse } from '../../ports/e-invoicing/e-invoice-reader';
import type { UnitOfWork } from '../../ports/unit-of-work';
import type { MessageReference, Transmissions } from './transmissions';

/** What a response is about, and what became of telling it. */
export interface Answered {
  readonly company: Company;
  readonly document_id: string;
  /** False for a message that came before. */
  readonly is_new: boolean;
}

/** What others say of documents that were sent from here: Invoice Responses and Message Level Statuses. */
export class NetworkResponses {
  constructor(private readonly transmissions: Pick<Transmissions, 'statusMessage'>) {}

  /** @throws DomainError validation_error: it names nothing that was sent from here */
  async respond(unit: UnitOfWork, response: ReadResponse, message_id: string): Promise<Answered> {
    const { company, reference } = await this.meant(unit, response);
    const { kind, code, reason } = response;
    const answered = await this.transmissions.statusMessage(
      unit,
      company.id,
      reference,
      { kind, code, reason },
      message_id,
    );
    if (!answered) throw unknownReference();
    return { company, ...answered };
  }

  private meant(unit: UnitOfWork, response: ReadResponse) {
    return response.kind === 'message_level_status'
      ? this.meantMessage(unit, response.reference)
      : this.meantNumber(unit, response);
  }

  /** An access point answers another one, which it knows nothing of but the message. */
  private async meantMessage(unit: UnitOfWork, reference: string) {
    const message_id = reference.toLowerCase();
    if (!UUID.test(message_id)) throw unknownReference(); // none of ours
    return unit.read(async ({ companies, transmissions }) => {
      const company_id = await transmissions.findCompany(message_id);
      const company = company_id && (await companies.find(company_id));
      const transmission = company && (await transmissions.find(company.id, message_id));
      if (!transmission) throw unknownReference();
      const meant: MessageReference = { message_id };
      return { company, reference: meant };
    });
  }

  /** A receiver answers the sender, by the number of the document. */
  private async meantNumber(unit: UnitOfWork, { reference: number, sender, receiver }: ReadResponse) {
    return unit.read(async ({ receptions, transmissions }) => {
      const company = receiver === null ? undefined : await receptions.findCompany(receiver);
      if (!company) throw unknownParticipant();
      const transmission = await transmissions.findLatestOfNumber(company.id, number);
      if (!transmission || sender === null) throw unknownReference();
      const meant: MessageReference = { number, receiver: sender };
      return { company, reference: meant };
    });
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function unknownReference(): DomainError {
  return new DomainError('validation_error', 'body: names no document that was sent from here');
}

export function unknownParticipant(): DomainError {
  return new DomainError('validation_error', 'body: its receiver is no participant of this installation');
}
